import type { Span } from '@stemma/contract/place';
import type { Verdicts } from '@stemma/contract/verdicts';
import { backgroundWeight } from '../retrieval/idf-background.ts';
import { tokenSpans } from '../text/analyse.ts';
import { queryTerms } from '../text/query-terms.ts';
import { sentenceSpans } from '../text/sentences.ts';
import { findQuote, toQuotePage } from './match-form.ts';

export type SpanFinding = {
  readonly verdict: Verdicts['span'];
  /** In UTF-16 units of the passage; null for `none` and `unscored`. */
  readonly span: Span | null;
  /** Share of the unit's word mass that the span holds, 0 to 1. */
  readonly score: number;
};

/**
 * Share of a unit's idf mass that neighbouring sentences must hold to be where it comes from. Set on the
 * training claims of SciFact against their judged abstracts: see docs/decisions/2026-11-30-evidence-floor.md.
 */
export const ALIGNED_SHARE = 0.22;
/** A window of more sentences must hold this much more to be preferred. */
const SENTENCE_COST = 0.06;
const WINDOW = 3;

const HAN = /\p{Script=Han}/gu;
const LETTER_WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{2,}/gu;

const scriptOf = (text: string): 'han' | 'letters' | 'none' => {
  const han = text.match(HAN)?.length ?? 0;
  const words = text.match(LETTER_WORD)?.length ?? 0;
  if (han === 0 && words === 0) return 'none';
  return han > words ? 'han' : 'letters';
};

type Weighed = { readonly weights: ReadonlyMap<string, number>; readonly total: number };

const weigh = (unit: string): Weighed => {
  const weights = new Map<string, number>();
  for (const { term, part } of queryTerms(unit))
    if (!part || !weights.has(term)) weights.set(term, backgroundWeight(term));
  return { weights, total: [...weights.values()].reduce((sum, weight) => sum + weight, 0) };
};

/** For each sentence of a passage the unit's terms in it. */
const termsBySentence = (
  passage: string,
  sentences: readonly Span[],
  weights: Weighed['weights'],
): Set<string>[] => {
  const found = sentences.map(() => new Set<string>());
  let current = 0;
  for (const { token, start } of tokenSpans(passage)) {
    while (current + 1 < sentences.length && start >= sentences[current + 1]!.start) current += 1;
    if (weights.has(token)) found[current]?.add(token);
  }
  return found;
};

const mass = (sets: readonly Set<string>[], weights: Weighed['weights']): number => {
  let sum = 0;
  for (const term of new Set(sets.flatMap((set) => [...set]))) sum += weights.get(term) ?? 0;
  return sum;
};

/** The neighbouring sentences that hold most of a unit's terms; fewer sentences are preferred. */
const bestWindow = (
  passage: string,
  { weights, total }: Weighed,
): { span: Span; share: number } | undefined => {
  const sentences = sentenceSpans(passage);
  const found = termsBySentence(passage, sentences, weights);
  let best: { span: Span; share: number; value: number } | undefined;
  for (let first = 0; first < sentences.length; first += 1) {
    for (let count = 1; count <= WINDOW && first + count <= sentences.length; count += 1) {
      const share = total === 0 ? 0 : mass(found.slice(first, first + count), weights) / total;
      const value = share - SENTENCE_COST * (count - 1);
      if (best && value <= best.value + 1e-9) continue;
      const span = { start: sentences[first]!.start, end: sentences[first + count - 1]!.end };
      best = { span, share, value };
    }
  }
  return best;
};

/**
 * Where in a passage a unit comes from. `exact`: word for word. `aligned`: the neighbouring sentences that
 * hold at least {@link ALIGNED_SHARE} of its idf mass. `other_language`: the scripts differ, so the
 * sentences with the most shared numbers, ids and terms, else the whole passage. `none`: nothing of it is
 * there. `unit` is plain text: no markers, no Markdown.
 */
export const findSpan = (unit: string, passage: string): SpanFinding => {
  const exact = findQuote(toQuotePage(passage), unit);
  if (exact) return { verdict: 'exact', span: exact, score: 1 };
  const weighed = weigh(unit);
  if (weighed.total === 0) return { verdict: 'unscored', span: null, score: 0 };
  const best = bestWindow(passage, weighed);
  const scripts = [scriptOf(unit), scriptOf(passage)];
  if (best && best.share >= ALIGNED_SHARE) return { verdict: 'aligned', span: best.span, score: best.share };
  if (scripts[0] !== scripts[1] && !scripts.includes('none')) {
    const whole = { start: 0, end: passage.length };
    return {
      verdict: 'other_language',
      span: best && best.share > 0 ? best.span : whole,
      score: best?.share ?? 0,
    };
  }
  return { verdict: 'none', span: null, score: best?.share ?? 0 };
};
