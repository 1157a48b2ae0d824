import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { adding } from './adding.ts';
import type { Benchmark, Figure } from './figure.ts';
import { killing } from './killing.ts';
import { layout } from './layout.ts';
import { quality } from './quality.ts';
import { reading } from './reading.ts';
import { searching } from './searching.ts';
import { starting } from './starting.ts';

/** All benchmarks of this release, in the order of their numbers. */
export const BENCHMARKS: readonly Benchmark[] = [
  reading,
  layout,
  adding,
  searching,
  quality,
  killing,
  starting,
];

type Result = { title: string; on: string; figures: Figure[]; notes?: string[]; measuredAt: string };
type Results = { machine: string; results: Record<string, Result> };

const RESULTS = 'bench/results.json';
const TABLE = 'docs/reference/benchmarks.md';

const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node.js ${process.versions.node}`;

const stored = (): Results => {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8')) as Results;
  } catch {
    return { machine: machine(), results: {} };
  }
};

const verdict = ({ goal, reached }: Figure): string =>
  goal === null ? '' : `${goal} ${reached ? 'reached' : '**not reached**'}`;

const tableOf = ({ machine: where, results }: Results): string => {
  const sections = Object.entries(results).map(([id, { title, on, figures, notes = [] }]) => {
    const rows = figures.map(
      (entry) => `| ${entry.name} | ${entry.value} ${entry.unit} | ${verdict(entry)} |`,
    );
    const remarks = notes.map((note) => `\n${note}\n`).join('');
    return `## ${id}: ${title}\n\nMeasured on ${on}.\n\n| figure | value | goal |\n|---|---|---|\n${rows.join('\n')}\n${remarks}`;
  });
  return [
    '# Benchmarks',
    `Written by \`npm run bench\`; one alone by \`npm run bench -- B3\`. Machine: ${where}. Machines are shared and`,
    'noisy: compare within one run, trust CPU time and ratios more than wall time.',
    '',
    ...sections,
  ].join('\n');
};

const wanted = process.argv.slice(2);
const all = stored();
all.machine = machine();
for (const benchmark of BENCHMARKS) {
  if (wanted.length > 0 && !wanted.includes(benchmark.id)) continue;
  process.stdout.write(`${benchmark.id}: ${benchmark.title}\n`);
  const outcome = await benchmark.run('full');
  if ('skipped' in outcome) {
    process.stdout.write(`  skipped: ${outcome.skipped}\n`);
    continue;
  }
  for (const entry of outcome.figures)
    process.stdout.write(`  ${entry.name}: ${entry.value} ${entry.unit}  ${verdict(entry)}\n`);
  all.results[benchmark.id] = {
    title: benchmark.title,
    measuredAt: new Date().toISOString().slice(0, 10),
    ...outcome,
  };
}
const order = BENCHMARKS.map(({ id }) => id);
all.results = Object.fromEntries(
  Object.entries(all.results).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)),
);
mkdirSync('bench', { recursive: true });
writeFileSync(RESULTS, `${JSON.stringify(all, null, 2)}\n`);
writeFileSync(TABLE, tableOf(all));
