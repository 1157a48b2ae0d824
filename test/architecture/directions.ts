/**
 * Who may import whom. The first row whose `from` begins a path decides about it. A target is allowed
 * when one of `to` begins its path; `own` allows the folder of the importer under `from`.
 */
export type Direction = {
  readonly from: string;
  readonly to: readonly string[];
  /** Packages and `node:` modules; `*` is any. */
  readonly packages: readonly string[];
  /** Imports that are allowed only as `await import()` (or for types). */
  readonly lazily?: readonly string[];
};

const CONTRACT = 'packages/contract/src/';
const stemma = (folder: string): string => `packages/stemma/src/${folder}`;
const ERRORS = stemma('errors/');
const PORTS = stemma('ports/');
const CORE = stemma('core/');
const ACTIONS = stemma('actions/');
const WORKFLOWS = stemma('workflows/');
const TOOLS = stemma('tools/');
const CONFIG = stemma('config/');
const ADAPTERS = stemma('adapters/');
const PROCESSES = stemma('processes/');
const COMPOSE = stemma('compose.ts');
const ENTRY = stemma('processes/entry.ts');

/** Packages that compute and do nothing else: no file, network, clock or environment. */
const PURE = [
  'zod',
  'stemmer',
  'opencc-js',
  'yaml',
  'mdast',
  'mdast-util-from-markdown',
  'mdast-util-gfm',
  'micromark-extension-gfm',
];
const ANY = ['*'];

/** Adapter folders that others build on. Everything else of an adapter is its own. */
const SHARED_ADAPTERS: Readonly<Record<string, readonly string[]>> = {
  sqlite: ['sql'],
  pdfium: ['reader-pool'],
  pdfjs: ['reader-pool'],
  'text-reader': ['reader-pool'],
  arxiv: ['polite-http'],
  crossref: ['polite-http'],
};

const adapter = (name: string, shared: readonly string[]): Direction => ({
  from: stemma(`adapters/${name}/`),
  to: [
    CONTRACT,
    ERRORS,
    PORTS,
    stemma('core/text/'),
    ENTRY,
    ...[name, ...shared].map((folder) => stemma(`adapters/${folder}/`)),
  ],
  packages: ANY,
});

const door = (name: string): Direction => ({
  from: stemma(`${name}/`),
  to: [CONTRACT, ERRORS, ACTIONS, CONFIG, COMPOSE, stemma(`${name}/`)],
  packages: ANY,
});

/** Each entry of a thread or process: one adapter family, and the core it feeds. */
const entry = (file: string, families: readonly string[]): Direction => ({
  from: stemma(`processes/${file}`),
  to: [CONTRACT, ERRORS, PORTS, CORE, ENTRY, ...families.map((family) => stemma(`adapters/${family}/`))],
  packages: ANY,
});

export const directions = (adapters: readonly string[]): Direction[] => [
  { from: CONTRACT, to: [CONTRACT], packages: ['zod'] },
  { from: ERRORS, to: [CONTRACT, ERRORS], packages: [] },
  { from: PORTS, to: [CONTRACT, ERRORS, PORTS], packages: [] },
  { from: CORE, to: [CONTRACT, ERRORS, CORE], packages: PURE },
  { from: WORKFLOWS, to: [CONTRACT, ERRORS, PORTS, CORE, TOOLS, WORKFLOWS], packages: ['zod'] },
  { from: TOOLS, to: [CONTRACT, ERRORS, PORTS, CORE, TOOLS], packages: ['zod'] },
  { from: ACTIONS, to: [CONTRACT, ERRORS, PORTS, CORE, WORKFLOWS, TOOLS, ACTIONS], packages: ['zod'] },
  ...adapters.map((name) => adapter(name, SHARED_ADAPTERS[name] ?? [])),
  entry('pdf-reader', ['pdfium', 'reader-pool']),
  entry('pdf-repairer', ['pdfjs', 'reader-pool']),
  entry('text-reader', ['text-reader', 'reader-pool']),
  entry('sqlite-thread', ['sqlite', 'sql']),
  { from: PROCESSES, to: [CONTRACT, ERRORS, PORTS, CORE, PROCESSES], packages: ANY },
  {
    from: stemma('conformance/'),
    to: [CONTRACT, ERRORS, PORTS, CORE, stemma('conformance/')],
    packages: ANY,
  },
  {
    from: CONFIG,
    to: [CONTRACT, ERRORS, CONFIG],
    packages: ['env-paths', 'yaml', 'node:fs', 'node:fs/promises', 'node:os', 'node:path', 'node:util'],
  },
  ...['cli', 'http', 'mcp', 'worker'].map(door),
  {
    from: COMPOSE,
    to: [CONTRACT, ERRORS, PORTS, CORE, WORKFLOWS, TOOLS, ACTIONS, CONFIG, ENTRY],
    packages: ANY,
    lazily: [ADAPTERS],
  },
  { from: 'packages/web/src/', to: [CONTRACT, 'packages/web/src/'], packages: ANY },
];

/** Folders of `adapters/` among some paths. */
export const adaptersAmong = (paths: readonly string[]): string[] => [
  ...new Set(
    paths
      .filter((path) => path.startsWith(ADAPTERS))
      .map((path) => path.slice(ADAPTERS.length).split('/')[0]!),
  ),
];
