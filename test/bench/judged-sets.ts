import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bm25, type CollectionStats } from 'stemma/core/retrieval/bm25';
import { indexTokens } from 'stemma/core/text/analyse';
import { queryTerms } from 'stemma/core/text/query-terms';

/** Third-party judged collections: read from where they lie, never shipped. */
export const CORPUS = process.env.STEMMA_CORPUS ?? join(process.cwd(), '..', 'shared', 'corpus', 'ir');

export type JudgedSet = {
  readonly docs: { readonly id: string; readonly title: string; readonly text: string }[];
  readonly queries: { readonly id: string; readonly text: string }[];
  /** Gain by query and document. */
  readonly judged: ReadonlyMap<string, ReadonlyMap<string, number>>;
};

const readLines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

/** Queries of one folder over the documents of another (scifact-train asks scifact). */
export const loadJudgedSet = (queries: string, docs = queries): JudgedSet | undefined => {
  if (!existsSync(join(CORPUS, queries, 'queries.jsonl'))) return undefined;
  const judged = new Map<string, Map<string, number>>();
  for (const { q, d, r } of readLines<{ q: string; d: string; r: number }>(
    join(CORPUS, queries, 'qrels.jsonl'),
  )) {
    const gains = judged.get(q) ?? new Map<string, number>();
    judged.set(q, gains.set(d, r));
  }
  return {
    docs: readLines(join(CORPUS, docs, 'docs.jsonl')),
    queries: readLines(join(CORPUS, queries, 'queries.jsonl')),
    judged,
  };
};

type Posting = { readonly doc: number; title: number; text: number };

/** Terms at a time over postings in memory: what the adapters do, without a database. */
export class MemoryIndex {
  readonly docs: JudgedSet['docs'];
  readonly #postings = new Map<string, Posting[]>();
  readonly #lengths: number[] = [];
  readonly #meanLength: number;

  constructor(docs: JudgedSet['docs']) {
    this.docs = docs;
    docs.forEach(({ title, text }, doc) => {
      const titleTokens = indexTokens(title);
      const textTokens = indexTokens(text);
      this.#lengths.push(titleTokens.length + textTokens.length);
      const own = new Map<string, Posting>();
      const add = (token: string, field: 'title' | 'text'): void => {
        const posting = own.get(token) ?? { doc, title: 0, text: 0 };
        posting[field] += 1;
        own.set(token, posting);
      };
      for (const token of titleTokens) add(token, 'title');
      for (const token of textTokens) add(token, 'text');
      for (const [token, posting] of own) {
        const list = this.#postings.get(token);
        if (list) list.push(posting);
        else this.#postings.set(token, [posting]);
      }
    });
    this.#meanLength = this.#lengths.reduce((sum, length) => sum + length, 0) / docs.length;
  }

  #of(term: string, prefix: boolean | undefined): Posting[] {
    if (!prefix) return this.#postings.get(term) ?? [];
    const merged = new Map<number, Posting>();
    for (const [token, list] of this.#postings) {
      if (!token.startsWith(term)) continue;
      for (const { doc, title, text } of list) {
        const posting = merged.get(doc) ?? { doc, title: 0, text: 0 };
        merged.set(doc, { doc, title: posting.title + title, text: posting.text + text });
      }
    }
    return [...merged.values()];
  }

  stats(question: string): CollectionStats {
    const documentFrequency = new Map<string, number>();
    for (const { term, prefix } of queryTerms(question))
      documentFrequency.set(term, this.#of(term, prefix).length);
    return { passages: this.docs.length, meanLength: this.#meanLength, documentFrequency };
  }

  search(question: string, limit: number): { doc: number; score: number }[] {
    const terms = queryTerms(question);
    const stats = this.stats(question);
    const scores = new Map<number, number>();
    for (const term of terms) {
      for (const posting of this.#of(term.term, term.prefix)) {
        const part = bm25([term], [posting], this.#lengths[posting.doc]!, stats);
        scores.set(posting.doc, (scores.get(posting.doc) ?? 0) + part);
      }
    }
    return [...scores]
      .map(([doc, score]) => ({ doc, score }))
      .toSorted((a, b) => b.score - a.score || a.doc - b.doc)
      .slice(0, limit);
  }
}
