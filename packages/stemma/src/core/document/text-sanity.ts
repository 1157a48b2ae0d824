import { wordsOf } from './packed-words.ts';
import type { PageLayout } from './page-layout.ts';

/**
 * Whether the text of a document can be trusted to be text: `no_text` for scans without a text layer,
 * `garbled` for fonts without meaning (bitmap fonts of old files, broken maps), `damaged` for pages of
 * impossible size.
 */
export type Verdict = 'readable' | 'no_text' | 'garbled' | 'damaged';

/** PDF allows 14,400 units; a user unit may enlarge them. Beyond this a size is a lie. */
const LARGEST_PAGE_PT = 1_000_000;
const MOST_UNREADABLE = 0.2;
const FEWEST_WORDLIKE = 0.35;
/** Below so many words a share says little. */
const FEWEST_WORDS = 20;

export const judgeText = (pages: readonly PageLayout[]): Verdict => {
  const sane = pages.filter(isSanePage);
  if (sane.length === 0) return 'damaged';
  const sum = (of: (page: PageLayout) => number) => sane.reduce((total, page) => total + of(page), 0);
  const glyphs = sum((page) => page.faults.glyphs);
  if (glyphs === 0) return 'no_text';
  const unreadable = sum((page) => page.faults.unmapped + page.faults.odd) / glyphs;
  const nameless = sum((page) => page.faults.nameless) / glyphs;
  let words = 0;
  let likely = 0;
  for (const line of sane.flatMap((page) => page.lines)) {
    for (const word of wordsOf(line)) {
      words += 1;
      if (isWordlike(word.text)) likely += 1;
    }
  }
  const wordlike = likely / Math.max(1, words);
  if (words < FEWEST_WORDS) return unreadable > 0.6 ? 'garbled' : 'readable';
  if (unreadable > MOST_UNREADABLE) return 'garbled';
  if (wordlike < (nameless > 0.5 ? FEWEST_WORDLIKE * 1.4 : FEWEST_WORDLIKE * 0.4)) return 'garbled';
  return 'readable';
};

export const isSanePage = (page: { width: number; height: number }): boolean =>
  page.width > 0 && page.height > 0 && page.width < LARGEST_PAGE_PT && page.height < LARGEST_PAGE_PT;

/** Pages whose own text is bad in an otherwise good document. */
export const isPoorlyRead = (page: PageLayout): boolean => {
  const { glyphs, unmapped, odd, oblique } = page.faults;
  return glyphs > 0 && (unmapped + odd > MOST_UNREADABLE * glyphs || oblique > 0.5 * glyphs);
};

const VOWEL = /[aeiouyàâäéèêëíîïóôöúûüαεηιουω]/iu;

/** A Latin word has a vowel; other scripts, numbers and short words are taken as they are. */
const isWordlike = (word: string): boolean => {
  if (word.includes('\uFFFD')) return false;
  if (/^[\d.,%()+\-–]+$/.test(word)) return true;
  const letters = word.replace(/[^\p{L}]/gu, '');
  if (letters.length < 0.5 * [...word].length) return false;
  return /[^\p{Script=Latin}]/u.test(letters) || VOWEL.test(letters);
};

const SYMBOL = /[!-/:-@[-`{-~]/g;

/** Labels in a font whose map to Unicode is wrong: `!"# $!"# %!"#`. Formulas and code have fewer signs, or words. */
export const isGarbledText = (text: string): boolean => {
  const print = text.replace(/\s/g, '');
  if (print.length < 16 || /\p{Ll}{4}/u.test(print)) return false;
  const signs = print.replace(/[().,=+-]/g, '').match(SYMBOL)?.length ?? 0;
  return signs > 0.35 * print.length;
};
