import { z } from 'zod';
import { LIMITS } from './limits.ts';

/**
 * Every setting of this release. *Reach* settings (what Stemma may touch or use up) come from flag,
 * environment or the user's own file only; *taste* may also come from a project's `stemma.yaml`.
 */
export type SettingClass = 'reach' | 'taste';

type Described = { readonly en: string; readonly zh: string };

export type SettingSpec<T extends string | number> = {
  readonly class: SettingClass;
  readonly schema: z.ZodType<T>;
  /** Null where it depends on the machine. */
  readonly fallback: T | null;
  /** What may be set, in signs that need no language. */
  readonly expected: string;
  readonly description: Described;
  /** Left out of lists: for tests and special machines. */
  readonly hidden?: true;
};

type Base<T extends string | number> = Pick<SettingSpec<T>, 'class' | 'description' | 'hidden'> & {
  readonly fallback: T;
};

const whole = (min: number, max: number, spec: Base<number>): SettingSpec<number> => ({
  ...spec,
  schema: z.int().min(min).max(max),
  expected: `${min} … ${max}`,
});

const share = (spec: Base<number>): SettingSpec<number> => ({
  ...spec,
  schema: z.number().min(0).max(1),
  expected: '0.00 … 1.00',
});

const choice = <const V extends readonly string[]>(
  values: V,
  spec: Base<V[number]>,
): SettingSpec<V[number]> => ({
  ...spec,
  schema: z.enum(values),
  expected: values.join(' | '),
});

/** Encrypted, or on this machine: an answer that others could change is no source of facts. */
const ADDRESS =
  /^(?:https:\/\/[^\s/@?#]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?)(?:\/[^\s?#]*)?$/;

const address = (fallback: string, description: Described): SettingSpec<string> => ({
  class: 'reach',
  schema: z.string().regex(ADDRESS),
  fallback,
  expected: 'https://host/path',
  description,
});

const reader = LIMITS.reader;

export const SETTINGS = {
  data: {
    class: 'reach',
    schema: z.string().min(1),
    fallback: null,
    expected: '/path/to/folder',
    description: {
      en: 'Folder that holds the library and everything Stemma keeps. Default: the XDG data folder of the user.',
      zh: '存放文献库和 Stemma 全部数据的文件夹。默认：用户的 XDG 数据文件夹。',
    },
  } as SettingSpec<string>,
  language: choice(['auto', 'en', 'zh'], {
    class: 'taste',
    fallback: 'auto',
    description: {
      en: 'Language of messages. `auto` follows LC_ALL, LC_MESSAGES and LANG.',
      zh: '消息的语言。`auto` 依照 LC_ALL、LC_MESSAGES 和 LANG。',
    },
  }),
  color: choice(['auto', 'always', 'never'], {
    class: 'taste',
    fallback: 'auto',
    description: {
      en: 'Colours on the terminal. `auto` uses them on a terminal only. NO_COLOR counts as `never`.',
      zh: '终端颜色。`auto` 只在终端上使用。设有 NO_COLOR 时等于 `never`。',
    },
  }),
  progress: choice(['auto', 'bar', 'json', 'none'], {
    class: 'taste',
    fallback: 'auto',
    description: {
      en: 'How progress is shown on standard error. `auto` draws a bar on a terminal and is silent elsewhere; `json` prints one event per line.',
      zh: '标准错误上的进度显示方式。`auto` 在终端上画进度条，其他情况不输出；`json` 每行输出一个事件。',
    },
  }),
  topK: whole(1, LIMITS.topK.max, {
    class: 'taste',
    fallback: LIMITS.topK.default,
    description: { en: 'How many passages a search shows.', zh: '一次检索显示多少个段落。' },
  }),
  capPerSource: whole(1, LIMITS.topK.max, {
    class: 'taste',
    fallback: LIMITS.capPerSource,
    description: {
      en: 'Most passages of one source among those shown.',
      zh: '显示的段落中，同一来源最多占多少个。',
    },
  }),
  coverEvidence: share({
    class: 'taste',
    fallback: LIMITS.cover.evidence,
    description: {
      en: "Share of the question's weight a passage must cover to be evidence at all.",
      zh: '段落至少涵盖问题权重的多大比例，才能作为证据。',
    },
  }),
  coverGood: share({
    class: 'taste',
    fallback: LIMITS.cover.good,
    description: {
      en: 'Below this share a passage is marked "check by hand". Not less than `coverEvidence`.',
      zh: '低于这个比例的段落标为“需人工核对”。不小于 `coverEvidence`。',
    },
  }),
  citationStyle: choice(['auto', 'apa', 'gb7714'], {
    class: 'taste',
    fallback: 'auto',
    description: {
      en: 'Style of references under answers and of `cite`. `auto` is GB/T 7714 where messages are Chinese, else APA.',
      zh: '回答下方和 `cite` 的参考文献格式。`auto` 在中文界面用 GB/T 7714，否则用 APA。',
    },
  }),
  readerConcurrency: whole(1, 16, {
    class: 'reach',
    fallback: 2,
    description: { en: 'How many files are read at the same time.', zh: '同时读取多少个文件。' },
  }),
  readerStallSeconds: whole(1, 3600, {
    class: 'reach',
    fallback: reader.stallMs / 1000,
    description: {
      en: 'Seconds without a new page after which reading a file is given up.',
      zh: '多少秒没有读出新的一页，就放弃读取该文件。',
    },
  }),
  readerMemoryMb: whole(128, 65_536, {
    class: 'reach',
    fallback: reader.memoryBytes / 1024 ** 2,
    description: {
      en: 'Memory in MB that reading one file may use.',
      zh: '读取一个文件最多可用的内存，以 MB 计。',
    },
  }),
  arxivUrl: address('https://export.arxiv.org/api/query', {
    en: 'Where metadata of an arXiv id is asked for, when one is added.',
    zh: '添加 arXiv 编号时，向哪里查询它的元数据。',
  }),
  crossrefUrl: address('https://api.crossref.org/works', {
    en: 'Where metadata of a DOI is asked for, when one is added.',
    zh: '添加 DOI 时，向哪里查询它的元数据。',
  }),
  lookupSeconds: whole(1, 300, {
    class: 'reach',
    fallback: LIMITS.lookup.timeoutMs / 1000,
    description: {
      en: 'Seconds after which a service that was asked for metadata is given up.',
      zh: '查询元数据的服务多少秒没有答复，就放弃。',
    },
  }),
  leaseMs: whole(100, 600_000, {
    class: 'reach',
    fallback: LIMITS.leaseMs,
    hidden: true,
    description: {
      en: 'Milliseconds after which a run whose process gives no sign of life may be taken over.',
      zh: '进程多少毫秒没有动静，它的运行就可以被接手。',
    },
  }),
  heartbeatMs: whole(20, 300_000, {
    class: 'reach',
    fallback: LIMITS.heartbeatMs,
    hidden: true,
    description: {
      en: 'Milliseconds between two signs of life of a running process. At most half of `leaseMs`.',
      zh: '进程两次报告动静之间的毫秒数。至多为 `leaseMs` 的一半。',
    },
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** The values in force. */
export type Settings = {
  readonly [N in SettingName]: (typeof SETTINGS)[N] extends SettingSpec<infer T> ? T : never;
};

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

/** The environment variable of a setting: `topK` is `STEMMA_TOP_K`. */
export const environmentNameOf = (name: string): string =>
  `STEMMA_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** The flag of a setting: `topK` is `--top-k`. */
export const flagNameOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * Reads one value as it stands in a file, a flag or a variable; text that spells a number counts as one
 * where a number is expected. Undefined when it is not allowed.
 */
export const parseSetting = <N extends SettingName>(name: N, raw: unknown): Settings[N] | undefined => {
  const { schema, fallback } = SETTINGS[name];
  const value =
    typeof fallback === 'number' && typeof raw === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(raw)
      ? Number(raw)
      : typeof raw === 'string'
        ? raw.trim()
        : raw;
  const parsed = schema.safeParse(value);
  return parsed.success ? (parsed.data as Settings[N]) : undefined;
};

export type SettingConflict = {
  readonly name: SettingName;
  readonly against: SettingName;
  readonly expected: string;
};

/** Values that are each allowed but do not go together. */
export const conflictsOf = (settings: Settings): SettingConflict[] => {
  const conflicts: SettingConflict[] = [];
  if (settings.coverGood < settings.coverEvidence)
    conflicts.push({
      name: 'coverGood',
      against: 'coverEvidence',
      expected: `≥ coverEvidence (${settings.coverEvidence})`,
    });
  if (settings.heartbeatMs * 2 > settings.leaseMs)
    conflicts.push({
      name: 'heartbeatMs',
      against: 'leaseMs',
      expected: `≤ leaseMs / 2 (${settings.leaseMs / 2})`,
    });
  return conflicts;
};
