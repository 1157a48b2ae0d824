/**
 * What Stemma must do, row by row of the product table, split into single behaviours somebody can watch.
 * An end-to-end test cites what it shows; `requirements.test.ts` fails when a `done` one has no test.
 */
export type Requirement = { readonly status: 'done' | 'planned'; readonly text: string };

const planned = (text: string): Requirement => ({ status: 'planned', text });

/** Shown by an end-to-end test that cites it. */
export const done = (text: string): Requirement => ({ status: 'done', text });

const LIBRARY = {
  L1: {
    pdf: planned('A PDF is added with its pages and passages.'),
    markdown: planned('A Markdown file is added with its headings as section paths.'),
    text: planned('A plain text file is added, also in a legacy encoding, which is noted.'),
    folder: planned('A folder is added with everything readable in it and below it, in a stable order.'),
    'kind-by-bytes': planned('A file whose contents are not what its name says is recognised by its bytes.'),
    'idempotent-bytes': planned(
      'The same bytes added again, also under another name, are reported as unchanged.',
    ),
    'per-input-line': planned('Each input gets one line with what became of it, in the order of the inputs.'),
    'kill-resume': planned(
      'An add that is killed at any moment goes on where it was and stores each file once.',
    ),
    'parallel-adds': planned('Two commands that add at the same time both finish and store each file once.'),
    notebook: planned('A notebook (nbformat 3 and 4) is added with its cells.'),
    data: planned('CSV, TSV, Parquet and JSONL files are added with their schema.'),
    latex: planned('LaTeX source is added with its formulas as written.'),
    bibliography: planned('BibTeX, RIS and CSL-JSON add records; a faulty entry costs only itself.'),
    identifier: done(
      'An arXiv id or a DOI adds the record of the work it names, in the version that is named.',
    ),
  },
  L2: {
    read: planned('A library.yaml adds the works it lists, with its facts.'),
    write: planned('An export writes a library.yaml that adds the same works again.'),
  },
  L3: {
    pull: planned('A named query pulls a batch from arXiv with polite delay and retry.'),
    snapshot: planned('A snapshot is written whole or not at all, and importing it twice changes nothing.'),
    newer: planned('An older record never overwrites a newer one.'),
    schedule: planned('A query is refreshed on its schedule.'),
  },
  L4: {
    lookup: planned('A look-up in OpenAlex, arXiv and Crossref gives structured records.'),
    validate: planned(
      'Each reference is confirmed, partial, unverified, mismatch or unavailable, with the reason.',
    ),
    retraction: planned('A retracted work is marked as such.'),
  },
  L5: {
    doi: done('Two files with the same DOI become one source.'),
    'arxiv-version': done('Two versions of one arXiv id become one source; each keeps its version.'),
    title: done('Two files with the same title, authors and near years become one source, in any script.'),
    'different-stay-apart': done('Works that only share a short or untitled name stay two sources.'),
    key: done('A source gets its key from author, year and title, whatever the order of adding.'),
    'key-clash': done('Two works with the same facts get different keys that never change.'),
    edit: done(
      'Facts can be corrected by hand: that wins over what was read, is kept as such, and can be reset.',
    ),
    undo: done('A wrong merge is noted and can be undone.'),
  },
  L6: { import: planned('A Zotero library is imported, and BibTeX keys survive the round trip.') },
  L7: { tags: planned('Tags and collections from every import are kept and filter every list.') },
  L8: {
    matrix: planned('A table of sources by chosen columns is filled with cited cells and keeps hand edits.'),
  },
} as const;

const READING = {
  P1: {
    place: planned('Each passage of a PDF has its page and the rectangles of its lines.'),
    'rect-fits': planned('A rectangle covers the words of the passage on the drawn page and nothing else.'),
    columns: planned('Two columns are read one after the other, title and abstract first.'),
    rotated: planned('Rotated and upside-down pages are read in order, or marked as poorly read.'),
    sections: planned('Headings give each passage its section path.'),
    hyphenation: planned('Words parted at a line end are joined, and hyphens that belong to a word stay.'),
    ligatures: planned('Ligatures and odd glyphs are undone to the letters they stand for.'),
    'running-heads': planned('Page headers, footers and page numbers are in no passage.'),
    'page-label': planned('The printed page label is kept beside the page index.'),
    'reference-list': planned('The reference list is recognised and kept apart.'),
    footnotes: planned('Footnotes are passages of their own, outside the text they interrupt.'),
    'same-again': planned('Reading the same file again gives the same passages with the same ids.'),
  },
  P2: {
    find: planned('Display formulas are found with page, rectangle and number.'),
    latex: planned('A formula has its LaTeX, exact from the source or rebuilt and marked so.'),
    refer: planned('A formula lists its variables and where it is referred to.'),
  },
  P3: { tables: planned('Tables and figure captions are passages with their rectangles.') },
  P4: { cells: planned('Notebook cells are passages with their outputs and inline LaTeX.') },
  P5: {
    schema: planned(
      'A data file shows type, range, missing rate and distribution of each column, never loaded whole.',
    ),
    dictionary: planned('A data dictionary gives labels, units and codes, and is checked against the data.'),
  },
  P6: {
    damaged: planned(
      'A PDF with a broken table is read after repair, which is noted; beyond repair it is one clear fault.',
    ),
    password: planned(
      'A PDF that needs a password is refused as such and is read when the password is given.',
    ),
    'password-secret': planned('A password is neither stored nor logged.'),
    'owner-password': planned('A PDF restricted by its owner is read, with a note.'),
    scanned: planned('A scan without text is refused with what to do, not stored as empty.'),
    garbled: planned('A PDF whose fonts hide their letters is refused, not stored as nonsense.'),
    empty: planned('An empty file is one clear fault.'),
    'wrong-name': planned('A web page saved as .pdf is named as what it is.'),
    'odd-characters': planned(
      'Characters no text may hold are replaced and noted; the rest of the page is kept.',
    ),
    'batch-goes-on': planned(
      'Faulty files in a batch fail by themselves; all others are added, and the exit code is 4.',
    ),
    'hang-and-crash': planned('A file that hangs or kills its reader costs that file and nothing else.'),
    'next-step': planned(
      'Every fault says what happened, to which file, and what to do next, in English and Chinese.',
    ),
  },
} as const;

const FINDING = {
  S1: {
    fusion: planned('Word and meaning search are fused, then reranked; each stage reports counts and time.'),
    degrade: planned('A stage that is not installed is skipped visibly.'),
  },
  S2: {
    'two-characters': planned('A Chinese word of two characters is found inside a sentence.'),
    'width-and-script': planned('Full width, half width, simplified and traditional forms find each other.'),
    'original-shown': planned(
      'What is shown is the text of the passage, with exactly the matched characters lit.',
    ),
    'any-text-safe': planned(
      'Any text is a safe query: quotes, operators and brackets find or find nothing.',
    ),
    stems: planned('Inflected English words find each other.'),
    'title-weighs': planned('A word of the title counts more than one of the text.'),
    'cross-language': planned('A Chinese question finds English passages.'),
  },
  S3: { contract: planned('Vectors are tied to text and model; changing the model never mixes them.') },
  S4: {
    'check-by-hand': planned('A hit that covers little of the question is marked "check by hand".'),
    floor: planned('A passage that shares only common words with the question is no evidence.'),
    cap: planned('One source cannot fill the list.'),
    'reference-list-out': planned('Entries of reference lists are ranked out.'),
    why: planned('What was left out, and by which rule, can be looked up.'),
  },
} as const;

const ANSWERS = {
  A1: { pipeline: planned('Rewrite, search, judge, at most one more search, then an answer or a refusal.') },
  A2: {
    agent: planned('The agent answers within its tool budget and falls back to the pipeline, saying so.'),
  },
  A3: {
    'identity-read': planned('A sentence naming a work that was not read is never shown.'),
    'identity-version': planned('A cited version must be the version that was read.'),
    'identity-key': planned('An altered key is not accepted; a mere change of dash or width is.'),
    'span-exact': planned('A quotation is found in its source character by character, with its place.'),
    'span-hyphen': planned('A quotation across a parted word is found; words that do not exist are not.'),
    'span-none': planned('A sentence no place of the source says is not shown as cited.'),
    'coverage-marked': planned('A sentence without a citation is marked as uncited.'),
    'coverage-none': planned('An answer without any citation is taken back and refused.'),
    'claim-verifies': planned('A claim verifies from the file alone: hash, quote, context and rectangles.'),
    'every-quote': planned(
      'Every quotation of an answer passes the same checks before it is shown and stored.',
    ),
    numbers: planned('Numbers and units are checked against the cited passage.'),
    repair: planned('Held sentences get one repair round; what still fails is removed and reported.'),
  },
  A4: {
    'nothing-found': planned(
      'A question the library does not hold is refused with exit code 3 and no citation.',
    ),
    'empty-library': planned('An empty library refuses and says how to add papers.'),
    missing: planned('A refusal lists the aspects no source covers.'),
    'next-search': planned('A refusal lists searches to try next.'),
    'no-model': planned('A refusal is made without asking a model.'),
    'partly-covered': planned('A question half covered is answered for that half, and the other is named.'),
  },
  A5: { web: planned('Web results clarify terms and are never evidence.') },
  A6: {
    compare: planned('Methods, contradictions and symbols are compared across papers, cited cell by cell.'),
  },
  A7: {
    'quote-page': planned('Each quotation names its source and page, the printed label where known.'),
    link: planned('Each quotation has a link that opens the file at the page with the rectangle.'),
    'place-lit': planned('The page can be drawn with the quoted lines lit.'),
    pandoc: planned('An answer exports as Pandoc citations with BibTeX and CSL styles.'),
  },
  A8: { 'run-cell': planned('A number computed by a run is cited to its output cell.') },
  A9: {
    cards: planned('Works actually cited are listed as references under the answer.'),
    why: planned('How an answer was found can be looked up: queries, candidates, what was cut and why.'),
  },
  A10: { leads: planned('Found but unread works are validated leads, never evidence.') },
  A11: { feedback: planned('A citation can be called wrong, and eval reruns one’s own questions.') },
} as const;

const AGENT = {
  G1: { tools: planned('Every tool of the list exists and works, third-party MCP servers included.') },
  G2: {
    schema: planned('Bad arguments are a typed observation, and five bad calls in a row stop the task.'),
    menu: planned('A dead tool leaves the menu.'),
  },
  G3: { plans: planned('Plans are schema-constrained JSON, and their state resumes from any step.') },
  G4: { graph: planned('Clarify, plan, approve, execute, check, repair, within budget.') },
  G5: {
    approve: planned('One decision covers a stated set, all or nothing, checked against its baseline.'),
    revise: planned('Asking for changes writes nothing, and the next set waits again.'),
  },
  G6: { skills: planned('Skills are listed by name, read on demand and activated with /name.') },
  G7: { compaction: planned('Compaction keeps goals, constraints, approvals and evidence ids.') },
  G8: { memory: planned('Memory is kept in the background, visible and editable.') },
  G9: { budgets: planned('Sub-agents, the todo list and spending limits work from real usage.') },
  G10: {
    models: planned(
      'Any OpenAI-compatible server, a fallback and a light model; unknown prices are unknown.',
    ),
  },
  G11: {
    roles: planned('role.md and instructions.md are read and cannot loosen gate, approvals or budgets.'),
  },
} as const;

const RUNS = {
  R1: {
    versions: planned('Every save is an immutable version; a conflict is shown; restoring is a new version.'),
    folder: planned('A file edited by hand on disk becomes the current version.'),
  },
  R2: {
    statuses: planned('A run goes through its statuses and ends with exactly one terminal one.'),
    'idempotency-key': planned('Starting twice under one key gives one run.'),
    'kill-resume': planned('A run killed at any point resumes and does no side effect twice.'),
    'lease-takeover': planned('A run of a dead process is taken over at once; a living one keeps it.'),
    'stale-writer': planned('A process that lost its lease changes nothing.'),
    'left-behind': planned('Runs left behind are told in one line and resumed on request, never silently.'),
    retry: planned('A retry is a new run that names the old one.'),
    'waits-without-worker': planned(
      'A run that waits for a person holds no worker and goes on when it is decided.',
    ),
    'decided-once': planned('The first decision stands; the second is told of it.'),
  },
  R3: {
    order: planned('Events of a run are numbered without gap and stored before they are shown.'),
    'resume-after': planned('Reading events after a number gives exactly the rest.'),
    'live-equals-reload': planned('What a client saw live is what a reload shows.'),
    cancel: planned(
      'Cancel is a call of its own and is confirmed by the executor before the run is cancelled.',
    ),
    'ctrl-c': planned('Ctrl-C asks to cancel and waits; a second one leaves the run to be resumed.'),
    'closing-cancels-nothing': planned('A reader that goes away cancels nothing.'),
    sse: planned('Server-sent events resume after Last-Event-ID.'),
  },
  R4: { sandbox: planned('A sandboxed run has no network, no host secrets, limits, and leaves no process.') },
  R5: { environments: planned('Environments are locked, their digest recorded, capabilities probed.') },
  R6: { checks: planned('Outputs are checked, and each run has a quality card.') },
  R7: { batch: planned('A batch job on Slurm survives a restart and is reconciled.') },
  R8: { large: planned('Data larger than memory is streamed.') },
  R9: { recipes: planned('Each recipe runs without a model.') },
  R10: { theory: planned('Derivation steps are proven, supported, refuted or unknown.') },
  R11: { tex: planned('TeX is compiled, shown, and its errors mapped to lines.') },
  R12: {
    export: planned('The portable project reruns with plain Python, and its zip is identical twice.'),
    verify: planned('Verify reruns with tolerances and rechecks citations offline.'),
  },
  R13: { staleness: planned('What depends on an old version is marked stale along the whole chain.') },
  R14: {
    assumptions: planned('Assumptions and parameters are named by plans, and a change marks dependents.'),
  },
  R15: { report: planned('A report has live references; stale numbers are marked, missing ones refused.') },
} as const;

const DOORS = {
  D1: { web: planned('The workbench works by keyboard, on narrow screens, in two languages, in the dark.') },
  D2: { conversation: planned('Streaming, stop, retry, cards, approvals, references and mode choice work.') },
  D3: {
    json: planned('Every command prints one JSON document with --json, and nothing else on standard output.'),
    'exit-codes': planned(
      'Exit codes tell done, fault, wrong usage, refused, partly failed and interrupted apart.',
    ),
    progress: planned('Long work shows progress on standard error: a bar on a terminal, NDJSON on request.'),
    'wrong-usage': planned('A wrong command or flag is refused with the nearest one.'),
    language: planned('Messages are in English or Chinese as the system or the setting says.'),
    'no-color': planned('Colours appear on a terminal only and never with NO_COLOR.'),
    'piped-away': planned('A reader that closes the pipe early ends the command quietly.'),
    'hostile-names': planned('File names and titles cannot repaint the terminal or reorder a line.'),
    'config-origin': planned('config show names where each value comes from; config set keeps comments.'),
    'data-folder': planned('--data, STEMMA_DATA and the XDG folder choose the data folder in that order.'),
    doctor: planned('doctor checks what is needed and lists every destination.'),
    demo: planned('demo reads the sample library, answers and opens a citation offline.'),
    completion: planned('A completion script completes commands and flags.'),
  },
  D4: { http: planned('The HTTP API has OpenAPI, idempotency keys and problem details.') },
  D5: { mcp: planned('The MCP server answers over HTTP with a token and over stdio, read-only by default.') },
  D6: { accounts: planned('Accounts are isolated on the server, with budgets of their own.') },
} as const;

const OPERATIONS = {
  O1: { traces: planned('Traces show each span, with secrets redacted.') },
  O2: { logs: planned('Logs and metrics carry request, project, run and step.') },
  O3: {
    backup: planned('A backup restores to the same library, and migrations keep working data.'),
    newer: planned('A library of a newer release is left untouched.'),
  },
  O4: { reaper: planned('Leases, sandboxes and temporary files of the dead are cleared away.') },
} as const;

export const REQUIREMENTS = {
  ...LIBRARY,
  ...READING,
  ...FINDING,
  ...ANSWERS,
  ...AGENT,
  ...RUNS,
  ...DOORS,
  ...OPERATIONS,
} as const;

type Rows = typeof REQUIREMENTS;
/** `P6.password`: the row, and the behaviour within it. */
export type RequirementId = { [R in keyof Rows]: `${R}.${keyof Rows[R] & string}` }[keyof Rows];

const BY_ID: ReadonlyMap<string, Requirement> = new Map(
  Object.entries(REQUIREMENTS).flatMap(([row, behaviours]) =>
    Object.entries(behaviours as Record<string, Requirement>).map(([name, entry]) => [
      `${row}.${name}`,
      entry,
    ]),
  ),
);

export const requirementIds = (): string[] => [...BY_ID.keys()];

export const requirement = (id: string): Requirement => {
  const found = BY_ID.get(id);
  if (!found) throw new Error(`there is no requirement ${id}`);
  return found;
};

/** The title of an end-to-end test that shows these requirements: `it(cites('P6.password', 'asks …'), …)`. */
export const cites = (...cited: [...ids: [RequirementId, ...RequirementId[]], title: string]): string => {
  const ids = cited.slice(0, -1);
  for (const id of ids) requirement(id);
  return `${cited.at(-1)} [${ids.join(', ')}]`;
};
