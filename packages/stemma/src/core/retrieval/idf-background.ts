import { commonness } from '../text/commonness.ts';
import { type CollectionStats, inverseDocumentFrequency } from './bm25.ts';

/** Weight of a word by how common it is in academic writing; 1 is a word nothing is known of. */
const BACKGROUND = { everyday: 0.25, academic: 0.55, topic: 1 } as const;

/** Number of passages at which the owner's statistics and the background count the same. */
const EVEN_AT = 2_000;

/** Weight of an analysed term from the shipped background list alone, above 0 and at most 1. */
export const backgroundWeight = (term: string): number => BACKGROUND[commonness(term)];

/**
 * Weight of a term: the background list mixed with the owner's idf (scaled so that a word of a single
 * passage weighs 1). In a small library every word is rare, so the list speaks; in a large one the
 * library does. Above 0 and at most 1.
 */
export const termWeight = (term: string, stats: CollectionStats): number => {
  const background = backgroundWeight(term);
  const frequency = stats.documentFrequency.get(term) ?? 0;
  if (frequency === 0 || stats.passages === 0) return background;
  const own =
    inverseDocumentFrequency(stats.passages, frequency) / inverseDocumentFrequency(stats.passages, 1);
  const share = stats.passages / (stats.passages + EVEN_AT);
  return Math.max(0.02, (1 - share) * background + share * own);
};
