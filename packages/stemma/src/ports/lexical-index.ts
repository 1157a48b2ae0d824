import type { HashId } from '@stemma/contract/ids';
import type { SearchFilter } from '@stemma/contract/search';

/** One analysed term of a query; `prefix` matches every token that begins with it. */
export type QueryTerm = { readonly term: string; readonly prefix?: boolean };

/** What BM25 needs to know of the owner's passages. Lengths count tokens, title and text apart. */
export type LexicalStats = {
  readonly passages: number;
  readonly meanLength: number;
  /** In how many passages a term occurs, by term; absent is 0. */
  readonly documentFrequency: ReadonlyMap<string, number>;
};

/** A passage that was found, with its place in the engine's order, from 1. */
export type LexicalCandidate = { readonly passageId: HashId; readonly order: number };

/**
 * Finds passages by analysed terms; never sees raw text, so that every user text is safe as a query.
 * Returns at most `limit` candidates holding at least one term, best first by the engine's own BM25
 * (title weight 2); `core/retrieval` scores them again, so both databases give one order. Deterministic.
 */
export interface LexicalIndex {
  candidates(
    terms: readonly QueryTerm[],
    options: { limit: number; filter: SearchFilter },
  ): Promise<LexicalCandidate[]>;
  stats(terms: readonly QueryTerm[]): Promise<LexicalStats>;
}
