import type { Refusal } from '@stemma/contract/events';
import type { SearchHit } from '@stemma/contract/search';
import type { CollectionStats } from '../retrieval/bm25.ts';
import { backgroundWeight } from '../retrieval/idf-background.ts';
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

/** Fewest of the question's idf mass that the quotations together must cover for an answer. */
export const ANSWER_COVER = 0.55;
const LIST_LENGTH = 4;

const codeOf = ({ terms, stats, hits, answerCover }: RefusalInput): Refusal['code'] | undefined => {
  if (stats.passages === 0) return 'empty_library';
  if (terms.length === 0) return 'no_terms';
  if (terms.every(({ term }) => (stats.documentFrequency.get(term) ?? 0) === 0)) return 'nothing_found';
  if (hits.length === 0 || answerCover < ANSWER_COVER) return 'nothing_close';
  return undefined;
};

type Aspect = { readonly start: number; readonly end: number; readonly weight: number };

/** Words of the question that stand side by side make one aspect. */
const toAspects = (question: string, terms: readonly QueryTerm[]): Aspect[] => {
  const aspects: Aspect[] = [];
  for (const { span, term } of terms.toSorted((a, b) => a.span.start - b.span.start)) {
    const last = aspects.at(-1);
    const weight = backgroundWeight(term);
    const isNext =
      last && (span.start <= last.end || /^[\s-]{1,2}$/u.test(question.slice(last.end, span.start)));
    if (isNext)
      aspects[aspects.length - 1] = {
        start: last.start,
        end: Math.max(last.end, span.end),
        weight: Math.max(last.weight, weight),
      };
    else aspects.push({ ...span, weight });
  }
  return aspects;
};

const inUsersWords = (question: string, aspects: readonly Aspect[]): string[] => [
  ...new Set(
    aspects.map(({ start, end }) => question.slice(start, end).trim()).filter((text) => text !== ''),
  ),
];

const isHeld = (term: QueryTerm, tokens: ReadonlySet<string>): boolean =>
  term.prefix ? [...tokens].some((token) => token.startsWith(term.term)) : tokens.has(term.term);

const heldTerms = (terms: readonly QueryTerm[], hits: readonly SearchHit[]): Set<number> => {
  const tokens = new Set(
    hits.flatMap((hit) => [...indexTokens(hit.title), ...indexTokens(hit.passage.text)]),
  );
  return new Set(terms.flatMap((term, index) => (isHeld(term, tokens) ? [index] : [])));
};

/** Groups of the question's words that the library does hold: searches that would find something. */
const foundAspects = (question: string, terms: readonly QueryTerm[], stats: CollectionStats): string[] => {
  const known = terms.filter(({ term }) => (stats.documentFrequency.get(term) ?? 0) > 0);
  const aspects = toAspects(question, known).filter(({ weight }) => weight > 0.5);
  return inUsersWords(
    question,
    aspects.toSorted((a, b) => b.weight - a.weight || b.end - b.start - (a.end - a.start)),
  );
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
  const missing = inUsersWords(
    question,
    toAspects(question, missingTerms.length > 0 ? missingTerms : terms).toSorted(
      (a, b) => b.weight - a.weight,
    ),
  );
  return {
    code,
    missing: missing.slice(0, LIST_LENGTH),
    nextSearches: foundAspects(question, terms, stats).slice(0, LIST_LENGTH),
  };
};
