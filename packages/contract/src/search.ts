import { z } from 'zod';
import { Id } from './ids.ts';
import { Span } from './place.ts';
import { Passage, PassageKind } from './records.ts';

/** One stage of a search: how many went in and came out, and why it did nothing if it did. */
export const SearchStage = z.object({
  name: z.enum([
    'analyse',
    'lexical',
    'dense',
    'fuse',
    'rerank',
    'floor',
    'reference_list',
    'duplicate',
    'cap',
  ]),
  in: z.int().nonnegative(),
  out: z.int().nonnegative(),
  ms: z.number().nonnegative(),
  skipped: z.enum(['not_installed', 'no_terms', 'nothing_to_do', 'index_warming']).nullable(),
});
export type SearchStage = z.infer<typeof SearchStage>;

/** Share of the question's idf mass that a passage covers, as a word. */
export const Confidence = z.enum(['good', 'check_by_hand']);
export type Confidence = z.infer<typeof Confidence>;

export const SearchHit = z.object({
  passage: Passage,
  sourceKey: z.string(),
  sourceId: Id,
  title: z.string(),
  score: z.number(),
  /** Share of the question's idf mass covered, 0 to 1. */
  cover: z.number(),
  ranks: z.object({ lexical: z.int().nullable(), dense: z.int().nullable(), rerank: z.int().nullable() }),
  confidence: Confidence,
  /** Spans of the passage text that match the question, for the highlight. */
  matches: z.array(Span),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** Why a candidate was left out, for `why`. */
export const SearchCut = z.object({
  sourceKey: z.string(),
  passageId: z.string(),
  page: z.int().nullable(),
  rank: z.int(),
  cover: z.number(),
  rule: z.enum(['floor', 'reference_list', 'duplicate', 'cap', 'limit']),
});
export type SearchCut = z.infer<typeof SearchCut>;

export const SearchReport = z.object({
  query: z.string(),
  terms: z.array(z.string()),
  /** Words of the question that no passage of the library holds. */
  unknownTerms: z.array(z.string()),
  hits: z.array(SearchHit),
  cut: z.array(SearchCut),
  stages: z.array(SearchStage),
});
export type SearchReport = z.infer<typeof SearchReport>;

export const SearchFilter = z.object({
  kinds: z.array(PassageKind).optional(),
  sourceKeys: z.array(z.string()).optional(),
});
export type SearchFilter = z.infer<typeof SearchFilter>;
