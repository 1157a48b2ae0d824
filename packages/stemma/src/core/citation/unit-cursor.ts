/**
 * A look at text that is still growing. A read past the end makes the look `starved`: whatever was decided
 * after it must be decided again when there is more text. That alone makes the splitter independent of how
 * the stream was cut.
 */
export type Cursor = {
  readonly text: string;
  readonly final: boolean;
  starved: boolean;
  /** Starved while running over plain characters, so that only a special one can change that. */
  isPlain: boolean;
  /** Lines of an open code block before this offset hold no closing fence. */
  scanned: number;
  peek(offset: number): string;
};

export const createCursor = (text: string, final: boolean, scanned: number): Cursor => {
  const cursor: Cursor = {
    text,
    final,
    starved: false,
    isPlain: false,
    scanned,
    peek: (offset) => {
      if (offset < text.length) return text[offset]!;
      cursor.starved = true;
      return '';
    },
  };
  return cursor;
};

export const skipBlanks = (cursor: Cursor, at: number): number => {
  let i = at;
  while (isBlank(cursor.peek(i))) i += 1;
  return i;
};

/** Skips white space, line ends included. */
export const skipSpace = (cursor: Cursor, at: number): number => {
  let i = at;
  while (/^\s$/u.test(cursor.peek(i))) i += 1;
  return i;
};

const isBlank = (character: string): boolean =>
  character !== '' && character !== '\n' && /\s/u.test(character);

/** Skips blanks and block quote marks at the start of a line. */
const skipQuote = (cursor: Cursor, at: number): number => {
  let i = skipBlanks(cursor, at);
  while (cursor.peek(i) === '>') i = skipBlanks(cursor, i + 1);
  return i;
};

/** Offset of the next line's start, or the end of the text. */
export const nextLine = (cursor: Cursor, at: number): number => {
  const end = cursor.text.indexOf('\n', at);
  if (end >= 0) return end + 1;
  cursor.peek(cursor.text.length);
  return cursor.text.length;
};

/** The line that starts at `at`, without its end. */
export const lineText = (cursor: Cursor, at: number): string =>
  cursor.text.slice(at, nextLine(cursor, at)).trimEnd();

/** Nothing but blanks (and block quote marks) up to the line end. */
export const isBlankLine = (cursor: Cursor, at: number): boolean => {
  const end = skipQuote(cursor, at);
  return cursor.peek(end) === '\n' || cursor.peek(end) === '';
};

export type LineKind = 'text' | 'code' | 'heading' | 'rule' | 'table' | 'list_item' | 'display';

const ENVIRONMENTS = ['equation', 'align', 'gather', 'multline', 'eqnarray', 'displaymath', 'math'];
const OPENINGS = ['$$', '\\[', ...ENVIRONMENTS.map((name) => `\\begin{${name}`)];

const startsWith = (cursor: Cursor, at: number, word: string): boolean => {
  for (let i = 0; i < word.length; i += 1) if (cursor.peek(at + i) !== word[i]) return false;
  return true;
};

const isDisplayOpening = (cursor: Cursor, at: number): boolean =>
  OPENINGS.some((opening) => startsWith(cursor, at, opening));

const isFence = (cursor: Cursor, at: number): boolean =>
  startsWith(cursor, at, '```') || startsWith(cursor, at, '~~~');

const isHeading = (cursor: Cursor, at: number): boolean => {
  let i = at;
  while (cursor.peek(i) === '#' && i - at < 7) i += 1;
  return i > at && i - at < 7 && /^\s?$/u.test(cursor.peek(i));
};

/** `---`, `***`, `===`: a line across, or the line under a heading. */
const isRule = (cursor: Cursor, at: number): boolean => {
  const mark = cursor.peek(at);
  let count = 0;
  let i = at;
  for (; cursor.peek(i) === mark || isBlank(cursor.peek(i)); i += 1) if (cursor.peek(i) === mark) count += 1;
  return count >= 3 && /^\n?$/u.test(cursor.peek(i));
};

const isListMark = (cursor: Cursor, at: number): boolean => {
  const first = cursor.peek(at);
  if (/[-*+•]/u.test(first)) return /^\s$/u.test(cursor.peek(at + 1));
  let i = at;
  while (i - at < 3 && /^[0-9]$/u.test(cursor.peek(i))) i += 1;
  if (i === at) return false;
  const mark = cursor.peek(i);
  return mark === '、' || (/^[.)]$/u.test(mark) && /^\s$/u.test(cursor.peek(i + 1)));
};

/** What a line begins. Reads no further than it must. */
export const lineKind = (cursor: Cursor, at: number): LineKind => {
  const start = skipQuote(cursor, at);
  const first = cursor.peek(start);
  switch (first) {
    case '`':
    case '~':
      return isFence(cursor, start) ? 'code' : 'text';
    case '#':
      return isHeading(cursor, start) ? 'heading' : 'text';
    case '|':
      return 'table';
    case '$':
    case '\\':
      return isDisplayOpening(cursor, start) ? 'display' : 'text';
    case '-':
    case '*':
    case '_':
    case '=':
      if (isRule(cursor, start)) return 'rule';
      return isListMark(cursor, start) ? 'list_item' : 'text';
    default:
      return first !== '' && isListMark(cursor, start) ? 'list_item' : 'text';
  }
};

/** Where display math begins when nothing but white space lies between `at` and it; -1 otherwise. */
export const displayStart = (cursor: Cursor, at: number): number => {
  let i = at;
  while (/^[\s>]$/u.test(cursor.peek(i))) i += 1;
  return isDisplayOpening(cursor, i) ? i : -1;
};

/** Offset behind display math that opens at `at`. Without a closing it ends at a blank line or the end. */
export const displayEnd = (cursor: Cursor, at: number): number => {
  const isDollar = cursor.peek(at) === '$';
  const isBracket = !isDollar && cursor.peek(at + 1) === '[';
  let i = at + 2;
  for (; ; i += 1) {
    const character = cursor.peek(i);
    if (character === '') return i;
    if (character === '\n' && isBlankLine(cursor, i + 1)) return i;
    if (isDollar && character === '$' && cursor.peek(i + 1) === '$') return i + 2;
    if (character !== '\\') continue;
    if (isBracket && cursor.peek(i + 1) === ']') return i + 2;
    if (isDollar || isBracket) i += 1;
    else if (startsWith(cursor, i, '\\end{')) {
      while (!/^[}\n]?$/u.test(cursor.peek(i))) i += 1;
      return i + 1;
    }
  }
};

/** White space behind a unit: to the next character, or to the start of its line when lines lie between. */
export const trailingSpaceEnd = (cursor: Cursor, at: number): number => {
  let i = at;
  let end = -1;
  for (;;) {
    const character = cursor.peek(i);
    if (character === '' || !/\s/u.test(character)) break;
    i += 1;
    if (character === '\n') end = i;
  }
  return cursor.peek(i) === '' || end < 0 ? i : end;
};
