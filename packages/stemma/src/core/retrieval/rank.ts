import { LIMITS } from '@stemma/contract/limits';
import type { Span } from '@stemma/contract/place';
import type { Passage } from '@stemma/contract/records';
import type { SearchCut, SearchFilter, SearchHit, SearchStage } from '@stemma/contract/search';
import { indexTokens, type Token, tokenSpans } from '../text/analyse.ts';
import type { QueryTerm } from '../text/query-terms.ts';
import { toAspects } from './aspects.ts';
import { bm25, type CollectionStats, passageLength, termFrequencies } from './bm25.ts';
import { type CoverLimits, confidenceOf, cover, questionMass } from './cover.ts';
import { createDuplicateFilter } from './near-duplicate.ts';

/** A passage the index proposed. Structurally part of the `PassageWithSource` of the source store port. */
export type Candidate = {
  readonly passage: Passage;
  readonly sourceId: string;
  readonly sourceKey: string;
  readonly title: string;
};

export type RankInput = {
  readonly terms: readonly QueryTerm[];
  readonly stats: CollectionStats;
  readonly candidates: readonly Candidate[];
  readonly filter: SearchFilter;
  readonly topK: number;
  readonly capPerSource?: number;
  readonly cover?: CoverLimits;
};

/** A stage without its time, which only the caller can measure. */
export type StageCount = Omit<SearchStage, 'ms'>;

export type Ranking = {
  readonly hits: SearchHit[];
  readonly cut: SearchCut[];
  readonly stages: StageCount[];
  /** Words of the question, as the user wrote them, that no passage of the library holds. */
  readonly unknownTerms: string[];
};

type Scored = {
  readonly candidate: Candidate;
  readonly score: number;
  readonly cover: number;
  readonly tokens: readonly Token[];
  rank: number;
};

/**
 * What a passage covers by itself: by its own words, and by the headings it stands under once it has any of
 * them. The title of its work ranks it, but makes no evidence of it.
 */
const coverOf = (
  passage: Passage,
  terms: readonly QueryTerm[],
  mass: ReturnType<typeof questionMass>,
  isInText: (index: number) => boolean,
): number => {
  if (!terms.some((_, index) => isInText(index))) return 0;
  const headings = new Set(indexTokens(passage.section.join('\n')));
  return cover(mass, (index) => isInText(index) || headings.has(terms[index]!.term));
};

const score = (candidate: Candidate, input: RankInput, mass: ReturnType<typeof questionMass>): Scored => {
  const tokens = tokenSpans(candidate.passage.text);
  const tokenised = { title: indexTokens(candidate.title), text: tokens.map((token) => token.token) };
  const frequencies = termFrequencies(input.terms, tokenised);
  return {
    candidate,
    score: bm25(input.terms, frequencies, passageLength(tokenised), input.stats),
    cover: coverOf(candidate.passage, input.terms, mass, (index) => frequencies[index]!.text > 0),
    tokens,
    rank: 0,
  };
};

/** Best first; equal scores in an order that no database and no order of adding can change. */
const byScore = (a: Scored, b: Scored): number => {
  const difference = b.score - a.score;
  if (Math.abs(difference) > 1e-9) return difference;
  if (a.candidate.sourceKey !== b.candidate.sourceKey)
    return a.candidate.sourceKey < b.candidate.sourceKey ? -1 : 1;
  if (a.candidate.passage.ordinal !== b.candidate.passage.ordinal)
    return a.candidate.passage.ordinal - b.candidate.passage.ordinal;
  return a.candidate.passage.id < b.candidate.passage.id ? -1 : 1;
};

/** Spans of the passage text to light, in reading order; neighbours and overlaps are merged. */
export const matchSpans = (text: string, terms: readonly QueryTerm[], tokens: readonly Token[]): Span[] => {
  const exact = new Set(terms.filter((term) => !term.prefix).map((term) => term.term));
  const prefixes = terms.filter((term) => term.prefix).map((term) => term.term);
  const spans = tokens
    .filter(({ token }) => exact.has(token) || prefixes.some((prefix) => token.startsWith(prefix)))
    .map(({ token, start, end }) => {
      const prefix = exact.has(token) ? undefined : prefixes.find((entry) => token.startsWith(entry));
      return { start, end: prefix ? Math.min(end, start + prefix.length) : end };
    })
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && (span.start <= last.end || /^[\s-]$/u.test(text.slice(last.end, span.start))))
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else merged.push(span);
  }
  return merged;
};

const toHit = (scored: Scored, input: RankInput): SearchHit => ({
  passage: scored.candidate.passage,
  sourceKey: scored.candidate.sourceKey,
  sourceId: scored.candidate.sourceId,
  title: scored.candidate.title,
  score: scored.score,
  cover: scored.cover,
  ranks: { lexical: scored.rank, dense: null, rerank: null },
  confidence: confidenceOf(scored.cover, input.cover) ?? 'check_by_hand',
  matches: matchSpans(scored.candidate.passage.text, input.terms, scored.tokens),
});

const unknownWords = (terms: readonly QueryTerm[], stats: CollectionStats): string[] => {
  const known = new Set(
    terms.filter(({ term }) => (stats.documentFrequency.get(term) ?? 0) > 0).map(({ group }) => group),
  );
  const unknown = terms.filter(({ group }) => !known.has(group));
  return toAspects(textOf(terms), unknown, terms, { joinWords: false, trim: true }).map(({ text }) => text);
};

/** The question with blanks for what is no term. */
const textOf = (terms: readonly QueryTerm[]): string => {
  const length = Math.max(0, ...terms.map(({ span }) => span.end));
  const units: string[] = new Array<string>(length).fill(' ');
  for (const { span, word } of terms)
    for (let i = 0; i < word.length; i += 1) units[span.start + i] = word[i]!;
  return units.join('');
};

type Test = { rule: SearchCut['rule']; keeps: (scored: Scored) => boolean };

/** What leaves a candidate out, stage by stage. Each test sees only what the tests before it kept. */
const stageTests = (input: RankInput): { name: StageCount['name']; tests: Test[] }[] => {
  const perSource = new Map<string, number>();
  const cap = input.capPerSource ?? LIMITS.capPerSource;
  const duplicates = createDuplicateFilter();
  const asksForReferences = input.filter.kinds?.includes('reference') ?? false;
  let shown = 0;
  const isAboveFloor: Test = {
    rule: 'floor',
    keeps: (scored) => confidenceOf(scored.cover, input.cover) !== undefined,
  };
  const isNoReference: Test = {
    rule: 'reference_list',
    keeps: ({ candidate }) => asksForReferences || candidate.passage.kind !== 'reference',
  };
  const isNew: Test = {
    rule: 'duplicate',
    keeps: ({ candidate }) => duplicates.isNew(candidate.passage.text),
  };
  const isWithinCap: Test = {
    rule: 'cap',
    keeps: ({ candidate }) => {
      const count = (perSource.get(candidate.sourceId) ?? 0) + 1;
      perSource.set(candidate.sourceId, count);
      return count <= cap;
    },
  };
  const isWithinLimit: Test = {
    rule: 'limit',
    keeps: () => {
      shown += 1;
      return shown <= input.topK;
    },
  };
  return [
    { name: 'floor', tests: [isAboveFloor] },
    { name: 'reference_list', tests: [isNoReference] },
    { name: 'duplicate', tests: [isNew] },
    { name: 'cap', tests: [isWithinCap, isWithinLimit] },
  ];
};

const toCut = ({ candidate, rank, cover: share }: Scored, rule: SearchCut['rule']): SearchCut => ({
  sourceKey: candidate.sourceKey,
  passageId: candidate.passage.id,
  page: candidate.passage.page,
  rank,
  cover: share,
  rule,
});

/**
 * Scores what the index proposed again, so that every database gives one order, and leaves out by rule:
 * below the floor, reference lists, the same text twice, more than the cap of one source, beyond topK.
 */
export const rankCandidates = (input: RankInput): Ranking => {
  const mass = questionMass(input.terms, input.stats);
  let kept = input.candidates.map((candidate) => score(candidate, input, mass)).toSorted(byScore);
  kept.forEach((scored, index) => {
    scored.rank = index + 1;
  });
  const cut: SearchCut[] = [];
  const stages: StageCount[] = [];
  for (const { name, tests } of stageTests(input)) {
    const passed: Scored[] = [];
    for (const scored of kept) {
      const failed = tests.find((test) => !test.keeps(scored));
      if (failed) cut.push(toCut(scored, failed.rule));
      else passed.push(scored);
    }
    stages.push({
      name,
      in: kept.length,
      out: passed.length,
      skipped: kept.length === 0 ? 'nothing_to_do' : null,
    });
    kept = passed;
  }
  return {
    hits: kept.map((scored) => toHit(scored, input)),
    cut: cut.toSorted((a, b) => a.rank - b.rank),
    stages,
    unknownTerms: unknownWords(input.terms, input.stats),
  };
};
