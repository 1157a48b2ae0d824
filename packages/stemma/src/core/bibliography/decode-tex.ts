import { matchBraces } from './braces.ts';
import { mathEnd } from './tex-math.ts';
import { ACCENTS, HIDES_FIRST, LOOKS, SYMBOLS } from './tex-symbols.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
};
const ENTITY = /&(?:([a-z]{2,5})|#(\d{1,6})|#x([\da-f]{1,5}));/iy;
const COMMAND = /[A-Za-z]+\*?|[\s\S]/y;
const BLANKS = /\s*/y;
const EMPTY_GROUP = /\{\}/y;

/** What is written so far, and the accents that wait for their letter. */
class Shown {
  text = '';
  private waiting = '';

  accent(mark: string): void {
    this.waiting = mark + this.waiting;
  }

  put(characters: string): void {
    if (this.waiting === '' || characters === '') {
      this.text += characters;
      return;
    }
    const first = String.fromCodePoint(characters.codePointAt(0)!);
    const base = first === 'ı' ? 'i' : first === 'ȷ' ? 'j' : first;
    this.text += base + this.waiting + characters.slice(first.length);
    this.waiting = '';
  }
}

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

const blanksEnd = (text: string, at: number): number => at + matchAt(BLANKS, text, at)![0].length;

const entityText = (match: RegExpExecArray): string | undefined => {
  const [, name, decimal, hexadecimal] = match;
  if (name !== undefined) return ENTITIES[name.toLowerCase()];
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
  return code < 32 || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff
    ? undefined
    : String.fromCodePoint(code);
};

type State = { readonly text: string; readonly braces: ReadonlyMap<number, number>; readonly shown: Shown };

/** Offset behind a group at `at`, or `at` when none stands there. */
const behindGroup = ({ text, braces }: State, at: number): number => {
  const open = blanksEnd(text, at);
  const end = text[open] === '{' ? braces.get(open) : undefined;
  return end === undefined ? at : end + 1;
};

/** Reads the command behind a backslash and returns the offset behind it. */
const readCommand = (state: State, at: number): number => {
  const { text, shown } = state;
  const name = matchAt(COMMAND, text, at)?.[0];
  if (name === undefined) {
    shown.put('\\');
    return at;
  }
  const after = at + name.length;
  const isWord = /^[A-Za-z]/.test(name);
  const accent = Object.hasOwn(ACCENTS, name) ? ACCENTS[name] : undefined;
  if (accent !== undefined) {
    const letter = blanksEnd(text, after);
    if (matchAt(EMPTY_GROUP, text, letter)) {
      shown.put(isWord ? `\\${name}` : name);
      return letter + 2;
    }
    shown.accent(accent);
    return letter;
  }
  if (Object.hasOwn(SYMBOLS, name)) {
    shown.put(SYMBOLS[name]!);
    if (name === '&' && text.startsWith('amp;', after)) return after + 4;
    return isWord ? blanksEnd(text, after) : after;
  }
  const plain = name.replace('*', '');
  if (plain === 'url' || plain === 'path') {
    const end = behindGroup(state, after);
    shown.put(text.slice(after, end).trim().slice(1, -1));
    return end;
  }
  if (HIDES_FIRST.has(plain)) return behindGroup(state, after);
  if (LOOKS.has(plain)) return blanksEnd(text, after);
  shown.put(`\\${name}`);
  return after;
};

const DASHES: readonly (readonly [string, string])[] = [
  ['---', '—'],
  ['--', '–'],
  ['``', '“'],
  ["''", '”'],
];

/** Reads what stands at an offset and returns the offset behind it. */
const readNext = (state: State, at: number): number => {
  const { text, shown } = state;
  const character = text[at]!;
  if (character === '\\') return readCommand(state, at + 1);
  if (character === '{' || character === '}') return at + 1;
  if (character === '~') {
    shown.put(' ');
    return at + 1;
  }
  if (character === '$') {
    const end = mathEnd(text, at);
    shown.put(end < 0 ? '$' : text.slice(at, end));
    return end < 0 ? at + 1 : end;
  }
  if (character === '&') {
    const match = matchAt(ENTITY, text, at);
    const decoded = match ? entityText(match) : undefined;
    if (match && decoded !== undefined) {
      shown.put(decoded);
      return at + match[0].length;
    }
  }
  for (const [written, read] of DASHES)
    if (text.startsWith(written, at)) {
      shown.put(read);
      return at + written.length;
    }
  const whole = String.fromCodePoint(text.codePointAt(at)!);
  shown.put(whole);
  return at + whole.length;
};

/**
 * TeX text as Unicode (NFC) on one line: accents composed, braces and looks gone, `~` a space, entities of
 * HTML decoded, formulas kept as written. One pass, whatever the nesting.
 */
export const decodeTex = (text: string): string => {
  const state: State = { text, braces: matchBraces(text), shown: new Shown() };
  for (let at = 0; at < text.length; ) at = readNext(state, at);
  return state.shown.text.normalize('NFC').replace(/\s+/g, ' ').trim();
};

/** A field whose signs mean themselves (url, doi, file): only the escapes that exporters add are undone. */
export const decodeVerbatim = (text: string): string =>
  text
    .replace(/\\url\s*\{([^{}]*)\}/, '$1')
    .replace(/\{?\\(?:textasciitilde|~)\s*(?:\{\})?\}?|\$\\sim\$/g, '~')
    .replace(/\\([&%#_$~^])(?:\{\})?/g, '$1')
    .replace(/[{}]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
