import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { perform } from 'stemma/actions/action';
import { searchPassages } from 'stemma/actions/search-passages';
import { openMadeLibrary } from './adding.ts';
import { type Benchmark, figure, MB, quantile } from './figure.ts';
import { createSentences, vocabulary } from './made-text.ts';

const QUERIES = 100;
/** Words of one query: a keyword search and a question. */
const LENGTHS = { keywords: 3, question: 12 } as const;

const measure = async (documents: number, queries: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-b4-'));
  try {
    const { stemma, passages } = await openMadeLibrary(folder, documents);
    const sentences = createSentences(11, vocabulary(30_000));
    const kinds: Record<keyof typeof LENGTHS, { wall: number[]; cpu: number[] }> = {
      keywords: { wall: [], cpu: [] },
      question: { wall: [], cpu: [] },
    };
    for (let index = 0; index < queries; index++)
      for (const [kind, length] of Object.entries(LENGTHS) as [keyof typeof LENGTHS, number][]) {
        const cpu = process.cpuUsage();
        const began = performance.now();
        await perform(searchPassages, stemma.context, { text: sentences(length) });
        kinds[kind].wall.push(performance.now() - began);
        const used = process.cpuUsage(cpu);
        kinds[kind].cpu.push((used.user + used.system) / 1000);
      }
    const rss = process.memoryUsage.rss() / MB;
    await stemma.close();
    return { passages, kinds, rss };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** B4, word search alone: the other stages are not installed yet. */
export const searching: Benchmark = {
  id: 'B4',
  title: 'word search at 5,000 and 50,000 passages',
  run: async (size) => {
    const sizes = size === 'full' ? [100, 1_000] : [4];
    const figures = [];
    const on = [];
    for (const documents of sizes) {
      const { passages, kinds, rss } = await measure(documents, size === 'full' ? QUERIES : 5);
      on.push(`${passages} passages`);
      for (const [kind, { wall, cpu }] of Object.entries(kinds)) {
        figures.push(figure(`${kind}, ${passages} passages, wall p50`, quantile(wall, 0.5), 'ms'));
        figures.push(
          figure(`${kind}, ${passages} passages, wall p95`, quantile(wall, 0.95), 'ms', ['<=', 100]),
        );
        figures.push(figure(`${kind}, ${passages} passages, CPU p50`, quantile(cpu, 0.5), 'ms'));
      }
      figures.push(figure(`memory after ${passages} passages were added and searched`, rss, 'MB'));
    }
    return {
      on: `${on.join(' and ')} of made text, all words joined by OR`,
      figures,
      notes: [
        'Long OR queries over common words are what FTS5 is slow at, and the made text has many of them. The typed-array index for libraries above 50,000 passages is not built yet.',
      ],
    };
  },
};
