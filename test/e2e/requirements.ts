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
    pdf: done('A PDF is added with its pages and passages.'),
    markdown: done('A Markdown file is added with its headings as section paths.'),
    text: done('A plain text file is added, also in a legacy encoding, which is noted.'),
    folder: done('A folder is added with everything readable in it and below it, in a stable order.'),
    'kind-by-bytes': done('A file whose contents are not what its name says is recognised by its bytes.'),
    'idempotent-bytes': done(
      'The same bytes added again, also under another name, are reported as unchanged.',
    ),
    'per-input-line': done('Each input gets one line with what became of it, in the order of the inputs.'),
    'kill-resume': done(
      'An add that is killed at any moment goes on where it was and stores each file once.',
    ),
    'parallel-adds': done('Two commands that add at the same time both finish and store each file once.'),
    notebook: planned('A notebook (nbformat 3 and 4) is added with its cells.'),
    data: planned('CSV, TSV, Parquet and JSONL files are added with their schema.'),
    latex: done('LaTeX source is added with its formulas as written.'),
    'latex-inputs': done(
      'LaTeX source takes in the files it names from its own folder, and nothing from outside it.',
    ),
    'latex-twin': done(
      'LaTeX source beside the PDF of the same name is left to the PDF in a folder, and joins its source when named.',
    ),
    bibliography: done('BibTeX, RIS and CSL-JSON add records; a faulty entry costs only itself.'),
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
    undo: done('A wrong merge is noted and can be undone.'),
    edit: done(
      'Facts can be corrected by hand: that wins over what was read, is kept as such, and can be reset.',
    ),
  },
  L6: { import: planned('A Zotero library is imported, and BibTeX keys survive the round trip.') },
  L7: { tags: planned('Tags and collections from every import are kept and filter every list.') },
  L8: {
    matrix: planned('A table of sources by chosen columns is filled with cited cells and keeps hand edits.'),
  },
} as const;

const READING = {
  P1: {
    place: done('Each passage of a PDF has its page and the rectangles of its lines.'),
    'rect-fits': done('A rectangle covers the words of the passage on the drawn page and nothing else.'),
    columns: done('Two columns are read one after the other, title and abstract first.'),
    rotated: done('Rotated and upside-down pages are read in order, or marked as poorly read.'),
    sections: done('Headings give each passage its section path.'),
    hyphenation: done('Words parted at a line end are joined, and hyphens that belong to a word stay.'),
    ligatures: done('Ligatures and odd glyphs are undone to the letters they stand for.'),
    'running-heads': done('Page headers, footers and page numbers are in no passage.'),
    'page-label': done('The printed page label is kept beside the page index.'),
    'reference-list': done('The reference list is recognised and kept apart.'),
    footnotes: done('Footnotes are passages of their own, outside the text they interrupt.'),
    'same-again': done('Reading the same file again gives the same passages with the same ids.'),
    'reference-fields': done(
      'Each entry of a reference list shows the fields read of it and how sure they are.',
    ),
    'reference-matched': done('An entry that is a source of the library names its key.'),
    'citation-linked': done('Citations in the text lead to their entries; ambiguous ones stay unlinked.'),
    'facts-origin': done('Title, authors, year and venue stand with where each was read.'),
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
    damaged: done(
      'A PDF with a broken table is read after repair, which is noted; beyond repair it is one clear fault.',
    ),
    password: done('A PDF that needs a password is refused as such and is read when the password is given.'),
    'password-secret': done('A password is neither stored nor logged.'),
    'owner-password': done('A PDF restricted by its owner is read, with a note.'),
    scanned: done('A scan without text is refused with what to do, not stored as empty.'),
    garbled: done('A PDF whose fonts hide their letters is refused, not stored as nonsense.'),
    empty: done('An empty file is one clear fault.'),
    'wrong-name': done('A web page saved as .pdf is named as what it is.'),
    'odd-characters': done(
      'Characters no text may hold are replaced and noted; the rest of the page is kept.',
    ),
    'second-engine': done(
      'A PDF whose end is lost is read as far as it goes by a second engine, with what is missing noted.',
    ),
    'password-file': done('Several passwords are read from a file and each is tried.'),
    'batch-goes-on': done(
      'Faulty files in a batch fail by themselves; all others are added, and the exit code is 4.',
    ),
    'hang-and-crash': done('A file that hangs or kills its reader costs that file and nothing else.'),
    'next-step': done(
      'Every fault says what happened, to which file, and what to do next, in English and Chinese.',
    ),
  },
} as const;

const FINDING = {
  S1: {
    fusion: planned('Word and meaning search are fused, then reranked; each stage reports counts and time.'),
    degrade: done('A stage that is not installed is skipped visibly.'),
  },
  S2: {
    'two-characters': done('A Chinese word of two characters is found inside a sentence.'),
    'width-and-script': done('Full width, half width, simplified and traditional forms find each other.'),
    'original-shown': done(
      'What is shown is the text of the passage, with exactly the matched characters lit.',
    ),
    'any-text-safe': done('Any text is a safe query: quotes, operators and brackets find or find nothing.'),
    stems: done('Inflected English words find each other.'),
    'title-weighs': done('A word of the title counts more than one of the text.'),
    'cross-language': planned('A Chinese question finds English passages.'),
  },
  S3: { contract: planned('Vectors are tied to text and model; changing the model never mixes them.') },
  S4: {
    'check-by-hand': done('A hit that covers little of the question is marked "check by hand".'),
    floor: done('A passage that shares only common words with the question is no evidence.'),
    cap: done('One source cannot fill the list.'),
    'reference-list-out': done('Entries of reference lists are ranked out.'),
    why: done('What was left out, and by which rule, can be looked up.'),
  },
} as const;

const ANSWERS = {
  A1: { pipeline: planned('Rewrite, search, judge, at most one more search, then an answer or a refusal.') },
  A2: {
    agent: planned('The agent answers within its tool budget and falls back to the pipeline, saying so.'),
  },
  A3: {
    'identity-read': done('A sentence naming a work that was not read is never shown.'),
    'identity-version': done('A cited version must be the version that was read.'),
    'identity-key': done('An altered key is not accepted; a mere change of dash or width is.'),
    'span-exact': done('A quotation is found in its source character by character, with its place.'),
    'span-hyphen': done('A quotation across a parted word is found; words that do not exist are not.'),
    'span-none': done('A sentence no place of the source says is not shown as cited.'),
    'coverage-marked': done('A sentence without a citation is marked as uncited.'),
    'coverage-none': planned('An answer without any citation is taken back and refused.'),
    'claim-verifies': done('A claim verifies from the file alone: hash, quote, context and rectangles.'),
    'every-quote': done('Every quotation of an answer passes the same checks before it is shown and stored.'),
    numbers: planned('Numbers and units are checked against the cited passage.'),
    repair: planned('Held sentences get one repair round; what still fails is removed and reported.'),
  },
  A4: {
    'nothing-found': done(
      'A question the library does not hold is refused with exit code 3 and no citation.',
    ),
    'empty-library': done('An empty library refuses and says how to add papers.'),
    missing: done('A refusal lists the aspects no source covers.'),
    'next-search': done('A refusal lists searches to try next.'),
    'no-model': done('A refusal is made without asking a model.'),
    'partly-covered': done('A question half covered is answered for that half, and the other is named.'),
  },
  A5: { web: planned('Web results clarify terms and are never evidence.') },
  A6: {
    compare: planned('Methods, contradictions and symbols are compared across papers, cited cell by cell.'),
  },
  A7: {
    'quote-page': done('Each quotation names its source and page, the printed label where known.'),
    link: done('Each quotation has a link that opens the file at the page with the rectangle.'),
    'place-lit': done('The page can be drawn with the quoted lines lit.'),
    styles: done('A source is cited in APA and GB/T 7714, in a list and in running text with a page.'),
    formats: done('Sources are written as BibTeX, RIS, CSL-JSON and Pandoc citations.'),
    pandoc: planned('An answer exports as Pandoc citations with BibTeX and CSL styles.'),
  },
  A8: { 'run-cell': planned('A number computed by a run is cited to its output cell.') },
  A9: {
    cards: done(
      'Works actually cited are listed under the answer with authors, year, link, pages and sections.',
    ),
    why: done('How an answer was found can be looked up: queries, candidates, what was cut and why.'),
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
    statuses: done('A run goes through its statuses and ends with exactly one terminal one.'),
    'idempotency-key': done('Starting twice under one key gives one run.'),
    'kill-resume': done('A run killed at any point resumes and does no side effect twice.'),
    'lease-takeover': done('A run of a dead process is taken over at once; a living one keeps it.'),
    'stale-writer': done('A process that lost its lease changes nothing.'),
    'left-behind': done('Runs left behind are told in one line and resumed on request, never silently.'),
    retry: done('A retry is a new run that names the old one.'),
    'waits-without-worker': done(
      'A run that waits for a person holds no worker and goes on when it is decided.',
    ),
    'decided-once': done('The first decision stands; the second is told of it.'),
  },
  R3: {
    order: done('Events of a run are numbered without gap and stored before they are shown.'),
    'resume-after': done('Reading events after a number gives exactly the rest.'),
    'live-equals-reload': done('What a client saw live is what a reload shows.'),
    cancel: done('Cancel is a call of its own and is confirmed by the executor before the run is cancelled.'),
    'ctrl-c': done('Ctrl-C asks to cancel and waits; a second one leaves the run to be resumed.'),
    'closing-cancels-nothing': done('A reader that goes away cancels nothing.'),
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
    json: done('Every command prints one JSON document with --json, and nothing else on standard output.'),
    'exit-codes': done(
      'Exit codes tell done, fault, wrong usage, refused, partly failed and interrupted apart.',
    ),
    progress: done('Long work shows progress on standard error: a bar on a terminal, NDJSON on request.'),
    'wrong-usage': done('A wrong command or flag is refused with the nearest one.'),
    language: done('Messages are in English or Chinese as the system or the setting says.'),
    'no-color': done('Colours appear on a terminal only and never with NO_COLOR.'),
    'piped-away': done('A reader that closes the pipe early ends the command quietly.'),
    'hostile-names': done('File names and titles cannot repaint the terminal or reorder a line.'),
    'config-origin': done('config show names where each value comes from; config set keeps comments.'),
    'data-folder': done('--data, STEMMA_DATA and the XDG folder choose the data folder in that order.'),
    doctor: done('doctor checks what is needed and lists every destination.'),
    demo: done('demo reads the sample library, answers and opens a citation offline.'),
    completion: done('A completion script completes commands and flags.'),
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
    newer: done('A library of a newer release is left untouched.'),
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
