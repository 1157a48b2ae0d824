import type { QueryTerm } from '../text/query-terms.ts';

/** Statistics of the owner's passages. Structurally the `LexicalStats` of the lexical index port. */
export type CollectionStats = {
  readonly passages: number;
  readonly meanLength: number;
  readonly documentFrequency: ReadonlyMap<string, number>;
};

/** A passage as tokens; title and text apart. */
export type TokenisedPassage = { readonly title: readonly string[]; readonly text: readonly string[] };

const K1 = 1.2;
const B = 0.75;
/** An occurrence in the title counts as two. */
const TITLE_WEIGHT = 2;

/**
 * Inverse document frequency as in Lucene's BM25Similarity, `ln(1 + (N - n + 0.5) / (n + 0.5))`: never
 * negative, so a word in more than half of the passages still adds a little.
 */
export const inverseDocumentFrequency = (passages: number, frequency: number): number => {
  const n = Math.min(Math.max(frequency, 0), passages);
  return Math.log(1 + (passages - n + 0.5) / (n + 0.5));
};

/** Length that BM25 normalises by: all tokens of title and text, unweighted (as SQLite's FTS5 counts). */
export const passageLength = (passage: TokenisedPassage): number =>
  passage.title.length + passage.text.length;

export type TermFrequencies = { readonly title: number; readonly text: number };

/** How often each term occurs in a passage, in the order of the terms. */
export const termFrequencies = (
  terms: readonly Pick<QueryTerm, 'term' | 'prefix'>[],
  passage: TokenisedPassage,
): TermFrequencies[] => {
  const counted = { title: countTokens(passage.title), text: countTokens(passage.text) };
  return terms.map((term) => ({
    title: frequency(term, counted.title),
    text: frequency(term, counted.text),
  }));
};

const countTokens = (tokens: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
};

const frequency = (
  { term, prefix }: Pick<QueryTerm, 'term' | 'prefix'>,
  counts: Map<string, number>,
): number => {
  if (!prefix) return counts.get(term) ?? 0;
  let sum = 0;
  for (const [token, count] of counts) if (token.startsWith(term)) sum += count;
  return sum;
};

/**
 * BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, eq. 3.15,
 * with k1 1.2 and b 0.75): the sum over the terms of
 * `idf · f · (k1 + 1) / (f + k1 · (1 - b + b · length / meanLength))`, where f is the frequency with the
 * title counted twice.
 */
export const bm25 = (
  terms: readonly Pick<QueryTerm, 'term' | 'prefix'>[],
  frequencies: readonly TermFrequencies[],
  length: number,
  stats: CollectionStats,
): number => {
  const norm = K1 * (1 - B + (B * length) / Math.max(stats.meanLength, 1));
  let score = 0;
  terms.forEach(({ term }, index) => {
    const { title, text } = frequencies[index]!;
    const f = TITLE_WEIGHT * title + text;
    if (f === 0) return;
    const n = Math.max(stats.documentFrequency.get(term) ?? 0, 1);
    score += (inverseDocumentFrequency(stats.passages, n) * f * (K1 + 1)) / (f + norm);
  });
  return score;
};
