/**
 * How the evidence floor parts questions a library can answer from those it cannot: the cover of
 * judged-relevant passages against the best cover that questions of another collection reach. Figures and
 * what follows from them: docs/decisions/2026-11-30-evidence-floor.md.
 */

import { quoteAnswer } from 'stemma/core/citation/quote-answer';
import { decideRefusal } from 'stemma/core/citation/refusal';
import { findSpan } from 'stemma/core/citation/span';
import { cover, questionMass } from 'stemma/core/retrieval/cover';
import { type Candidate, rankCandidates } from 'stemma/core/retrieval/rank';
import { indexTokens } from 'stemma/core/text/analyse';
import { queryTerms } from 'stemma/core/text/query-terms';
import { CORPUS, type JudgedSet, loadJudgedSet, MemoryIndex } from './judged-sets.ts';

const QUANTILES = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95];
const THRESHOLDS = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75];
const SHOWN = 8;

const quantiles = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b);
  return QUANTILES.map((q) => (sorted[Math.floor(q * (sorted.length - 1))] ?? 0).toFixed(2)).join('  ');
};

const coverOf = (index: MemoryIndex, question: string, doc: number): number => {
  const terms = queryTerms(question);
  const { title, text } = index.docs[doc]!;
  const tokens = new Set([...indexTokens(title), ...indexTokens(text)]);
  const prefixed = (term: string): boolean => [...tokens].some((token) => token.startsWith(term));
  return cover(questionMass(terms, index.stats(question)), (i) => {
    const { term, prefix } = terms[i]!;
    return prefix ? prefixed(term) : tokens.has(term);
  });
};

/** Best cover among the passages that would be shown. */
const bestCover = (index: MemoryIndex, question: string): number =>
  Math.max(0, ...index.search(question, SHOWN).map(({ doc }) => coverOf(index, question, doc)));

type Samples = { relevant: number[]; answerable: number[]; unanswerable: number[] };

const sample = (set: JudgedSet, index: MemoryIndex, strangers: readonly string[]): Samples => {
  const places = new Map(index.docs.map((doc, place) => [doc.id, place]));
  const relevant: number[] = [];
  const answerable: number[] = [];
  for (const query of set.queries) {
    const docs = [...(set.judged.get(query.id)?.keys() ?? [])].flatMap((id) => places.get(id) ?? []);
    if (docs.length === 0) continue;
    const covers = docs.map((doc) => coverOf(index, query.text, doc));
    relevant.push(...covers);
    answerable.push(Math.max(...covers));
  }
  return { relevant, answerable, unanswerable: strangers.map((question) => bestCover(index, question)) };
};

const share = (values: readonly number[], isIt: (value: number) => boolean): string =>
  `${((100 * values.filter(isIt).length) / Math.max(1, values.length)).toFixed(1)} %`.padStart(8);

const print = (name: string, { relevant, answerable, unanswerable }: Samples): void => {
  process.stdout.write(`\n${name}\n  quantile               ${QUANTILES.join('  ')}\n`);
  process.stdout.write(`  judged relevant        ${quantiles(relevant)}   (${relevant.length})\n`);
  process.stdout.write(`  best of a question     ${quantiles(answerable)}   (${answerable.length})\n`);
  process.stdout.write(`  best, not answerable   ${quantiles(unanswerable)}   (${unanswerable.length})\n`);
  process.stdout.write('  threshold   relevant kept   questions kept   strangers refused\n');
  for (const threshold of THRESHOLDS)
    process.stdout.write(
      `  ${threshold.toFixed(2)}        ${share(relevant, (v) => v >= threshold)}        ${share(answerable, (v) => v >= threshold)}         ${share(unanswerable, (v) => v < threshold)}\n`,
    );
};

const texts = (set: JudgedSet | undefined): string[] => set?.queries.map((query) => query.text) ?? [];

/** The first `count` documents that some query is judged on: a library of a few papers. */
const small = (set: JudgedSet, count: number): JudgedSet['docs'] => {
  const wanted = new Set([...set.judged.values()].flatMap((gains) => [...gains.keys()]));
  return set.docs.filter((doc) => wanted.has(doc.id)).slice(0, count);
};

/** Queries of documents that a half of a known-item set does not hold. */
const halves = (set: JudgedSet): { docs: JudgedSet['docs']; strangers: string[] } => {
  const docs = set.docs.filter((_, place) => place % 2 === 0);
  const held = new Set(docs.map((doc) => doc.id));
  const strangers = set.queries.filter(
    (query) => ![...(set.judged.get(query.id)?.keys() ?? [])].some((id) => held.has(id)),
  );
  return { docs, strangers: strangers.map((query) => query.text) };
};

/** How much of a claim its judged abstract holds in neighbouring sentences, against a stranger's. */
const alignment = (set: JudgedSet): { own: number[]; other: number[] } => {
  const byId = new Map(set.docs.map((doc) => [doc.id, doc]));
  const own: number[] = [];
  const other: number[] = [];
  set.queries.forEach((query, place) => {
    for (const id of set.judged.get(query.id)?.keys() ?? [])
      own.push(findSpan(query.text, byId.get(id)!.text).score);
    other.push(findSpan(query.text, set.docs[(place * 7919) % set.docs.length]!.text).score);
  });
  return { own, other };
};

const toCandidate = (index: MemoryIndex, doc: number): Candidate => {
  const { id, title, text } = index.docs[doc]!;
  const passage = {
    id: String(doc).padStart(32, '0'),
    documentId: '0'.repeat(32),
    ordinal: 0,
    kind: 'abstract' as const,
    text,
    section: [],
    lines: [],
    regions: [],
    page: null,
    pageLabel: null,
    rects: [],
  };
  return { passage, sourceId: id, sourceKey: id, title };
};

/** Whether an answer by quotation would be given, by the rule in effect. */
const isAnswered = (index: MemoryIndex, question: string): boolean => {
  const terms = queryTerms(question);
  const stats = index.stats(question);
  const candidates = index.search(question, 50).map(({ doc }) => toCandidate(index, doc));
  const { hits } = rankCandidates({ terms, stats, candidates, filter: {}, topK: SHOWN });
  const numbered = hits.map((hit, place) => ({ evidence: `E${place + 1}`, hit }));
  const { cover: answerCover } = quoteAnswer({ question, terms, stats, hits: numbered });
  return decideRefusal({ question, terms, stats, hits, answerCover }) === null;
};

const printAnswers = (
  name: string,
  index: MemoryIndex,
  own: readonly string[],
  strangers: readonly string[],
): void => {
  const answered = own.map((question) => (isAnswered(index, question) ? 1 : 0));
  const wronglyAnswered = strangers.map((question) => (isAnswered(index, question) ? 1 : 0));
  process.stdout.write(
    `${name.padEnd(12)} own answered ${share(answered, (v) => v === 1)} of ${own.length}, strangers refused ${share(wronglyAnswered, (v) => v === 0)} of ${strangers.length}\n`,
  );
};

const main = (): void => {
  const train = loadJudgedSet('scifact-train', 'scifact');
  const cranfield = loadJudgedSet('cranfield');
  const titles = loadJudgedSet('csl-zh-title');
  const keywords = loadJudgedSet('csl-zh-keywords');
  if (!train || !cranfield || !titles || !keywords) {
    process.stdout.write(`skipped: the judged sets are not at ${CORPUS}\n`);
    return;
  }
  print(
    'scifact-train on scifact, strangers cranfield',
    sample(train, new MemoryIndex(train.docs), texts(cranfield)),
  );
  print(
    'cranfield, strangers scifact-train',
    sample(cranfield, new MemoryIndex(cranfield.docs), texts(train)),
  );
  print(
    '60 abstracts of scifact, strangers cranfield',
    sample(train, new MemoryIndex(small(train, 60)), texts(cranfield)),
  );
  print(
    '60 abstracts of cranfield, strangers scifact-train',
    sample(cranfield, new MemoryIndex(small(cranfield, 60)), texts(train)),
  );
  for (const [name, set] of [
    ['csl titles', titles],
    ['csl keywords', keywords],
  ] as const) {
    const { docs, strangers } = halves(set);
    print(
      `${name}, half the abstracts, strangers the other half's`,
      sample(set, new MemoryIndex(docs), strangers),
    );
  }
  process.stdout.write('\nquotation or refusal\n');
  const every = (list: readonly string[], nth: number): string[] =>
    list.filter((_, place) => place % nth === 0);
  printAnswers('scifact', new MemoryIndex(train.docs), every(texts(train), 3), texts(cranfield));
  printAnswers('cranfield', new MemoryIndex(cranfield.docs), texts(cranfield), every(texts(train), 3));
  const half = halves(titles);
  printAnswers(
    'csl titles',
    new MemoryIndex(half.docs),
    titles.queries
      .filter((query) => !half.strangers.includes(query.text))
      .map((query) => query.text)
      .filter((_, place) => place % 4 === 0),
    every(half.strangers, 4),
  );
  const { own, other } = alignment(train);
  process.stdout.write(
    `\nalignment score        ${QUANTILES.join('  ')}\n  judged abstract      ${quantiles(own)}\n  any other            ${quantiles(other)}\n`,
  );
};

main();
