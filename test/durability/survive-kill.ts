import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChildNews, type ChildTask, openQuietEngine, queueRun, startChild } from './engine-child.ts';
import { readOutsideWorld } from './outside-world.ts';

const LEASE_MS = 15_000;
/** Kills at once; the machine's two cores are kept busy, not more. */
const LANES = 2;

type Ending = { news: ChildNews[]; signal: string | null; runningMs: number };

const runChild = async (task: ChildTask): Promise<Ending> => {
  const began = performance.now();
  const child = startChild(task);
  const news: ChildNews[] = [];
  let runningMs = Number.NaN;
  child.on('message', (message: ChildNews) => {
    if ('running' in message) runningMs = performance.now() - began;
    news.push(message);
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { news, signal, runningMs };
};

/** One run in a folder of its own; killed at a moment when one is given, then taken to its end. */
export const surviveKill = async (folder: string, at: number | null) => {
  const queued = await openQuietEngine(folder);
  const runId = await queueRun(queued);
  await queued.stores.close();
  const task = { folder, signal: 'SIGKILL', work: { runId }, leaseMs: LEASE_MS } as const;
  const killed = at === null ? undefined : await runChild({ ...task, at });
  const finished = await runChild({ ...task, at: null });
  const engine = await openQuietEngine(folder);
  const runs = engine.stores.for(engine.owner).runs;
  const run = (await runs.find(runId))!;
  const events = await runs.events(runId, 0, 10_000);
  await engine.stores.close();
  const world = readOutsideWorld(join(folder, 'world'));
  return { killed, finished, run, events, world, runningMs: finished.runningMs };
};

export type Survived = Awaited<ReturnType<typeof surviveKill>>;

/** Every moment of an undisturbed run, and what became of a run killed at each of them (at most `most`). */
export const measureSurvival = async (root: string, most = Number.POSITIVE_INFINITY) => {
  const whole = await surviveKill(join(root, 'whole'), null);
  const moments = whole.finished.news.flatMap((news) => ('moments' in news ? news.moments : []));
  if (moments.length === 0) throw new Error('the undisturbed run told of no moment: nothing would be killed');
  const survived: (Survived & { moment: string })[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < Math.min(moments.length, most)) {
      const index = next++;
      const folder = join(root, `at-${index}`);
      survived.push({ ...(await surviveKill(folder, index + 1)), moment: moments[index]! });
      await rm(folder, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { whole, moments, survived };
};
