import type { Refusal } from '@stemma/contract/events';
import type { SearchHit } from '@stemma/contract/search';
import { type Aspect, toAspects } from '../retrieval/aspects.ts';
import type { CollectionStats } from '../retrieval/bm25.ts';
import { indexTokens } from '../text/analyse.ts';
import type { QueryTerm } from '../text/query-terms.ts';

export type RefusalInput = {
  readonly question: string;
  readonly terms: readonly QueryTerm[];
  readonly stats: CollectionStats;
  /** Hits above the floor, best first. */
  readonly hits: readonly SearchHit[];
  /** Cover of the quotations chosen from them ({@link quoteAnswer}). */
  readonly answerCover: number;
};

/**
 * Least shares of the question's idf mass for an answer: the quotations together, and one passage by
 * itself, since quotations from many passages can hold every word of a question that none is about. Set
 * on judged sets: docs/decisions/2026-11-30-evidence-floor.md.
 */
export const ANSWER_COVER = { together: 0.5, onePassage: 0.5 } as const;
const LIST_LENGTH = 4;

const codeOf = ({ terms, stats, hits, answerCover }: RefusalInput): Refusal['code'] | undefined => {
  if (stats.passages === 0) return 'empty_library';
  if (terms.length === 0) return 'no_terms';
  if (terms.every(({ term }) => (stats.documentFrequency.get(term) ?? 0) === 0)) return 'nothing_found';
  const best = Math.max(0, ...hits.map((hit) => hit.cover));
  if (answerCover < ANSWER_COVER.together || best < ANSWER_COVER.onePassage) return 'nothing_close';
  return undefined;
};

const isHeld = (term: QueryTerm, tokens: ReadonlySet<string>): boolean =>
  term.prefix ? [...tokens].some((token) => token.startsWith(term.term)) : tokens.has(term.term);

const heldTerms = (terms: readonly QueryTerm[], hits: readonly SearchHit[]): Set<number> => {
  const tokens = new Set(
    hits.flatMap((hit) => [...indexTokens(hit.title), ...indexTokens(hit.passage.text)]),
  );
  return new Set(terms.flatMap((term, index) => (isHeld(term, tokens) ? [index] : [])));
};

/** Everyday words (`really`, `give`) are no aspect of a question unless it has no other. */
const EVERYDAY = 0.3;

const textsOf = (aspects: readonly Aspect[]): string[] => {
  const weighty = aspects.filter(({ weight }) => weight > EVERYDAY);
  const listed = weighty.length > 0 ? weighty : aspects;
  return listed
    .toSorted((a, b) => b.weight - a.weight || a.start - b.start)
    .slice(0, LIST_LENGTH)
    .map(({ text }) => text);
};

/** Groups of the question's words that the library does hold: searches that would find something. */
const foundAspects = (question: string, terms: readonly QueryTerm[], stats: CollectionStats): string[] => {
  const known = terms.filter(({ term }) => (stats.documentFrequency.get(term) ?? 0) > 0);
  const aspects = toAspects(question, known, terms, { joinWords: true, trim: false });
  return textsOf(aspects.filter(({ weight }) => weight > EVERYDAY));
};

/**
 * Whether the library cannot answer, and then what is missing and what to search next, in the user's own
 * words. Null when it can.
 */
export const decideRefusal = (input: RefusalInput): Refusal | null => {
  const code = codeOf(input);
  if (code === undefined) return null;
  if (code === 'empty_library' || code === 'no_terms') return { code, missing: [], nextSearches: [] };
  const { question, terms, stats, hits } = input;
  const held = heldTerms(terms, hits);
  const missingTerms = terms.filter((_, index) => !held.has(index));
  const missing = toAspects(question, missingTerms.length > 0 ? missingTerms : terms, terms, {
    joinWords: true,
  });
  return { code, missing: textsOf(missing), nextSearches: foundAspects(question, terms, stats) };
};
