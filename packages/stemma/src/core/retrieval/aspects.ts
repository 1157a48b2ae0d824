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

const touches = (a: QueryTerm, b: QueryTerm): boolean =>
  a !== b && a.span.start < b.span.end && b.span.start < a.span.end;

/**
 * Terms without the pairs that only bridge two words: `验测` of `实验测得` is no word of anybody's when
 * both its neighbours are not among the terms.
 */
const withoutBridges = (chosen: readonly QueryTerm[], all: readonly QueryTerm[]): QueryTerm[] =>
  chosen.filter((term) => {
    if (!isPair(term)) return true;
    const around = all.filter((other) => isPair(other) && touches(term, other));
    return around.length < 2 || around.some((other) => chosen.includes(other));
  });

/**
 * Chosen terms of a question as the user wrote them. Overlapping ones are always one; with `joinWords`
 * words that stand side by side are one too (`torsion pendulum`).
 */
export const toAspects = (
  question: string,
  chosen: readonly QueryTerm[],
  all: readonly QueryTerm[],
  { joinWords }: { joinWords: boolean },
): Aspect[] => {
  const spans: { start: number; end: number; weight: number }[] = [];
  for (const { span, term } of withoutBridges(chosen, all).toSorted((a, b) => a.span.start - b.span.start)) {
    const last = spans.at(-1);
    const weight = backgroundWeight(term);
    const between = last ? question.slice(last.end, span.start) : '';
    const isOne = last && (span.start < last.end || (joinWords && /^[\s-]{0,2}$/u.test(between)));
    if (isOne) {
      const end = Math.max(last.end, span.end);
      spans[spans.length - 1] = { start: last.start, end, weight: Math.max(last.weight, weight) };
    } else spans.push({ start: span.start, end: span.end, weight });
  }
  const seen = new Set<string>();
  return spans.flatMap((span) => {
    const text = question.slice(span.start, span.end).trim();
    if (text === '' || seen.has(text)) return [];
    seen.add(text);
    return [{ ...span, text }];
  });
};
