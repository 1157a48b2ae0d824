import type { CslItem } from '@stemma/contract/csl';

/** What a registry is asked for. */
export type RecordQuery = { readonly id: string; readonly version: number | null };

/**
 * A registry of works on the network, asked only when a person names an identifier. Gives the whole record
 * or a fault (`lookup_offline`, `lookup_timed_out`, `lookup_not_found`, `lookup_rate_limited`,
 * `lookup_answer_bad`), never a part of one. A version that was asked for is the one that is given.
 */
export interface RecordSource {
  find(query: RecordQuery, signal: AbortSignal): Promise<Omit<CslItem, 'id'>>;
}
