/** Kinds of characters the analyser tells apart, in folded text. */
export const CharacterClass = { separator: 0, letter: 1, digit: 2, ideograph: 3 } as const;
export type CharacterClass = (typeof CharacterClass)[keyof typeof CharacterClass];

const UNKNOWN = 255;
const IDEOGRAPH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;
const WORD = /[\p{L}\p{M}\p{Nl}]/u;
const DIGIT = /\p{Nd}/u;
const LETTER_OR_NUMBER = /[\p{L}\p{M}\p{N}]/u;

const classify = (character: string): CharacterClass => {
  if (IDEOGRAPH.test(character) && LETTER_OR_NUMBER.test(character)) return CharacterClass.ideograph;
  if (DIGIT.test(character)) return CharacterClass.digit;
  return WORD.test(character) ? CharacterClass.letter : CharacterClass.separator;
};

const table = new Uint8Array(0x10000).fill(UNKNOWN);

/** Class of a code point; `ideograph` are the scripts written without spaces (and Hangul). */
export const characterClass = (codePoint: number): CharacterClass => {
  const known = codePoint > 0xffff ? UNKNOWN : table[codePoint]!;
  return known === UNKNOWN ? classifyOnce(codePoint) : (known as CharacterClass);
};

const classifyOnce = (codePoint: number): CharacterClass => {
  if (codePoint > 0xffff) return classify(String.fromCodePoint(codePoint));
  const found =
    codePoint >= 0xd800 && codePoint <= 0xdfff
      ? CharacterClass.separator
      : classify(String.fromCharCode(codePoint));
  table[codePoint] = found;
  return found;
};
