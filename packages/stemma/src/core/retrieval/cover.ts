import { LIMITS } from '@stemma/contract/limits';
import type { Confidence } from '@stemma/contract/search';
import type { QueryTerm } from '../text/query-terms.ts';
import type { CollectionStats } from './bm25.ts';
import { termWeight } from './idf-background.ts';

/** One word of the question: its whole (if a term of its own), its parts, and what it weighs. */
type Word = { readonly whole: readonly number[]; readonly parts: readonly number[]; readonly weight: number };

/** The words of a question with their weights, against which passages are measured. */
export type QuestionMass = {
  readonly words: readonly Word[];
  readonly weights: readonly number[];
  readonly total: number;
};

/**
 * Weighs the words of a question. A word that was taken apart (`free-stream`, `25kg`) weighs as much as
 * its heaviest term and is counted once.
 */
export const questionMass = (terms: readonly QueryTerm[], stats: CollectionStats): QuestionMass => {
  const weights = terms.map(({ term }) => termWeight(term, stats));
  const groups = new Map<number, { whole: number[]; parts: number[] }>();
  terms.forEach((term, index) => {
    const group = groups.get(term.group) ?? { whole: [], parts: [] };
    (term.part ? group.parts : group.whole).push(index);
    groups.set(term.group, group);
  });
  const words = [...groups.values()].map(({ whole, parts }) => {
    const measured = parts.length > 0 ? parts : whole;
    return { whole, parts, weight: Math.max(...measured.map((index) => weights[index]!)) };
  });
  return { words, weights, total: words.reduce((sum, word) => sum + word.weight, 0) };
};

const coveredShare = (
  word: Word,
  weights: readonly number[],
  isFound: (index: number) => boolean,
): number => {
  if (word.whole.some(isFound)) return 1;
  let all = 0;
  let found = 0;
  for (const index of word.parts) {
    all += weights[index]!;
    if (isFound(index)) found += weights[index]!;
  }
  return all === 0 ? 0 : found / all;
};

/** Share of the question's idf mass that is covered, 0 to 1, given which of its terms were found. */
export const cover = (mass: QuestionMass, isFound: (termIndex: number) => boolean): number => {
  if (mass.total === 0) return 0;
  let covered = 0;
  for (const word of mass.words) covered += word.weight * coveredShare(word, mass.weights, isFound);
  return covered / mass.total;
};

/** Below `evidence` a passage is none; below `good` it is to be checked by hand. */
export type CoverLimits = { readonly evidence: number; readonly good: number };

/** Whether a cover makes a passage evidence, and how sure that is. Undefined: below the floor. */
export const confidenceOf = (share: number, limits: CoverLimits = LIMITS.cover): Confidence | undefined => {
  if (share < limits.evidence) return undefined;
  return share < limits.good ? 'check_by_hand' : 'good';
};
