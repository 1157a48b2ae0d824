import type { CiteStyle } from '@stemma/contract/bibliography';
import type { CommandName, FlagName } from '@stemma/contract/words/index';
import type { Session } from './session.ts';

/** How the value of a flag is read; `switch` takes none, `many` may be given again. */
export type FlagKind = 'switch' | 'text' | 'many' | 'count';

export type CommandFlag = {
  readonly name: FlagName;
  readonly kind: FlagKind;
  readonly choices?: readonly string[];
};

export type CommandArguments = { readonly words: string[]; readonly flags: Readonly<Record<string, never>> };

/** One row of the command table: the shape of the line, and what to load when it is called. */
export type CommandRow = {
  readonly name: CommandName;
  /** Commander's form: `<needed>`, `[optional]`, `...` for several. */
  readonly arguments?: string;
  readonly flags: readonly CommandFlag[];
  /** Goes on with defaults where a settings file is broken: the commands that help to mend it. */
  readonly bearsBadSettings?: true;
  /** Commands that work before a data folder exists do not tell of runs left behind. */
  readonly tellsOfLeftBehind: boolean;
  load(): Promise<(session: Session, words: readonly string[], flags: never) => Promise<number>>;
};

/** Flags that every command takes. */
export const GLOBAL_FLAGS: readonly CommandFlag[] = [
  { name: '--data', kind: 'text' },
  { name: '--json', kind: 'switch' },
  { name: '--progress', kind: 'text', choices: ['auto', 'bar', 'json', 'none'] },
  { name: '--quiet', kind: 'switch' },
  { name: '--no-color', kind: 'switch' },
  { name: '--language', kind: 'text', choices: ['auto', 'en', 'zh'] },
];

const PASSAGE_KINDS = [
  'text',
  'abstract',
  'formula',
  'table',
  'caption',
  'code',
  'cell',
  'footnote',
  'reference',
] as const;

const CITE_STYLES = ['apa', 'gb7714', 'bibtex', 'ris', 'csl-json', 'pandoc'] as const satisfies CiteStyle[];

const limit = { name: '--limit', kind: 'count' } as const;
const cursor = { name: '--cursor', kind: 'text' } as const;
const topK = { name: '--top-k', kind: 'count' } as const;

/** A command over words that all belong to one text: `stemma ask what is damping` needs no quotes. */
const joined = (words: readonly string[]): string => words.join(' ');

export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'add',
    arguments: '<input...>',
    flags: [
      { name: '--password', kind: 'switch' },
      { name: '--password-file', kind: 'text' },
    ],
    tellsOfLeftBehind: true,
    load: async () => (await import('./commands/add.ts')).add,
  },
  {
    name: 'list',
    flags: [limit, cursor],
    tellsOfLeftBehind: true,
    load: async () => {
      const { list } = await import('./commands/list.ts');
      return (session, _words, flags) => list(session, flags);
    },
  },
  {
    name: 'show',
    arguments: '<key>',
    flags: [
      { name: '--page', kind: 'count' },
      { name: '--references', kind: 'switch' },
      { name: '--png', kind: 'text' },
    ],
    tellsOfLeftBehind: true,
    load: async () => {
      const { show } = await import('./commands/show.ts');
      return (session, words, flags) => show(session, words[0]!, flags);
    },
  },
  {
    name: 'edit',
    arguments: '<key>',
    flags: [
      { name: '--title', kind: 'text' },
      { name: '--author', kind: 'many' },
      { name: '--year', kind: 'count' },
      { name: '--venue', kind: 'text' },
      { name: '--doi', kind: 'text' },
      { name: '--arxiv', kind: 'text' },
      { name: '--work-language', kind: 'text' },
      { name: '--reset', kind: 'many' },
    ],
    tellsOfLeftBehind: true,
    load: async () => {
      const { edit } = await import('./commands/edit.ts');
      return (session, words, flags) => edit(session, words[0]!, flags);
    },
  },
  {
    name: 'sources',
    flags: [limit, cursor],
    tellsOfLeftBehind: true,
    load: async () => {
      const { list } = await import('./commands/list.ts');
      return (session, _words, flags) => list(session, flags);
    },
  },
  {
    name: 'sources merge',
    arguments: '<key> <other>',
    flags: [],
    tellsOfLeftBehind: true,
    load: async () => {
      const { sourcesMerge } = await import('./commands/sources.ts');
      return (session, words) => sourcesMerge(session, words[0]!, words[1]!);
    },
  },
  {
    name: 'sources split',
    arguments: '<key> [file]',
    flags: [],
    tellsOfLeftBehind: true,
    load: async () => {
      const { sourcesSplit } = await import('./commands/sources.ts');
      return (session, words) => sourcesSplit(session, words[0]!, words[1]);
    },
  },
  {
    name: 'search',
    arguments: '<text...>',
    flags: [
      limit,
      { name: '--kind', kind: 'many', choices: PASSAGE_KINDS },
      { name: '--source', kind: 'many' },
    ],
    tellsOfLeftBehind: true,
    load: async () => {
      const { search } = await import('./commands/search.ts');
      return (session, words, flags) => search(session, joined(words), flags);
    },
  },
  {
    name: 'ask',
    arguments: '<text...>',
    flags: [
      { name: '--mode', kind: 'text', choices: ['quote', 'pipeline', 'agent'] },
      topK,
      { name: '--thread', kind: 'text' },
      { name: '--ref', kind: 'many' },
    ],
    tellsOfLeftBehind: true,
    load: async () => {
      const { ask } = await import('./commands/ask.ts');
      return (session, words, flags) => ask(session, joined(words), flags);
    },
  },
  {
    name: 'why',
    arguments: '<run>',
    flags: [],
    tellsOfLeftBehind: true,
    load: async () => {
      const { why } = await import('./commands/why.ts');
      return (session, words) => why(session, words[0]!);
    },
  },
  {
    name: 'cite',
    arguments: '<key...>',
    flags: [
      { name: '--style', kind: 'text', choices: CITE_STYLES },
      { name: '--page', kind: 'count' },
    ],
    tellsOfLeftBehind: true,
    load: async () => {
      const { cite } = await import('./commands/cite.ts');
      return (session, words, flags) => cite(session, words, flags);
    },
  },
  {
    name: 'runs',
    flags: [limit, cursor, { name: '--unfinished', kind: 'switch' }],
    tellsOfLeftBehind: false,
    load: async () => {
      const { runs } = await import('./commands/runs.ts');
      return (session, _words, flags) => runs(session, flags);
    },
  },
  {
    name: 'runs show',
    arguments: '<run>',
    flags: [],
    tellsOfLeftBehind: false,
    load: async () => {
      const { runsShow } = await import('./commands/runs.ts');
      return (session, words) => runsShow(session, words[0]!);
    },
  },
  {
    name: 'runs events',
    arguments: '<run>',
    flags: [
      { name: '--after', kind: 'count' },
      { name: '--follow', kind: 'switch' },
    ],
    tellsOfLeftBehind: false,
    load: async () => {
      const { runsEvents } = await import('./commands/runs.ts');
      return (session, words, flags) => runsEvents(session, words[0]!, flags);
    },
  },
  {
    name: 'runs cancel',
    arguments: '<run>',
    flags: [],
    tellsOfLeftBehind: false,
    load: async () => {
      const { runsCancel } = await import('./commands/runs.ts');
      return (session, words) => runsCancel(session, words[0]!);
    },
  },
  {
    name: 'runs retry',
    arguments: '<run>',
    flags: [],
    tellsOfLeftBehind: false,
    load: async () => {
      const { runsRetry } = await import('./commands/runs.ts');
      return (session, words) => runsRetry(session, words[0]!);
    },
  },
  {
    name: 'runs resume',
    arguments: '[run]',
    flags: [],
    tellsOfLeftBehind: false,
    load: async () => {
      const { runsResume } = await import('./commands/runs.ts');
      return (session, words) => runsResume(session, words[0]);
    },
  },
  {
    name: 'doctor',
    bearsBadSettings: true,
    flags: [],
    tellsOfLeftBehind: false,
    load: async () => {
      const { doctor } = await import('./commands/doctor.ts');
      return (session) => doctor(session);
    },
  },
  {
    name: 'config',
    bearsBadSettings: true,
    flags: [],
    tellsOfLeftBehind: false,
    load: async () => {
      const { configShow } = await import('./commands/config.ts');
      return (session) => configShow(session);
    },
  },
  {
    name: 'config show',
    bearsBadSettings: true,
    flags: [],
    tellsOfLeftBehind: false,
    load: async () => {
      const { configShow } = await import('./commands/config.ts');
      return (session) => configShow(session);
    },
  },
  {
    name: 'config set',
    bearsBadSettings: true,
    arguments: '<name> <value>',
    flags: [],
    tellsOfLeftBehind: false,
    load: async () => {
      const { configSet } = await import('./commands/config.ts');
      return (session, words) => configSet(session, words[0]!, words[1]!);
    },
  },
  {
    name: 'demo',
    flags: [],
    tellsOfLeftBehind: false,
    load: async () => {
      const { demo } = await import('./commands/demo.ts');
      return (session) => demo(session);
    },
  },
  {
    name: 'completion',
    arguments: '<shell>',
    flags: [],
    tellsOfLeftBehind: false,
    load: async () => {
      const { completion } = await import('./commands/completion.ts');
      return (session, words) => completion(session, words[0]!);
    },
  },
];
