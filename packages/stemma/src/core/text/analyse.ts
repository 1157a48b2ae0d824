import { stemmer } from 'stemmer';
import { CharacterClass, characterClass } from './characters.ts';
import { fold, foldText } from './fold.ts';

/** Raised with any change of what is indexed; an index of another version is built again. */
export const ANALYSER_VERSION = '1';

/**
 * How a token came about: a `word` or number; an `ideograph` pair or single; the `joined` form of a
 * hyphenated word, whose parts are words too; a `part` of a number with its unit written together.
 */
export type TokenKind = 'word' | 'ideograph' | 'joined' | 'part';
export type Token = {
  readonly token: string;
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
};
export type Emit = (token: string, kind: TokenKind, start: number, end: number) => void;

/** Longest token in UTF-16 units; what is longer (encoded data) is cut. */
const TOKEN_LENGTH = 64;
const LATIN_WORD = /^[a-z]{3,}$/;
const HAS_LETTER = /\p{L}/u;
const NUMBER_WITH_UNIT = /^(\d[\d.]*)([a-zμ]+)$/u;

const stems = new Map<string, string>();
/** Porter stem of a folded Latin word; anything else stays as it is. */
export const stem = (word: string): string => {
  let found = stems.get(word);
  if (found === undefined) {
    found = LATIN_WORD.test(word) ? stemmer(word) : word;
    if (stems.size > 100_000) stems.clear();
    stems.set(word, found);
  }
  return found;
};

const cutToken = (token: string): string => {
  if (token.length <= TOKEN_LENGTH) return token;
  const end = token.codePointAt(TOKEN_LENGTH - 1)! > 0xffff ? TOKEN_LENGTH - 1 : TOKEN_LENGTH;
  return token.slice(0, end);
};

const SURROGATES = 0xd800;

const width = (text: string, at: number): number => (text.codePointAt(at)! > 0xffff ? 2 : 1);

const isDigitAt = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit >= 48 && unit <= 57;
};

/** `1,000` and `12,345,678` are one number; `1,23` is two. */
const isThousands = (text: string, comma: number, start: number): boolean => {
  if (comma - start > 3 && text[comma - 4] !== ',') return false;
  if (!(isDigitAt(text, comma + 1) && isDigitAt(text, comma + 2) && isDigitAt(text, comma + 3))) return false;
  return !isDigitAt(text, comma + 4);
};

const wordEnd = (text: string, start: number): number => {
  let at = start;
  let unit = text.charCodeAt(at);
  while (unit >= 97 && unit <= 122) unit = text.charCodeAt(++at);
  let isNumber = at === start;
  while (at < text.length) {
    unit = text.charCodeAt(at);
    const kind = unit < SURROGATES ? characterClass(unit) : characterClass(text.codePointAt(at)!);
    if (kind === CharacterClass.letter) {
      isNumber = false;
      at += unit < SURROGATES ? 1 : width(text, at);
    } else if (kind === CharacterClass.digit) {
      at += unit < SURROGATES ? 1 : width(text, at);
    } else if (isNumber && unit === 46 && isDigitAt(text, at - 1) && isDigitAt(text, at + 1)) {
      at += 1;
    } else if (isNumber && unit === 44 && isDigitAt(text, at - 1) && isThousands(text, at, start)) {
      at += 1;
    } else break;
  }
  return at;
};

/** Numbers lose their thousands separators, and are taken apart from a unit written onto them. */
const emitNumber = (text: string, start: number, end: number, emit: Emit): string => {
  const word = cutToken(text.slice(start, end).replaceAll(',', ''));
  emit(word, 'word', start, end);
  const parts = NUMBER_WITH_UNIT.exec(word);
  if (parts) {
    const split = end - parts[2]!.length;
    emit(parts[1]!, 'part', start, split);
    emit(stem(parts[2]!), 'part', split, end);
  }
  return word;
};

const emitWord = (text: string, start: number, end: number, emit: Emit): string => {
  if (isDigitAt(text, start)) return emitNumber(text, start, end, emit);
  const word = cutToken(text.slice(start, end));
  emit(stem(word), 'word', start, end);
  return word;
};

/** A possessive `'s` is no word of its own. */
const skipPossessive = (text: string, at: number): number =>
  text.charCodeAt(at) === 39 && text[at + 1] === 's' && characterClass(text.codePointAt(at + 2) ?? 0) === 0
    ? at + 2
    : at;

/** Every pair of neighbours in `[start, end)`, which holds ideographs only. */
export const emitPairs = (text: string, start: number, end: number, emit: Emit): void => {
  let previous = -1;
  for (let at = start; at < end; ) {
    const next = at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
    if (previous >= 0) emit(text.slice(previous, next), 'ideograph', previous, next);
    previous = at;
    at = next;
  }
};

const lastCharacterStart = (text: string, end: number): number => {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xdc00 && unit <= 0xdfff ? end - 2 : end - 1;
};

/** Pairs, and the last character alone, so that every character begins some token. */
const emitRun = (text: string, start: number, end: number, emit: Emit): void => {
  emitPairs(text, start, end, emit);
  const last = lastCharacterStart(text, end);
  emit(text.slice(last, end), 'ideograph', last, end);
};

const ideographsEnd = (text: string, start: number): number => {
  let at = start;
  while (at < text.length) {
    const codePoint = text.codePointAt(at)!;
    if (characterClass(codePoint) !== CharacterClass.ideograph) break;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return at;
};

/**
 * Scans folded text. Tokens come in reading order; a joined form comes after its parts. `run` says what
 * becomes of a run of ideographs: index and question differ in that alone.
 */
export const scan = (text: string, emit: Emit, run: typeof emitRun = emitRun): void => {
  let parts: string[] = [];
  let joinedStart = 0;
  let at = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    const kind = unit < SURROGATES ? characterClass(unit) : characterClass(text.codePointAt(at)!);
    if (kind === CharacterClass.separator) {
      at += unit < SURROGATES ? 1 : width(text, at);
    } else if (kind === CharacterClass.ideograph) {
      const end = ideographsEnd(text, at);
      run(text, at, end, emit);
      at = end;
    } else {
      const end = wordEnd(text, at);
      const word = emitWord(text, at, end, emit);
      const goesOn =
        text.charCodeAt(end) === HYPHEN && end + 1 < text.length && isWordClass(text.codePointAt(end + 1)!);
      if (goesOn || parts.length > 0) {
        if (parts.length === 0) joinedStart = at;
        parts.push(word);
      }
      if (!goesOn && parts.length > 0) {
        emitJoined(parts.join(''), joinedStart, end, emit);
        parts = [];
      }
      at = goesOn ? end + 1 : skipPossessive(text, end);
    }
  }
};

const HYPHEN = 45;

/** A hyphenated word is also one word: `free-stream` is found by `freestream`. Ranges of numbers are not. */
const emitJoined = (joined: string, start: number, end: number, emit: Emit): void => {
  if (HAS_LETTER.test(joined)) emit(stem(cutToken(joined)), 'joined', start, end);
};

const isWordClass = (codePoint: number): boolean => {
  const kind = characterClass(codePoint);
  return kind === CharacterClass.letter || kind === CharacterClass.digit;
};

/** Tokens of a text as the index keeps them, in reading order and with repetitions. */
export const indexTokens = (text: string): string[] => {
  const tokens: string[] = [];
  scan(foldText(text), (token) => tokens.push(token));
  return tokens;
};

/** Tokens with their spans in the original text, for highlighting and alignment. */
export const tokenSpans = (text: string): Token[] => {
  const folded = fold(text);
  const tokens: Token[] = [];
  scan(folded.text, (token, kind, start, end) => {
    const span = folded.toOriginal({ start, end });
    tokens.push({ token, kind, start: span.start, end: span.end });
  });
  return tokens;
};
