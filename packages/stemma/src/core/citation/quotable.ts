import type { PassageKind } from '@stemma/contract/records';

const KINDS: ReadonlySet<PassageKind> = new Set(['text', 'abstract', 'caption', 'footnote', 'table', 'cell']);
const LENGTH = { min: 24, minHan: 8, max: 700 };
const HAN = /\p{Script=Han}/gu;
const WORD = /[\p{L}]{2,}/gu;
const SYMBOL = /[=+∑∫√∂∞≤≥≈±×·∈∀∃→⇒^_{}\\|<>]|\p{Co}/gu;

const isHeadingGlued = (text: string): boolean =>
  /^(?:\d+(?:\.\d+)*\.?\s+)?(?:\p{Lu}[\p{L}]*\s+){3,}(?=\p{Lu}\p{Ll}*\s+\p{Ll})/u.test(text) &&
  /^\d/u.test(text);

/** Starts and ends like a sentence: not a piece that a page or formula cut off. */
const isWhole = (text: string): boolean => {
  const start = /^["'“‘「『(（[]*([\p{L}\p{N}])/u.exec(text)?.[1];
  if (start === undefined) return false;
  if (/\p{Ll}/u.test(start) && !/^\p{Ll}[\p{Lu}\d-]/u.test(text)) return false;
  return /[.!?。！？．…:：;；]["'”’」』)）\]\p{N}]*$/u.test(text) || /[\])）]$/u.test(text);
};

/** Mostly words: formula debris, rows of figures and lists of names are none. */
const isProse = (text: string): boolean => {
  const han = text.match(HAN)?.length ?? 0;
  const words = text.match(WORD)?.filter((word) => !/\p{Script=Han}/u.test(word)).length ?? 0;
  if (han === 0 && words < 4) return false;
  const symbols = text.match(SYMBOL)?.length ?? 0;
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (
    symbols <= 0.12 * text.length &&
    letters >= 0.5 * (text.length - (text.match(/\s/gu)?.length ?? 0)) &&
    digits <= 0.3 * text.length
  );
};

/** Whether a sentence can stand by itself in an answer. */
export const isQuotable = (sentence: string, kind: PassageKind): boolean => {
  if (!KINDS.has(kind)) return false;
  const min = HAN.test(sentence) ? LENGTH.minHan : LENGTH.min;
  HAN.lastIndex = 0;
  if (sentence.length < min || sentence.length > LENGTH.max) return false;
  return isWhole(sentence) && isProse(sentence) && !isHeadingGlued(sentence);
};
