import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { perform } from 'stemma/actions/action';
import { addSources } from 'stemma/actions/add-sources';
import { openStemma } from 'stemma/compose';
import { loadSettings } from 'stemma/config/load-settings';
import { type Benchmark, figure } from './figure.ts';
import { createSentences, vocabulary } from './made-text.ts';

const PASSAGES_PER_DOCUMENT = 50;
const SENTENCES_PER_PASSAGE = 8;
const WORDS_PER_SENTENCE = 15;

/** A text file whose paragraphs each become one passage. */
const makeDocument = (sentences: (length: number) => string): string =>
  Array.from({ length: PASSAGES_PER_DOCUMENT }, () =>
    Array.from({ length: SENTENCES_PER_PASSAGE }, () => sentences(WORDS_PER_SENTENCE)).join(' '),
  ).join('\n\n');

/** A library of made text files in a folder; returns the opened product and how long adding took. */
export const openMadeLibrary = async (folder: string, documents: number) => {
  const sentences = createSentences(7, vocabulary(30_000));
  const inputs = [];
  for (let index = 0; index < documents; index++) {
    const path = join(folder, `document-${index}.txt`);
    await writeFile(path, makeDocument(sentences));
    inputs.push({ path, shown: path });
  }
  const { settings } = await loadSettings({ flags: { data: join(folder, 'data') } });
  const stemma = await openStemma(settings);
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  const { runId } = await perform(addSources, stemma.context, { inputs });
  await stemma.worker.runToEnd(stemma.owner, runId, new AbortController().signal);
  const seconds = (performance.now() - began) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  const { passages } = await stemma.context.stores.sources.count();
  return { stemma, passages, seconds, cpuSeconds: (cpu.user + cpu.system) / 1e6, data: join(folder, 'data') };
};

/** B3: adding text files, from bytes on disk to indexed passages. */
export const adding: Benchmark = {
  id: 'B3',
  title: 'add 1,000 documents (50,000 passages)',
  run: async (size) => {
    const documents = size === 'full' ? 1_000 : 10;
    const folder = await mkdtemp(join(tmpdir(), 'stemma-b3-'));
    try {
      const { stemma, passages, seconds, cpuSeconds, data } = await openMadeLibrary(folder, documents);
      await stemma.close();
      const { size: bytes } = await stat(join(data, 'stemma.db'));
      return {
        on: `${documents} text files, ${passages} passages of about ${SENTENCES_PER_PASSAGE * WORDS_PER_SENTENCE} words`,
        figures: [
          figure('passages added', passages / seconds, '1/s', ['>=', 2_000]),
          figure('passages added per CPU second, main process and its threads', passages / cpuSeconds, '1/s'),
          figure('database', bytes / passages, 'bytes/passage'),
        ],
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
