import { CORPUS, type JudgedSet, loadJudgedSet, MemoryIndex } from './judged-sets.ts';

const gainAt = (gain: number, rank: number): number => gain / Math.log2(rank + 2);

const ndcg = (ranked: readonly string[], gains: ReadonlyMap<string, number>, cut: number): number => {
  const ideal = [...gains.values()].toSorted((a, b) => b - a).slice(0, cut);
  const best = ideal.reduce((sum, gain, rank) => sum + gainAt(gain, rank), 0);
  const got = ranked.slice(0, cut).reduce((sum, id, rank) => sum + gainAt(gains.get(id) ?? 0, rank), 0);
  return best === 0 ? 0 : got / best;
};

const recall = (ranked: readonly string[], gains: ReadonlyMap<string, number>, cut: number): number =>
  ranked.slice(0, cut).filter((id) => (gains.get(id) ?? 0) > 0).length / Math.max(1, gains.size);

/** Mean nDCG@10 and recall@50 of the analyser and BM25 over all judged queries of a set. */
export const measureQuality = (set: JudgedSet, index = new MemoryIndex(set.docs)) => {
  let sumNdcg = 0;
  let sumRecall = 0;
  let queries = 0;
  for (const query of set.queries) {
    const gains = set.judged.get(query.id);
    if (!gains) continue;
    const ranked = index.search(query.text, 50).map(({ doc }) => set.docs[doc]!.id);
    sumNdcg += ndcg(ranked, gains, 10);
    sumRecall += recall(ranked, gains, 50);
    queries += 1;
  }
  return { queries, ndcg10: sumNdcg / queries, recall50: sumRecall / queries };
};

const SETS: readonly (readonly [string, string])[] = [
  ['scifact', 'scifact'],
  ['scifact-train', 'scifact'],
  ['cranfield', 'cranfield'],
  ['csl-zh-title', 'csl-zh-title'],
  ['csl-zh-keywords', 'csl-zh-keywords'],
];

if (process.argv[1]?.includes('retrieval-quality')) {
  for (const [queries, docs] of SETS) {
    const set = loadJudgedSet(queries, docs);
    if (!set) {
      process.stdout.write(`${queries}: skipped, ${CORPUS}/${queries} is not here\n`);
      continue;
    }
    const { queries: count, ndcg10, recall50 } = measureQuality(set);
    process.stdout.write(
      `${queries.padEnd(16)} ${String(count).padStart(5)} queries  nDCG@10 ${ndcg10.toFixed(4)}  recall@50 ${recall50.toFixed(4)}\n`,
    );
  }
}
