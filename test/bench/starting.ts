import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, figure, quantile } from './figure.ts';

const MAIN = join(process.cwd(), 'packages/stemma/dist/cli/main.js');

const time = (words: readonly string[]): number => {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - began;
};

/** B11: cold starts, alternated with an empty Node.js so that the machine's own share is seen. */
export const starting: Benchmark = {
  id: 'B11',
  title: 'command line cold start',
  run: async (size) => {
    const rounds = size === 'full' ? 20 : 2;
    const folder = mkdtempSync(join(tmpdir(), 'stemma-b11-'));
    const lines: Readonly<Record<string, readonly string[]>> = {
      'empty Node.js': ['-e', '0'],
      'stemma --version': [MAIN, '--version'],
      'stemma --help': [MAIN, '--help'],
      'stemma list, empty library': [MAIN, 'list', '--quiet', '--data', join(folder, 'data')],
    };
    const times = new Map(Object.keys(lines).map((name) => [name, [] as number[]]));
    try {
      for (let round = 0; round < rounds; round++)
        for (const [name, words] of Object.entries(lines)) times.get(name)!.push(time(words));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const median = (name: string): number => quantile(times.get(name)!, 0.5);
    return {
      on: `${rounds} starts of each, alternated`,
      figures: [
        figure('stemma --version, median', median('stemma --version'), 'ms', ['<=', 200]),
        ...Object.keys(lines)
          .filter((name) => name !== 'stemma --version')
          .map((name) => figure(`${name}, median`, median(name), 'ms')),
      ],
    };
  },
};
