import type { QueryTerm } from '../text/query-terms.ts';
import { backgroundWeight } from './idf-background.ts';

/** A word of the question, or words that stand side by side in it, in the user's own spelling. */
export type Aspect = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly weight: number;
};

const isPair = (term: QueryTerm): boolean =>
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(term.term);

/**
 * The span of a term without the characters that a pair not chosen holds too: when `实验` and `测得` are
 * held and `验测` is not, nothing is left of it; of `拟参` before a held `参考`, `拟`.
 */
const ownSpan = (
  term: QueryTerm,
  others: readonly QueryTerm[],
): { start: number; end: number } | undefined => {
  let { start, end } = term.span;
  if (!isPair(term)) return { start, end };
  for (const { span } of others) {
    if (span.start <= start && span.end > start) start = Math.max(start, Math.min(end, span.end));
    if (span.start < end && span.end >= end) end = Math.min(end, Math.max(start, span.start));
  }
  return end > start ? { start, end } : undefined;
};

/** One character left over of a longer run says nothing by itself. */
const isHalf = (text: string, question: string): boolean =>
  /^\p{Script=Han}$/u.test(text) && question.trim().length > 1;

/**
 * Chosen terms of a question as the user wrote them. Overlapping ones are always one; with `joinWords`
 * words that stand side by side are one too (`torsion pendulum`); with `trim` characters that terms not
 * chosen hold are left out, for lists of what is missing.
 */
export const toAspects = (
  question: string,
  chosen: readonly QueryTerm[],
  all: readonly QueryTerm[],
  { joinWords, trim }: { joinWords: boolean; trim: boolean },
): Aspect[] => {
  const spans: { start: number; end: number; weight: number }[] = [];
  const others = all.filter((term) => isPair(term) && !chosen.includes(term));
  for (const chosenTerm of chosen.toSorted((a, b) => a.span.start - b.span.start)) {
    const span = trim ? ownSpan(chosenTerm, others) : chosenTerm.span;
    if (!span) continue;
    const { term } = chosenTerm;
    const last = spans.at(-1);
    const weight = backgroundWeight(term);
    const between = last ? question.slice(last.end, span.start) : '';
    const isOne =
      last &&
      (span.start < last.end ||
        (isPair(chosenTerm) && span.start === last.end) ||
        (joinWords && /^[\s-]{0,2}$/u.test(between)));
    if (isOne) {
      const end = Math.max(last.end, span.end);
      spans[spans.length - 1] = { start: last.start, end, weight: Math.max(last.weight, weight) };
    } else spans.push({ start: span.start, end: span.end, weight });
  }
  const seen = new Set<string>();
  return spans.flatMap((span) => {
    const text = question.slice(span.start, span.end).trim();
    if (text === '' || seen.has(text) || isHalf(text, question)) return [];
    seen.add(text);
    return [{ ...span, text }];
  });
};
