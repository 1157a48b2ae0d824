import { ABBREVIATIONS, MAY_END, SENTENCE_OPENERS } from './abbreviations.ts';

/**
 * Reads the UTF-16 unit at an offset; '' past the end. The unit splitter learns from a read past the end
 * that more text could change the decision.
 */
export type Peek = (offset: number) => string;

const TERMINATOR = /[.!?。！？．｡…]/u;
const CJK_TERMINATOR = /[。！？．｡]/u;
/** Closing quotes and brackets, emphasis, and raised footnote marks. */
const CLOSER = /["'”’»」』）)\]}】〕〉》*_\u00b9\u00b2\u00b3\u2070-\u2079\u2020\u2021]/u;
const SPACE = /[^\S\n]/u;
const HAN = /[\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff]/u;
const LOWER = /\p{Ll}/u;
const OPEN_BRACKET = /[[【［〔]/u;
const CLOSE_BRACKET = /[\]】］〕]/u;
/** What a bracket behind a full stop holds when it belongs to the sentence before. */
const TRAILING_INSIDE =
  /^(?:\s*[ER\u0415\u0395\s]{0,3}\d{1,4}(?:\s*[-,;~、，；\u2010-\u2015\s]\s*[ER\u0415\u0395]{0,1}\s*\d{1,4}){0,12}\s*|arXiv:[^\s]{4,24}|\^\w{1,8})$/iu;
const INSIDE_LENGTH = 80;

export const isTerminator = (character: string): boolean => TERMINATOR.test(character);

/** End of a bracket such as `[E3]`, `【E1，E2】`, `[12]` at `at`; -1 when there is none. */
export const trailingBracketEnd = (peek: Peek, at: number): number => {
  if (!OPEN_BRACKET.test(peek(at))) return -1;
  let inside = '';
  for (let i = at + 1; i <= at + INSIDE_LENGTH; i += 1) {
    const character = peek(i);
    if (character === '' || character === '\n') return -1;
    if (CLOSE_BRACKET.test(character)) return TRAILING_INSIDE.test(inside.normalize('NFKC')) ? i + 1 : -1;
    inside += character;
  }
  return -1;
};

/** Skips blanks and at most one line end. */
const skipToNext = (peek: Peek, at: number): number => {
  let i = at;
  let lines = 0;
  for (;;) {
    const character = peek(i);
    if (character === '\n') {
      lines += 1;
      if (lines > 1) return i;
    } else if (!SPACE.test(character)) return i;
    i += 1;
  }
};

/** End of all that trails a sentence: more terminators, closing quotes and brackets, markers. */
export const trailingEnd = (peek: Peek, at: number): number => {
  let end = at;
  for (;;) {
    const character = peek(end);
    if (character !== '' && (TERMINATOR.test(character) || CLOSER.test(character))) {
      end += 1;
      continue;
    }
    const bracket = trailingBracketEnd(peek, skipToNext(peek, end));
    if (bracket < 0) return end;
    end = bracket;
  }
};

/** The word before a full stop, with the full stops inside it, lower case: `e.g`, `fig`, `j`. */
const wordBefore = (text: string, at: number, start: number): string => {
  let from = at;
  while (from > start && /[\p{L}\p{M}\p{N}.]/u.test(text[from - 1]!)) from -= 1;
  return text.slice(from, at);
};

const nextWord = (peek: Peek, at: number): string => {
  let word = '';
  for (let i = at; i < at + 16; i += 1) {
    const character = peek(i);
    if (!/\p{L}/u.test(character)) break;
    word += character;
  }
  return word.toLowerCase();
};

/** A capital alone, or the last of `J. R. R`: an initial, unless a common opener follows a plain word. */
const isInitial = (
  text: string,
  word: string,
  at: number,
  start: number,
  peek: Peek,
  next: number,
): boolean => {
  if (!/^(?:\p{Lu}\.)*\p{Lu}$/u.test(word)) return false;
  const before = wordBefore(text, at - word.length - 1, start);
  return !(word.length === 1 && /^\p{Ll}+$/u.test(before) && SENTENCE_OPENERS.has(nextWord(peek, next)));
};

/** `Table 1.`, `**Fig. 2.**`, `表 3.` or a bare `1.` at the start is the label of the sentence behind it. */
const LABEL =
  /^[\s*_>#]*(?:(?:table|tab\.|figure|fig\.|algorithm|theorem|lemma|proposition|corollary|definition|remark|example|listing|scheme|box|图|表|定理|引理|定义|算法)\s*)?\d+(?:\.\d+)*$/iu;
const LABEL_LENGTH = 40;

const isLabel = (text: string, start: number, at: number): boolean =>
  at - start <= LABEL_LENGTH && LABEL.test(text.slice(start, at));

const isFullStopEnd = (
  text: string,
  at: number,
  start: number,
  peek: Peek,
  end: number,
  next: number,
): boolean => {
  const following = peek(next);
  const before = at > start ? text[at - 1]! : ' ';
  if (next === end && following !== '') {
    // No white space behind: only where Chinese is set with Western full stops, or a marker came between.
    if (end > at + 1 && CLOSE_BRACKET.test(text[end - 1] ?? '')) return true;
    return HAN.test(following) && (HAN.test(before) || /[\p{L})）%”"]/u.test(before));
  }
  const word = wordBefore(text, at, start);
  const lower = word.toLowerCase();
  const isKnown = ABBREVIATIONS.has(lower) || ABBREVIATIONS.has(lower.replace(/^.*\./u, ''));
  if (following === '') return true;
  if (LOWER.test(following)) return before === ' ' && at > start;
  if (MAY_END.has(lower)) return SENTENCE_OPENERS.has(nextWord(peek, next));
  if (isKnown || isLabel(text, start, at)) return false;
  return !isInitial(text, word, at, start, peek, next);
};

/** End of a footnote number set behind a full stop (`the envelope.1 The`); -1 when there is none. */
const noteEnd = (text: string, at: number, start: number, peek: Peek): number => {
  if (!/\d/u.test(peek(at + 1))) return -1;
  const word = wordBefore(text, at, start);
  if (!/^\p{Ll}{4,}$/u.test(word) || ABBREVIATIONS.has(word)) return -1;
  const end = /\d/u.test(peek(at + 2)) ? at + 3 : at + 2;
  return /^\s$/u.test(peek(end)) && /\p{Lu}/u.test(peek(end + 1)) ? end : -1;
};

/**
 * If a sentence that began at `start` ends with the terminator at `at`: the offset behind everything that
 * belongs to it (closing quotes, brackets, trailing markers); -1 when it goes on. Abbreviations, initials,
 * decimals, ids and URLs end none. `text` is read before `at`, `peek` from there on.
 */
export const sentenceEnd = (text: string, at: number, start: number, peek: Peek): number => {
  const terminator = peek(at);
  const end = trailingEnd(peek, at + 1);
  if (CJK_TERMINATOR.test(terminator)) return end;
  const next = skipToNext(peek, end);
  if (terminator === '.') {
    const note = noteEnd(text, at, start, peek);
    if (note > 0) return note;
    return isFullStopEnd(text, at, start, peek, end, next) ? end : -1;
  }
  const following = peek(next);
  if (following === '') return end;
  if (next === end) return HAN.test(following) && terminator !== '…' ? end : -1;
  if (terminator === '…') return /\p{Lu}/u.test(following) ? end : -1;
  return LOWER.test(following) ? -1 : end;
};
