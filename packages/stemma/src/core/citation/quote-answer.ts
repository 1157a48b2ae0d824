import { LIMITS } from '@stemma/contract/limits';
import type { Span } from '@stemma/contract/place';
import type { SearchHit } from '@stemma/contract/search';
import type { CollectionStats } from '../retrieval/bm25.ts';
import { cover, type QuestionMass, questionMass } from '../retrieval/cover.ts';
import { createDuplicateFilter } from '../retrieval/near-duplicate.ts';
import { indexTokens } from '../text/analyse.ts';
import type { QueryTerm } from '../text/query-terms.ts';
import { sentenceSpans } from '../text/sentences.ts';
import { quoteItem } from './plain-text.ts';
import { isQuotable } from './quotable.ts';

/** A hit with the number the run's ledger gave it. */
export type NumberedHit = { readonly evidence: string; readonly hit: SearchHit };

export type Quotation = {
  readonly evidence: string;
  /** Span of the sentence in the passage text. */
  readonly span: Span;
  /** The sentence as it stands in the passage. */
  readonly sentence: string;
  /** One Markdown list item with its marker, ready for the splitter and the gate. */
  readonly markdown: string;
  /** Share of the question's idf mass the sentence covers. */
  readonly cover: number;
};

export type QuoteAnswer = {
  readonly quotations: readonly Quotation[];
  readonly markdown: string;
  /** Share of the question's idf mass that the quotations together cover. */
  readonly cover: number;
};

export type QuoteInput = {
  /** When given, sentences with figures are preferred for questions that ask for one. */
  readonly question?: string;
  readonly terms: readonly QueryTerm[];
  readonly stats: CollectionStats;
  /** Best first. */
  readonly hits: readonly NumberedHit[];
};

type Sentence = {
  readonly hit: number;
  readonly span: Span;
  readonly text: string;
  readonly found: ReadonlySet<number>;
  readonly share: number;
  readonly bonus: number;
};

const ASKS_FOR_FIGURE =
  /\bhow (?:many|much|long|large|big|small|fast|high|far|often|old|deep|wide)\b|\bwhat (?:is the )?(?:value|number|percentage|share|size|rate)\b|\bwhich value\b|多少|多大|多长|多高|多快|几个|几次|几倍|何值|多久/iu;
const FIGURE_BONUS = 0.15;
const FIGURE_SHARE = 0.3;

/** What rank is worth beside cover: the passage placed next loses this much of its sentences' worth. */
const RANK_COST = 0.02;
/** A further sentence must add this much of the question, or cover this much by itself. */
const ADDS = 0.08;
const STANDS_ALONE = 0.5;
/** Sentences beyond this many must add something. */
const ENOUGH = 3;

const foundTerms = (text: string, terms: readonly QueryTerm[]): Set<number> => {
  const tokens = new Set(indexTokens(text));
  const found = new Set<number>();
  terms.forEach(({ term, prefix }, index) => {
    if (prefix ? [...tokens].some((token) => token.startsWith(term)) : tokens.has(term)) found.add(index);
  });
  return found;
};

const sentencesOf = (input: QuoteInput, mass: QuestionMass): Sentence[] => {
  const asksForFigure = input.question !== undefined && ASKS_FOR_FIGURE.test(input.question);
  return input.hits.flatMap(({ hit }, index) =>
    sentenceSpans(hit.passage.text)
      .map((span) => ({ span, text: hit.passage.text.slice(span.start, span.end) }))
      .filter(({ text }) => isQuotable(text, hit.passage.kind))
      .map(({ span, text }) => {
        const found = foundTerms(text, input.terms);
        const share = cover(mass, (term) => found.has(term));
        const bonus = asksForFigure && share >= FIGURE_SHARE && /\d/u.test(text) ? FIGURE_BONUS : 0;
        return { hit: index, span, text, found, share, bonus };
      })
      .filter(({ share }) => share > 0),
  );
};

const union = (a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> => new Set([...a, ...b]);

/** The sentence that adds most to what is covered; the better placed passage wins a tie. */
const bestNext = (
  left: readonly Sentence[],
  covered: ReadonlySet<number>,
  mass: QuestionMass,
  taken: number,
): Sentence | undefined => {
  const now = cover(mass, (term) => covered.has(term));
  let best: { sentence: Sentence; value: number } | undefined;
  for (const sentence of left) {
    const all = union(covered, sentence.found);
    const gain = cover(mass, (term) => all.has(term)) - now;
    if (taken > 0 && gain < ADDS && (sentence.share < STANDS_ALONE || taken >= ENOUGH)) continue;
    const value = gain + 0.5 * sentence.share + sentence.bonus - RANK_COST * sentence.hit;
    if (!best || value > best.value + 1e-9) best = { sentence, value };
  }
  return best?.sentence;
};

const choose = (sentences: readonly Sentence[], mass: QuestionMass): Sentence[] => {
  const duplicates = createDuplicateFilter();
  const perHit = new Map<number, number>();
  const chosen: Sentence[] = [];
  let left = sentences;
  let covered: Set<number> = new Set();
  while (chosen.length < LIMITS.quoteSentences.total) {
    const next = bestNext(left, covered, mass, chosen.length);
    if (!next) break;
    left = left.filter((sentence) => sentence !== next);
    if ((perHit.get(next.hit) ?? 0) >= LIMITS.quoteSentences.perPassage || !duplicates.isNew(next.text))
      continue;
    perHit.set(next.hit, (perHit.get(next.hit) ?? 0) + 1);
    covered = union(covered, next.found);
    chosen.push(next);
  }
  return chosen;
};

/** The passage of the first choice first, then by first choice; reading order inside one passage. */
const inOrder = (chosen: readonly Sentence[]): Sentence[] => {
  const places = new Map<number, number>();
  for (const { hit } of chosen) if (!places.has(hit)) places.set(hit, places.size);
  return chosen.toSorted((a, b) => places.get(a.hit)! - places.get(b.hit)! || a.span.start - b.span.start);
};

/**
 * An answer by quotation, without a model: the sentences of the hits that together cover most of the
 * question's idf mass. Each is one list item with its marker, because a list item is one unit of checking
 * whatever stops it holds; so every unit is `exact` at the gate that judges a model's answer.
 */
export const quoteAnswer = (input: QuoteInput): QuoteAnswer => {
  const mass = questionMass(input.terms, input.stats);
  const chosen = inOrder(choose(sentencesOf(input, mass), mass));
  const quotations = chosen.map(({ hit, span, text, share }) => {
    const { evidence } = input.hits[hit]!;
    return { evidence, span, sentence: text, markdown: quoteItem(text, evidence), cover: share };
  });
  const covered = new Set(chosen.flatMap(({ found }) => [...found]));
  return {
    quotations,
    markdown: quotations.map(({ markdown }) => `${markdown}\n`).join(''),
    cover: cover(mass, (term) => covered.has(term)),
  };
};
