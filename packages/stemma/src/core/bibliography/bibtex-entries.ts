import type { BibliographyFault } from '@stemma/contract/bibliography';
import { matchBraces } from './braces.ts';
import type { SourceText } from './source-text.ts';

/** An entry as it stands: values are TeX, with `@string` put in and delimiters taken off. */
export type BibtexEntry = {
  readonly type: string;
  /** '' where none was given. */
  readonly key: string;
  readonly line: number;
  readonly fields: ReadonlyMap<string, string>;
};

export type BibtexEntries = {
  readonly entries: readonly BibtexEntry[];
  readonly faults: readonly BibliographyFault[];
};

/** `@word{` or `@word(`; not behind a letter (an address), and no line that is commented out. */
const START = /(?<![\w.\\])@[ \t]*([A-Za-z][A-Za-z-]*)\s*([{(])/g;
/** At the start of a line no value of the entry before goes on: it was never closed. */
const ENTRY_LINE = /^[ \t]*@[ \t]*[A-Za-z][A-Za-z-]*\s*[{(]\s*(?:[^\s,{}()="]+\s*[,\n]|[\w-]+\s*=)/gm;
const COMMENTED = /^[ \t]*%/;
const NAME = /[^\s"#%'(),={}]+/y;
const FIELD = /\s*[A-Za-z][\w:+.-]*\s*=/y;
const BARE = /[^\s"#(),={}]+/y;
const KEY = /[^,\s{}="]*/y;
const WHITE = /\s*/y;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const EXCERPT = 40;
const OPEN_QUOTES = 20;

type Strings = Map<string, string>;

/** Where reading stands, and what bounds it. */
type Cursor = {
  readonly source: SourceText;
  readonly limit: number;
  readonly braces: ReadonlyMap<number, number>;
  readonly isClosed: boolean;
  at: number;
  /** Quotes met that nothing closes; looking for their ends stops after a few. */
  openQuotes: number;
};

type Found = { readonly type: string; readonly at: number; readonly open: number };

const take = (cursor: Cursor, pattern: RegExp): string => {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.source.text)?.[0] ?? '';
  const text = found.slice(0, Math.max(0, cursor.limit - cursor.at));
  cursor.at += text.length;
  return text;
};

const isAt = ({ source, at, limit }: Cursor, pattern: RegExp): boolean => {
  pattern.lastIndex = at;
  return pattern.test(source.text) && pattern.lastIndex <= limit;
};

const here = ({ source, at, limit }: Cursor): string => (at < limit ? source.text[at]! : '');

const lineEnd = ({ source, at, limit }: Cursor): number => {
  const end = source.text.indexOf('\n', at);
  return end < 0 ? limit : Math.min(end, limit);
};

const braceEnd = ({ braces, limit }: Cursor, open: number): number => {
  const end = braces.get(open) ?? -1;
  return end < limit ? end : -1;
};

/** End of a quoted value, whose quotes inside braces are its own; -1 when it has none. */
const quoteEnd = (cursor: Cursor): number => {
  const { source, at, limit } = cursor;
  if (cursor.openQuotes > OPEN_QUOTES) return -1;
  for (let next = at + 1; next < limit; next += 1) {
    const unit = source.text.charCodeAt(next);
    if (unit === 0x22) return next;
    if (unit === 0x7b) next = Math.max(next, braceEnd(cursor, next));
  }
  cursor.openQuotes += 1;
  return -1;
};

/** In an entry that is not closed a value holding another field's line is itself the one not closed. */
const holdsField = (value: string): boolean => /\n[ \t]*[A-Za-z][\w-]*[ \t]*=[ \t]*["{\w]/.test(value);

class EntryReader {
  readonly faults: BibliographyFault[] = [];
  key: string | null = null;
  readonly cursor: Cursor;
  private readonly strings: Strings;
  private readonly close: string;

  constructor(cursor: Cursor, strings: Strings, close: string) {
    this.cursor = cursor;
    this.strings = strings;
    this.close = close;
  }

  fault(
    code: BibliographyFault['code'],
    params: BibliographyFault['params'] = {},
    at = this.cursor.at,
  ): void {
    const line = this.cursor.source.lineAt(Math.min(at, this.cursor.limit));
    this.faults.push({ line, key: this.key, code, params });
  }

  private delimited(field: string): string {
    const { cursor } = this;
    const { text } = cursor.source;
    const isBraced = text[cursor.at] === '{';
    const end = isBraced ? braceEnd(cursor, cursor.at) : quoteEnd(cursor);
    const value = end < 0 ? '' : text.slice(cursor.at + 1, end);
    if (end >= 0 && (cursor.isClosed || !holdsField(value))) {
      cursor.at = end + 1;
      return value;
    }
    this.fault('unclosed_value', { field });
    const stop = lineEnd(cursor);
    const rest = text.slice(cursor.at + 1, stop).replace(/[\s,]+$/, '');
    cursor.at = stop;
    return rest;
  }

  private bare(field: string): string | undefined {
    const start = this.cursor.at;
    const word = take(this.cursor, BARE);
    if (word === '') {
      this.fault('missing_value', { field }, start);
      return undefined;
    }
    if (/^\d+$/.test(word)) return word;
    const known = this.strings.get(word.toLowerCase());
    if (known === undefined) this.fault('unknown_string', { name: word.slice(0, EXCERPT) }, start);
    return known ?? word;
  }

  /** `"a" # b # {c}`; undefined when nothing stands there. */
  private value(field: string): string | undefined {
    let whole: string | undefined;
    for (;;) {
      take(this.cursor, WHITE);
      const first = here(this.cursor);
      const part = first === '{' || first === '"' ? this.delimited(field) : this.bare(field);
      if (part === undefined) return whole;
      whole = (whole ?? '') + part;
      take(this.cursor, WHITE);
      if (here(this.cursor) !== '#') return whole;
      this.cursor.at += 1;
    }
  }

  private isEnd(): boolean {
    const next = here(this.cursor);
    return next === '' || next === '}' || next === this.close;
  }

  /** Passes over what is no field, up to the next comma, brace or line. */
  private skip(): void {
    const { cursor } = this;
    const { text } = cursor.source;
    const start = cursor.at;
    while (
      cursor.at < cursor.limit &&
      !/[,\n]/.test(text[cursor.at]!) &&
      (cursor.at === start || !this.isEnd())
    )
      cursor.at = Math.max(cursor.at, text[cursor.at] === '{' ? braceEnd(cursor, cursor.at) : -1) + 1;
    this.fault(
      'unexpected_text',
      { text: text.slice(start, Math.min(cursor.at, start + EXCERPT)).trim() },
      start,
    );
  }

  /** `a = 1, b = {x}` up to the end of the entry. */
  fields(): Map<string, string> {
    const fields = new Map<string, string>();
    let isSeparated = true;
    for (;;) {
      take(this.cursor, WHITE);
      if (this.isEnd()) return fields;
      const start = this.cursor.at;
      if (here(this.cursor) === ',') {
        this.cursor.at += 1;
        isSeparated = true;
      } else if (!isAt(this.cursor, FIELD)) this.skip();
      else {
        const name = take(this.cursor, NAME).toLowerCase();
        if (!isSeparated) this.fault('missing_comma', { field: name }, start);
        take(this.cursor, WHITE);
        this.cursor.at += 1;
        const value = this.value(name);
        // Behind a value that was cut at its line no comma is missed.
        isSeparated = this.faults.at(-1)?.code === 'unclosed_value';
        if (value !== undefined && fields.has(name)) this.fault('duplicate_field', { field: name }, start);
        else if (value !== undefined) fields.set(name, value);
      }
    }
  }

  /** The key and the comma behind it. */
  readKey(): string {
    take(this.cursor, WHITE);
    if (isAt(this.cursor, FIELD)) {
      this.fault('missing_key');
      return '';
    }
    const key = take(this.cursor, KEY);
    this.key = key === '' ? null : key;
    if (key === '') this.fault('missing_key');
    take(this.cursor, WHITE);
    const next = here(this.cursor);
    if (next === ',') this.cursor.at += 1;
    else if (isAt(this.cursor, FIELD)) {
      FIELD.lastIndex = this.cursor.at;
      const field = FIELD.exec(this.cursor.source.text)![0].replace(/[\s=]/g, '');
      this.fault('missing_comma', { field });
    }
    return key;
  }

  /** Steps over the closing mark, or tells that there is none. */
  end(at: number): void {
    if (this.cursor.at < this.cursor.limit) this.cursor.at += 1;
    else this.fault('unclosed_entry', {}, at);
  }
}

/** Offsets where a line begins an entry. */
const entryLines = (text: string): number[] => [...text.matchAll(ENTRY_LINE)].map((match) => match.index);

const firstAfter = (
  sorted: readonly number[],
  offset: number,
  from: { index: number },
): number | undefined => {
  while (from.index < sorted.length && sorted[from.index]! <= offset) from.index += 1;
  return sorted[from.index];
};

const nextStart = ({ text, lineStart }: SourceText, from: number): Found | undefined => {
  START.lastIndex = from;
  for (let match = START.exec(text); match; match = START.exec(text)) {
    if (COMMENTED.test(text.slice(lineStart(match.index), match.index))) {
      const end = text.indexOf('\n', match.index);
      if (end < 0) return undefined;
      START.lastIndex = end;
    } else
      return {
        type: match[1]!.toLowerCase(),
        at: match.index,
        open: match.index + match[0].length - 1,
      };
  }
  return undefined;
};

/**
 * The entries of a BibTeX or BibLaTeX file. Recovering: an entry ends at its closing mark or at the next line
 * that begins one, and each fault is told with its line and key. Linear in the length of the text, also for
 * hostile input.
 */
export const readBibtexEntries = (source: SourceText): BibtexEntries => {
  const { text } = source;
  const strings: Strings = new Map(MONTHS.map((name, index) => [name, String(index + 1)]));
  const lines = entryLines(text);
  const braces = matchBraces(text);
  const nextLine = { index: 0 };
  const entries: BibtexEntry[] = [];
  const faults: BibliographyFault[] = [];
  let at = 0;
  for (let found = nextStart(source, at); found; found = nextStart(source, at)) {
    const { type, open } = found;
    if (type === 'comment' || type === 'preamble') {
      // What a comment holds is no entry; one that is never closed ends with its line.
      const lineStop = text.indexOf('\n', open);
      at = braces.get(open) ?? (lineStop < 0 ? text.length : lineStop);
      continue;
    }
    const limit = firstAfter(lines, open, nextLine) ?? text.length;
    const isClosed = text[open] === '(' || (braces.get(open) ?? limit) < limit;
    const cursor: Cursor = { source, limit, braces, isClosed, at: open + 1, openQuotes: 0 };
    const reader = new EntryReader(cursor, strings, text[open] === '(' ? ')' : '}');
    if (type === 'string') for (const [name, value] of reader.fields()) strings.set(name, value);
    else {
      const key = reader.readKey();
      entries.push({ type, key, line: source.lineAt(found.at), fields: reader.fields() });
    }
    reader.end(found.at);
    for (const fault of reader.faults) faults.push(fault);
    at = cursor.at;
  }
  return { entries, faults };
};
