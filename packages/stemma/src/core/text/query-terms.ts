import { LIMITS } from '@stemma/contract/limits';
import type { Span } from '@stemma/contract/place';
import { type Emit, emitPairs, scan, type TokenKind } from './analyse.ts';
import { commonness } from './commonness.ts';
import { fold } from './fold.ts';
import { chineseTopics, ENGLISH_STOP_WORDS } from './stop-words.ts';

/** One analysed term of a question. Structurally the `QueryTerm` of the lexical index port, and more. */
export type QueryTerm = {
  readonly term: string;
  /** Matches every token that begins with the term: a single character of a script without spaces. */
  readonly prefix?: boolean;
  /** Terms of one word share a number, counted from 0. */
  readonly group: number;
  /** A part of its word (`free` of `free-stream`); the whole is another term of the group. */
  readonly part: boolean;
  /** Where the word stands in the question, in UTF-16 units. */
  readonly span: Span;
  /** The word as the user wrote it. */
  readonly word: string;
  /** A word that every text has, kept since the question holds nothing else. */
  readonly stop?: true;
};

type Found = { term: string; kind: TokenKind; start: number; end: number; prefix: boolean; stop: boolean };

const characters = (text: string): number => [...text].length;

/** Pairs of what is left of a run without its stop words; a single character left stands as a prefix. */
const emitTopics = (prefixes: Set<number>) => (text: string, start: number, end: number, emit: Emit) => {
  for (const topic of chineseTopics(text.slice(start, end))) {
    const from = start + topic.start;
    const to = start + topic.end;
    if (characters(text.slice(from, to)) > 1) emitPairs(text, from, to, emit);
    else {
      prefixes.add(from);
      emit(text.slice(from, to), 'ideograph', from, to);
    }
  }
};

const findTokens = (folded: string): Found[] => {
  const found: Found[] = [];
  const prefixes = new Set<number>();
  const collect: Emit = (term, kind, start, end) =>
    found.push({
      term,
      kind,
      start,
      end,
      prefix: kind === 'ideograph' && prefixes.has(start),
      stop: kind === 'word' && ENGLISH_STOP_WORDS.has(folded.slice(start, end)),
    });
  scan(folded, collect, emitTopics(prefixes));
  if (found.some((token) => !token.stop)) return found.filter((token) => !token.stop);
  if (found.length === 0) scan(folded, collect);
  return found.map((token) => ({ ...token, stop: true }));
};

/** The whole that a token is a part of, if any: a joined form or a number with its unit. */
const wholeOf = (token: Found, tokens: readonly Found[]): Found | undefined =>
  tokens.find(
    (other) =>
      other !== token &&
      ((other.kind === 'joined' && token.kind !== 'joined') ||
        (other.kind === 'word' && token.kind === 'part')) &&
      other.start <= token.start &&
      other.end >= token.end,
  );

const RANK = { topic: 0, academic: 1, everyday: 2 } as const;

/** The rarest words first when there are too many; order of the question among those kept. */
const keepRarest = (terms: readonly QueryTerm[]): QueryTerm[] => {
  if (terms.length <= LIMITS.queryTerms) return [...terms];
  const kept = terms
    .map((term, index) => ({ term, index, rank: RANK[commonness(term.term)] }))
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, LIMITS.queryTerms)
    .toSorted((a, b) => a.index - b.index);
  return kept.map((entry) => entry.term);
};

/**
 * Distinct terms of a question in its order, at most `LIMITS.queryTerms`. Stop words are dropped unless
 * the question holds nothing else. Empty when it has no letter, digit or ideograph.
 */
export const queryTerms = (question: string): QueryTerm[] => {
  const folded = fold(question);
  const tokens = findTokens(folded.text);
  const groups = new Map<Found, number>();
  const terms = new Map<string, QueryTerm>();
  for (const token of tokens) {
    const whole = wholeOf(token, tokens);
    const owner = whole ? (wholeOf(whole, tokens) ?? whole) : token;
    if (!groups.has(owner)) groups.set(owner, groups.size);
    const key = token.prefix ? `${token.term}*` : token.term;
    if (terms.has(key)) continue;
    const span = folded.toOriginal(owner);
    terms.set(key, {
      term: token.term,
      ...(token.prefix && { prefix: true }),
      group: groups.get(owner)!,
      part: whole !== undefined,
      ...(token.stop && { stop: true as const }),
      span,
      word: question.slice(span.start, span.end),
    });
  }
  return keepRarest([...terms.values()]);
};
