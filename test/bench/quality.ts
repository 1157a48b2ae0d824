import { type Benchmark, figure } from './figure.ts';
import { CORPUS, loadJudgedSet } from './judged-sets.ts';
import { measureQuality } from './retrieval-quality.ts';

const SETS = [
  { name: 'SciFact', queries: 'scifact', docs: 'scifact', goal: 0.69 },
  { name: 'Cranfield', queries: 'cranfield', docs: 'cranfield', goal: null },
  { name: 'CSL, titles', queries: 'csl-zh-title', docs: 'csl-zh-title', goal: null },
  { name: 'CSL, keywords', queries: 'csl-zh-keywords', docs: 'csl-zh-keywords', goal: null },
] as const;

/** B5, word search alone: the analyser and BM25 of the product over judged sets. */
export const quality: Benchmark = {
  id: 'B5',
  title: 'retrieval quality of the word search',
  run: async (size) => {
    const figures = [];
    for (const { name, queries, docs, goal } of size === 'full' ? SETS : SETS.slice(1, 2)) {
      const set = loadJudgedSet(queries, docs);
      if (!set) return { skipped: `${CORPUS} is not here` };
      const { ndcg10, recall50 } = measureQuality(set);
      figures.push(figure(`${name}, nDCG@10`, ndcg10, '', goal === null ? undefined : ['>=', goal]));
      figures.push(figure(`${name}, recall@50`, recall50, ''));
    }
    return { on: 'all judged queries of each set', figures };
  },
};
