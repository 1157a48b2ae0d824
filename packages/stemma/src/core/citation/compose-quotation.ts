import type { Refusal } from '@stemma/contract/events';
import type { CollectionStats } from '../retrieval/bm25.ts';
import { cover, questionMass } from '../retrieval/cover.ts';
import { indexTokens } from '../text/analyse.ts';
import type { QueryTerm } from '../text/query-terms.ts';
import { clauseSpans } from './clauses.ts';
import { type NumberedHit, type QuoteAnswer, quoteAnswer } from './quote-answer.ts';
import { decideRefusal, missingWords } from './refusal.ts';

export type QuotationInput = {
  readonly question: string;
  readonly terms: readonly QueryTerm[];
  readonly stats: CollectionStats;
  readonly hits: readonly NumberedHit[];
};

/** What the library says: quotations, what they leave open, or a refusal of the whole. */
export type Composed =
  | { readonly answer: QuoteAnswer; readonly open: Refusal | null; readonly refusal: null }
  | { readonly answer: null; readonly open: null; readonly refusal: Refusal };

const attempt = (input: QuotationInput) => {
  const answer = quoteAnswer(input);
  const hits = input.hits.map(({ hit }) => hit);
  return { answer, refusal: decideRefusal({ ...input, hits, answerCover: answer.cover }) };
};

/** A part of the question with the hits measured by it alone; spans stay those of the whole question. */
const clauseInput = (input: QuotationInput, start: number, end: number): QuotationInput => {
  const terms = input.terms.filter(({ span }) => span.start >= start && span.end <= end);
  const mass = questionMass(terms, input.stats);
  const hits = input.hits.map(({ evidence, hit }) => {
    const tokens = new Set(indexTokens(hit.passage.text));
    return { evidence, hit: { ...hit, cover: cover(mass, (index) => tokens.has(terms[index]!.term)) } };
  });
  return { ...input, terms, hits };
};

const joined = (answers: readonly QuoteAnswer[]): QuoteAnswer => {
  const seen = new Set<string>();
  const quotations = answers
    .flatMap((answer) => answer.quotations)
    .filter(({ markdown }) => !seen.has(markdown) && seen.add(markdown));
  return {
    quotations,
    markdown: quotations.map(({ markdown }) => `${markdown}\n`).join(''),
    cover: Math.min(...answers.map((answer) => answer.cover)),
  };
};

/** Answers the parts of a question that are refused only together with the others. */
const answerInParts = (input: QuotationInput, whole: Refusal): Composed => {
  const clauses = clauseSpans(input.question).map(({ start, end }) => clauseInput(input, start, end));
  const refused: Composed = { answer: null, open: null, refusal: whole };
  if (clauses.length < 2) return refused;
  const parts = clauses
    .filter(({ terms }) => terms.length > 0)
    .map((clause) => ({ clause, ...attempt(clause) }));
  const answered = parts.filter(
    ({ refusal, clause }) => !refusal && new Set(clause.terms.map((term) => term.group)).size > 1,
  );
  if (answered.length === 0) return refused;
  const missing = [...new Set(parts.flatMap(({ refusal }) => refusal?.missing ?? []))];
  const nextSearches = [...new Set(parts.flatMap(({ refusal }) => refusal?.nextSearches ?? []))];
  return {
    answer: joined(answered.map(({ answer }) => answer)),
    open: { code: 'partly_covered', missing, nextSearches },
    refusal: null,
  };
};

/**
 * An answer by quotation with what it leaves open: words of the question that no passage of the library
 * holds. A question of several parts is answered where it can be; one that nothing answers is refused.
 */
export const composeQuotation = (input: QuotationInput): Composed => {
  const { answer, refusal } = attempt(input);
  if (refusal?.code === 'nothing_close') return answerInParts(input, refusal);
  if (refusal) return { answer: null, open: null, refusal };
  const missing = missingWords(input);
  return {
    answer,
    open: missing.length > 0 ? { code: 'partly_covered', missing, nextSearches: [] } : null,
    refusal: null,
  };
};
