import type { Refusal } from '@stemma/contract/events';
import type { SearchHit } from '@stemma/contract/search';
import { type Aspect, toAspects } from '../retrieval/aspects.ts';
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

/**
 * Least shares of the question's idf mass for an answer: the quotations together, and one passage by
 * itself, since quotations from many passages can hold every word of a question that none is about. Set
 * on judged sets: docs/decisions/2026-11-30-evidence-floor.md.
 */
export const ANSWER_COVER = { together: 0.5, onePassage: 0.5 } as const;
const LIST_LENGTH = 4;
/** Everyday words (`really`, `give`) are no aspect of a question unless it has no other. */
const EVERYDAY = 0.3;

const codeOf = ({ terms, stats, hits, answerCover }: RefusalInput): Refusal['code'] | undefined => {
  if (stats.passages === 0) return 'empty_library';
  if (terms.every(({ stop }) => stop)) return 'no_terms';
  if (terms.every(({ term }) => (stats.documentFrequency.get(term) ?? 0) === 0)) return 'nothing_found';
  const best = Math.max(0, ...hits.map((hit) => hit.cover));
  if (answerCover < ANSWER_COVER.together || best < ANSWER_COVER.onePassage) return 'nothing_close';
  return undefined;
};

const isHeld = (term: QueryTerm, tokens: ReadonlySet<string>): boolean =>
  term.prefix ? [...tokens].some((token) => token.startsWith(term.term)) : tokens.has(term.term);

/** Terms whose word is not there: neither whole nor in all its parts. */
const withoutWord = (terms: readonly QueryTerm[], isThere: (term: QueryTerm) => boolean): QueryTerm[] =>
  terms.filter(({ group }) => {
    const word = terms.filter((term) => term.group === group);
    const parts = word.filter((term) => term.part);
    const isWhole = word.some((term) => !term.part && isThere(term));
    return !(isWhole || (parts.length > 0 && parts.every(isThere)));
  });

/**
 * What is missing: words that the library does not hold; when it holds them all, those that no passage
 * near the question holds; when even that is none, all, since only no passage holds them together.
 */
const missingTerms = ({ terms, stats, hits }: RefusalInput): readonly QueryTerm[] => {
  const unknown = withoutWord(terms, ({ term }) => (stats.documentFrequency.get(term) ?? 0) > 0);
  if (unknown.some(({ term }) => backgroundWeight(term) > EVERYDAY)) return unknown;
  const tokens = new Set(
    hits.flatMap((hit) => [...indexTokens(hit.title), ...indexTokens(hit.passage.text)]),
  );
  const apart = withoutWord(terms, (term) => isHeld(term, tokens));
  return apart.length > 0 ? apart : terms;
};

const textsOf = (aspects: readonly Aspect[]): string[] => {
  const weighty = aspects.filter(({ weight }) => weight > EVERYDAY);
  const listed = weighty.length > 0 ? weighty : aspects;
  return listed
    .toSorted((a, b) => b.weight - a.weight || a.start - b.start)
    .slice(0, LIST_LENGTH)
    .map(({ text }) => text);
};

/** Weighty words of a question that no passage of the library holds, in the user's own words. */
export const missingWords = ({
  question,
  terms,
  stats,
}: Pick<RefusalInput, 'question' | 'terms' | 'stats'>): string[] => {
  const unknown = withoutWord(terms, ({ term }) => (stats.documentFrequency.get(term) ?? 0) > 0);
  const weighty = unknown.filter(({ term, stop }) => !stop && backgroundWeight(term) > EVERYDAY);
  return textsOf(toAspects(question, weighty, terms, { joinWords: true, trim: true }));
};

/** Groups of the question's words that the library does hold: searches that would find something. */
const foundAspects = (question: string, terms: readonly QueryTerm[], stats: CollectionStats): string[] => {
  const known = terms.filter(({ term }) => (stats.documentFrequency.get(term) ?? 0) > 0);
  const aspects = toAspects(question, known, terms, { joinWords: true, trim: false });
  return textsOf(aspects.filter(({ weight }) => weight > EVERYDAY));
};

/** What is missing, in the user's own words; when no word is, what the best passage does not hold. */
const missingAspects = (input: RefusalInput): string[] => {
  const { question, terms, hits } = input;
  const listed = textsOf(toAspects(question, missingTerms(input), terms, { joinWords: true, trim: true }));
  if (listed.length > 0) return listed;
  const best = new Set(hits[0] ? indexTokens(hits[0].passage.text) : []);
  const apart = withoutWord(terms, (term) => isHeld(term, best));
  return textsOf(
    toAspects(question, apart.length > 0 ? apart : terms, terms, { joinWords: true, trim: false }),
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
  const { question, terms, stats } = input;
  return { code, missing: missingAspects(input), nextSearches: foundAspects(question, terms, stats) };
};
