import { LIMITS } from '@stemma/contract/limits';
import type { SearchFilter, SearchReport, SearchStage } from '@stemma/contract/search';
import { type Ranking, rankCandidates, type StageCount } from '../../core/retrieval/rank.ts';
import { type QueryTerm, queryTerms } from '../../core/text/query-terms.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LexicalStats } from '../../ports/lexical-index.ts';
import type { PassageWithSource } from '../../ports/source-store.ts';
import type { OwnedStores } from '../../ports/stores.ts';

export type SearchOptions = {
  topK: number;
  capPerSource: number;
  cover: { evidence: number; good: number };
  filter: SearchFilter;
};

type Parts = { stores: OwnedStores; clock: Clock };

const NOTHING: Ranking = { hits: [], cut: [], stages: [], unknownTerms: [] };

const absent = (name: SearchStage['name'], count: number): SearchStage => ({
  name,
  in: count,
  out: count,
  ms: 0,
  skipped: 'not_installed',
});

/** Runs `work` and tells how long it took, in ms. */
const timed = async <T>(clock: Clock, work: () => T | Promise<T>): Promise<{ value: T; ms: number }> => {
  const began = clock.now();
  const value = await work();
  return { value, ms: clock.now() - began };
};

const rankingStages = (stages: readonly StageCount[], ms: number): SearchStage[] =>
  stages.map((stage, index) => ({ ...stage, ms: index === 0 ? ms : 0 }));

/** A report with what the answer is composed from. */
export type LibrarySearch = {
  report: SearchReport;
  terms: readonly QueryTerm[];
  stats: LexicalStats;
  passages: readonly PassageWithSource[];
};

/**
 * Finds passages for a text: the index proposes, `core/retrieval` scores, cuts and says why. Any text is
 * safe as a query. Stages that are not installed are listed as such.
 */
export const searchLibrary = async (
  { stores, clock }: Parts,
  query: string,
  options: SearchOptions,
): Promise<LibrarySearch> => {
  const { filter, topK, capPerSource, cover } = options;
  const analysed = await timed(clock, () => queryTerms(query));
  const terms = analysed.value;
  const analyse: SearchStage = {
    name: 'analyse',
    in: query.length,
    out: terms.length,
    ms: analysed.ms,
    skipped: terms.length === 0 ? 'no_terms' : null,
  };
  const report = { query, terms: terms.map(({ term }) => term) };
  if (terms.length === 0) {
    const { passages } = await stores.sources.count();
    const stats = { passages, meanLength: 0, documentFrequency: new Map() };
    return { report: { ...report, ...NOTHING, stages: [analyse] }, terms, stats, passages: [] };
  }

  const found = await timed(clock, async () => {
    const [candidates, stats] = await Promise.all([
      stores.lexical.candidates(terms, { limit: LIMITS.candidates.lexical, filter }),
      stores.lexical.stats(terms),
    ]);
    const passages = await stores.sources.passagesById(candidates.map(({ passageId }) => passageId));
    return { passages, stats };
  });
  const { passages, stats } = found.value;
  const lexical: SearchStage = {
    name: 'lexical',
    in: stats.passages,
    out: passages.length,
    ms: found.ms,
    skipped: null,
  };
  const ranked = await timed(clock, () =>
    rankCandidates({ terms, stats, candidates: passages, filter, topK, capPerSource, cover }),
  );
  const { hits, cut, stages, unknownTerms } = ranked.value;
  const all = [
    analyse,
    lexical,
    absent('dense', passages.length),
    absent('rerank', passages.length),
    ...rankingStages(stages, ranked.ms),
  ];
  return { report: { ...report, hits, cut, unknownTerms, stages: all }, terms, stats, passages };
};
