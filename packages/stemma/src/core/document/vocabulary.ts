import { wordsOf } from './packed-words.ts';
import type { PrintedLine } from './page-layout.ts';

/** Words of a document that stand whole, and how often; the evidence for undoing hyphens at line ends. */
export type Vocabulary = { words: ReadonlyMap<string, number>; compounds: ReadonlyMap<string, number> };

const WORD = /[\p{L}\p{M}]{2,}/gu;
const COMPOUND = /[\p{L}\p{M}\d]+(?:[-‐‑][\p{L}\p{M}\d]+)+/gu;

/** Word parts at the ends of lines are left out: they are what is to be decided. */
export const buildVocabulary = (lines: Iterable<PrintedLine>): Vocabulary => {
  const words = new Map<string, number>();
  const compounds = new Map<string, number>();
  let cut = false;
  for (const line of lines) {
    const printed = wordsOf(line);
    const last = printed.at(-1)?.text ?? '';
    const endsCut = HYPHEN_END.test(last);
    printed.forEach((word, index) => {
      if ((cut && index === 0) || (endsCut && index === printed.length - 1)) return;
      const text = word.text.toLowerCase();
      for (const match of text.matchAll(COMPOUND)) count(compounds, match[0].replace(/[‐‑]/g, '-'));
      for (const match of text.matchAll(WORD)) count(words, match[0]);
    });
    cut = endsCut;
  }
  return { words, compounds };
};

const count = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

export const HYPHEN_END = /[\p{L}\p{M}\d][-‐‑\u00AD]$/u;

/** First parts that join other words with a hyphen that stays: `long-term`, `state-space`, `self-adjoint`. */
const COMPOUND_HEADS = new Set(
  `long short high low well self cross real large small wide full half first second third two three four five
  one six state time data open closed fine coarse hard soft left right single double triple free fixed zero
  finite infinite near fast slow good best worst better hand user black white ill all end post ex vice quasi
  rate noise signal steady mean variance mass energy low-dimensional light heavy thin thick deep shallow early
  late peer trade so up down follow built computer machine cost risk world gradient model problem domain task
  time-dependent even odd upper lower inter-class higher larger smaller faster lower state-of closed-form
  life case so-called error function value space much many most`.split(/\s+/),
);
/** Second parts that are words of their own behind such a hyphen. */
const COMPOUND_TAILS = new Set(
  `term time scale level based order dimensional free known defined range wise valued driven aware specific
  dependent independent linear like end off on up down of line art world life hand class study studies pass
  mode model models form forms rate rates step stage state states quality performance level levels sided
  oriented related trained adjoint consistent supervised made called posed conditioned wave body phase point
  layer loop field fold way tailed bound bounded intensive efficient effective sensitive invariant preserving
  element volume difference processing tuning grained to adic ary definite side space speed precision
  resolution frequency energy pressure temperature density power cost risk order-of`.split(/\s+/),
);

/**
 * Whether a word cut at a line end is written without its hyphen. Evidence of the document comes first:
 * the joined word or the hyphenated form occurs elsewhere; both halves occur and the joined word never
 * does. Without evidence a hyphen is taken as made by the line end, but for openings that keep it.
 */
export const dropsHyphen = (left: string, right: string, vocabulary: Vocabulary): boolean => {
  const head = /[\p{L}\p{M}\d]+$/u.exec(left.slice(0, -1))?.[0].toLowerCase() ?? '';
  const printedTail = /^[\p{L}\p{M}\d]+/u.exec(right)?.[0] ?? '';
  const tail = printedTail.toLowerCase();
  if (left.endsWith('\u00AD')) return true;
  const joined = vocabulary.words.get(head + tail) ?? 0;
  const compound = vocabulary.compounds.get(`${head}-${tail}`) ?? 0;
  if (compound > 0 || joined > 0) return joined > compound;
  if (tail === '' || head === '' || !/^\p{Ll}/u.test(printedTail) || /\d$/.test(head)) return false;
  if ([...head].length === 1) return false;
  if (/[-‐‑]/.test(left.slice(0, -1))) return false;
  if (COMPOUND_HEADS.has(head) && (COMPOUND_TAILS.has(tail) || vocabulary.words.has(tail))) return false;
  const known = (half: string) => half.length >= 3 && vocabulary.words.has(half);
  return !(known(head) && known(tail));
};
