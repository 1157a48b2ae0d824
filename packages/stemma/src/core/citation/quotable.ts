import type { PassageKind } from '@stemma/contract/records';

/** Kinds whose sentences can stand in an answer; code, formulas and reference lists cannot. */
const KINDS: ReadonlySet<PassageKind> = new Set(['text', 'abstract', 'caption', 'footnote']);
/** In UTF-16 units. A longer "sentence" is a table or list that lost its lines. */
const LENGTH = { min: 24, minHan: 8, max: 600 };
/** Greatest share of pieces that are symbols, single letters or equation numbers. */
const DEBRIS = 0.2;

const HAN = /\p{Script=Han}/gu;
const WORD = /\p{L}{2,}/u;
const FORMULA_PIECE = /[=√∑∫∂≤≥≈∝∞∈∀∃→⇒^_{}\\|]|\p{Co}|^\(?\d+(?:\.\d+)*[a-z]?\)$/u;
const SINGLE_LETTER = /^[^\p{L}\p{N}]*(?![aAI]\b)\p{L}[^\p{L}\p{N}]*$/u;
const REFERENCE =
  /^(?:references\b|参考文献|bibliography\b|\[\d+\]\s|\d+\.\s+\p{Lu}\.\s)|\b(?:pp?\.|vol\.)\s*\d+.*\b(?:19|20)\d{2}\b/iu;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Starts and ends like a sentence: not a piece that a page, column or formula cut off. */
const isWhole = (text: string): boolean => {
  const start = /^["'“‘「『(（[]*([\p{L}\p{N}])/u.exec(text)?.[1];
  if (start === undefined) return false;
  // `pH`, `iPhone`, `n-hexadecane` and `2D` may begin a sentence; another small letter may not.
  if (
    /\p{Ll}/u.test(start) &&
    !/^\p{Ll}(?:\p{Lu}|-\p{L})/u.test(text) &&
    !text.includes(' . ') &&
    !/ \.$/u.test(text)
  )
    return false;
  return (
    /(?:[.!?。！？．…]|[\p{L})）%][.]\d{1,2})["'”’」』)）\]]*$/u.test(text) ||
    /[.!?。！？]\s*\[\d[\d,\s–-]*\]$/u.test(text)
  );
};

/** Mostly words: no formula debris, no row of figures, no table run into one line. */
const isProse = (text: string): boolean => {
  const pieces = text.split(/\s+/u);
  const han = count(text, HAN);
  if (han < 6 && pieces.filter((piece) => WORD.test(piece)).length < 5) return false;
  const odd = pieces.filter((piece) => FORMULA_PIECE.test(piece) || SINGLE_LETTER.test(piece)).length;
  const numbers = pieces.filter((piece) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(piece)).length;
  const units = pieces.length + han / 2;
  return odd <= DEBRIS * units && numbers <= 0.3 * units;
};

/** A heading or column head ran into the sentence: `3 Decay of the envelope 3.1 The decay rate In the`. */
const hasGluedHeading = (text: string): boolean =>
  /^\d+(?:\.\d+)*\.?\s+\p{Lu}.*\s\d+\.\d+\s+\p{Lu}/u.test(text) ||
  /^(?:\d+(?:\.\d+)*\s+|[一二三四五六七八九十]+、\s*)\p{L}+[^.。]{0,60}?\s(?:The|In|We|This|Let)\s/u.test(
    text,
  ) ||
  /(?:^|\s)[一二三四五六七八九十]+、\s*\p{Script=Han}{2,8}\s/u.test(text);

/** Whether a sentence can stand by itself in an answer. */
export const isQuotable = (sentence: string, kind: PassageKind): boolean => {
  if (!KINDS.has(kind)) return false;
  const min = /\p{Script=Han}/u.test(sentence) ? LENGTH.minHan : LENGTH.min;
  if (sentence.length < min || sentence.length > LENGTH.max) return false;
  return !REFERENCE.test(sentence) && isWhole(sentence) && isProse(sentence) && !hasGluedHeading(sentence);
};
