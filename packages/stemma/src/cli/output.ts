import { plainText } from '@stemma/contract/words/render';

/** Where a command writes: results on stdout, progress and messages on stderr. */
export interface Output {
  readonly isTerminal: boolean;
  readonly isErrorTerminal: boolean;
  readonly columns: number;
  /** One line of a result. Whatever it holds, it stays one line and repaints nothing. */
  line(text?: string): void;
  /** Text of our own over several lines, as it is. */
  text(text: string): void;
  /** The one JSON document of a command. */
  json(value: unknown): void;
  /** One event as a line of NDJSON on stdout. */
  record(value: unknown): void;
  /** A message to the person, on stderr; silent with `--quiet`. */
  message(text: string): void;
  /** A fault, on stderr, also with `--quiet`. */
  complaint(text: string): void;
  /** One NDJSON progress event on stderr. */
  progressRecord(value: unknown): void;
  /** Rewrites the progress line on a terminal. */
  progressLine(text: string): void;
  clearProgress(): void;
  style(name: StyleName, text: string): string;
}

export type StyleName = 'dim' | 'bold' | 'accent' | 'good' | 'warn' | 'bad';

const CODES: Readonly<Record<StyleName, readonly [number, number]>> = {
  dim: [2, 22],
  bold: [1, 22],
  accent: [36, 39],
  good: [32, 39],
  warn: [33, 39],
  bad: [31, 39],
};

const STYLED = /\x1b\[(?:1|2|22|31|32|33|36|39)m/g;

/** The text on one line, without what could repaint a terminal or reorder a line; our own styles stay. */
const harmless = (text: string, color: boolean): string => {
  const flat = text.replace(/[\t\r\n\u2028\u2029]+/g, ' ');
  if (!color) return plainText(flat);
  const styles = flat.match(STYLED) ?? [];
  return flat
    .split(STYLED)
    .map((part, index) => plainText(part) + (styles[index] ?? ''))
    .join('');
};

export type OutputOptions = {
  stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
  quiet: boolean;
  color: boolean;
};

export const createOutput = ({ stdout, stderr, quiet, color }: OutputOptions): Output => {
  let shown = false;
  const clearProgress = (): void => {
    if (shown) stderr.write('\r\x1b[2K');
    shown = false;
  };
  const safe = (text: string): string => harmless(text, color);
  const print = (text: string): void => {
    clearProgress();
    stdout.write(`${text}\n`);
  };
  const tell = (text: string): void => {
    clearProgress();
    stderr.write(`${text}\n`);
  };
  return {
    isTerminal: stdout.isTTY === true,
    isErrorTerminal: stderr.isTTY === true,
    columns: Math.max(40, Math.min(stdout.columns ?? 100, 120)),
    line: (text = '') => print(safe(text)),
    text: print,
    json: (value) => print(JSON.stringify(value, null, 2)),
    record: (value) => print(JSON.stringify(value)),
    message: (text) => {
      if (!quiet) tell(safe(text));
    },
    complaint: (text) => tell(safe(text)),
    progressRecord: (value) => {
      stderr.write(`${JSON.stringify(value)}\n`);
    },
    progressLine: (text) => {
      if (quiet) return;
      shown = true;
      stderr.write(`\r\x1b[2K${safe(text)}`);
    },
    clearProgress,
    style: (name, text) => {
      const [on, off] = CODES[name];
      return color ? `\x1b[${on}m${text}\x1b[${off}m` : text;
    },
  };
};
