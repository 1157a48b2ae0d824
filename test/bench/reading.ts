import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createPdfiumReader } from 'stemma/adapters/pdfium/pdfium-reader';
import { processEntry } from 'stemma/processes/entry';
import { type Benchmark, figure, MB } from './figure.ts';

const SHARED = join(process.cwd(), '..', 'shared', 'corpus');
const OWN = join(process.cwd(), 'examples', 'library');

const pdfsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.pdf'))
        .sort()
        .map((name) => join(folder, name))
    : [];

/** Greatest resident memory of a process so far, in bytes (proc(5), VmHWM); null where it cannot be told. */
const peakMemory = async (pid: number): Promise<number | null> => {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'latin1');
    const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
};

const childrenOf = async (pid: number): Promise<number[]> => {
  try {
    const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1');
    return list.trim().split(/\s+/).filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

/** A file of about 2,000 pages, made of the corpus for the time of the run; null without `pdfunite` or corpus. */
const withLongFile = async <T>(
  parts: readonly string[],
  use: (path: string) => Promise<T>,
): Promise<T | null> => {
  if (parts.length === 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'stemma-long-'));
  const path = join(folder, 'long.pdf');
  try {
    execFileSync('pdfunite', [...Array.from({ length: 14 }, () => parts).flat(), path], { stdio: 'ignore' });
    return await use(path);
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

type LongReading = { pages: number; peakBytes: number; seconds: number };

const readLong = async (path: string): Promise<LongReading> => {
  const reader = createPdfiumReader({ entry: processEntry('pdf-reader'), concurrency: 1 });
  let peakBytes = 0;
  const watch = setInterval(() => {
    void childrenOf(process.pid).then(async (children) => {
      for (const child of children) peakBytes = Math.max(peakBytes, (await peakMemory(child)) ?? 0);
    });
  }, 100);
  const began = performance.now();
  try {
    const request = { path, shownPath: 'long.pdf', kind: 'pdf' as const };
    const { pageLabels } = await reader.read(request, { signal: new AbortController().signal });
    return { pages: pageLabels.length, peakBytes, seconds: (performance.now() - began) / 1000 };
  } finally {
    clearInterval(watch);
    await reader.close();
  }
};

/** B1, first form: PDFs one after the other in one reader process. */
export const reading: Benchmark = {
  id: 'B1',
  title: 'read PDFs to passages, one core',
  run: async (size) => {
    const corpus = [...pdfsIn(join(SHARED, 'formula')), ...pdfsIn(join(SHARED, 'pdf-real'))];
    const all = [...pdfsIn(OWN), ...corpus];
    const paths = size === 'full' ? all : pdfsIn(OWN).slice(0, 1);
    const reader = createPdfiumReader({ entry: processEntry('pdf-reader'), concurrency: 1 });
    const signal = new AbortController().signal;
    await reader.read({ path: paths[0]!, shownPath: paths[0]!, kind: 'pdf' }, { signal });
    let pages = 0;
    let passages = 0;
    let refused = 0;
    let peak = 0;
    const began = performance.now();
    for (const path of paths) {
      const reading = await reader
        .read({ path, shownPath: basename(path), kind: 'pdf' }, { signal })
        .catch(() => undefined);
      if (!reading) refused += 1;
      pages += reading?.pageLabels.length ?? 0;
      passages += reading?.passages.length ?? 0;
      for (const child of await childrenOf(process.pid))
        peak = Math.max(peak, (await peakMemory(child)) ?? 0);
    }
    const seconds = (performance.now() - began) / 1000;
    await reader.close();
    const long = size === 'full' ? await withLongFile(pdfsIn(join(SHARED, 'formula')), readLong) : null;
    return {
      on: `${paths.length} PDFs (${refused} refused), ${pages} pages, ${passages} passages${corpus.length === 0 ? '; the shared corpus is not here' : ''}`,
      figures: [
        figure('pages read, with passages', pages / seconds, '1/s', ['>=', 20]),
        figure('peak memory of the reader process', peak / MB, 'MB', ['<=', 300]),
        ...(long === null
          ? []
          : [
              figure(`peak memory, a file of ${long.pages} pages`, long.peakBytes / MB, 'MB', ['<=', 300]),
              figure(`pages read of a file of ${long.pages} pages`, long.pages / long.seconds, '1/s', [
                '>=',
                20,
              ]),
            ]),
      ],
      notes: ['Formulas come later; so does the comparison with another reader in the same run.'],
    };
  },
};
