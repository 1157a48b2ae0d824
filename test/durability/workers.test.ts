import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cites } from '../e2e/requirements.ts';
import { decideOpen, type Engine, openQuietEngine, queueRun, startChild } from './engine-child.ts';
import { readOutsideWorld } from './outside-world.ts';

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe('two workers on one queue', () => {
  let folder: string;
  let engine: Engine;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stemma-workers-'));
    engine = await openQuietEngine(folder);
  });
  afterEach(async () => {
    await engine.stores.close();
    await rm(folder, { recursive: true, force: true });
  });
  const runs = () => engine.stores.for(engine.owner).runs;
  const statusOf = async (id: string) => (await runs().find(id))!.status;

  it('take each run once', { timeout: 120_000 }, async () => {
    const ids: string[] = [];
    for (let count = 0; count < 12; count++) ids.push(await queueRun(engine, 1));
    const task = { folder, at: null, signal: 'SIGKILL', work: 'loop', leaseMs: 15_000 } as const;
    const workers = [startChild(task), startChild(task)];
    await until(async () => {
      for (const id of ids) await decideOpen(engine, id);
      const statuses = await Promise.all(ids.map(statusOf));
      return statuses.every((status) => status === 'succeeded');
    });
    for (const worker of workers) worker.kill('SIGTERM');
    await Promise.all(workers.map((worker) => worker.exitCode ?? once(worker, 'exit')));
    const world = readOutsideWorld(join(folder, 'world'));
    expect(world.jobs).toHaveLength(ids.length);
    expect(new Set(world.jobs).size).toBe(ids.length);
    expect(world.letters).toHaveLength(ids.length);
    expect(world.models).toHaveLength(ids.length);
  });

  it(cites('R2.stale-writer', 'a worker stopped past its lease loses the run and does nothing more'), {
    timeout: 120_000,
  }, async () => {
    const runId = await queueRun(engine, 1);
    const child = { folder, work: { runId }, leaseMs: 600 } as const;
    // The job's intent is committed, its start not yet made: there the first worker stops.
    const at = (await momentsOf(engine, folder)).indexOf('intent.committed submit job') + 1;
    expect(at).toBeGreaterThan(0);
    const stopped = startChild({ ...child, at, signal: 'SIGSTOP' });
    await until(async () => (await processState(stopped.pid!)) === 'T');
    const second = startChild({ ...child, at: null, signal: 'SIGKILL' });
    await once(second, 'exit');
    expect(await statusOf(runId)).toBe('succeeded');
    stopped.kill('SIGCONT');
    await once(stopped, 'exit');
    const world = readOutsideWorld(join(folder, 'world'));
    expect(world.jobs.filter((token) => token.startsWith(runId))).toHaveLength(1);
    const events = await runs().events(runId, 0, 1_000);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    expect(
      events.filter((event) => event.type === 'run_status' && event.status === 'succeeded'),
    ).toHaveLength(1);
  });
});

/** State letter of a process (proc(5)): `T` is stopped. */
const processState = async (pid: number): Promise<string> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
};

/** The moments of one undisturbed run, in order. */
const momentsOf = async (engine: Engine, folder: string): Promise<string[]> => {
  const runId = await queueRun(engine, 1);
  const child = startChild({ folder, at: null, signal: 'SIGKILL', work: { runId }, leaseMs: 15_000 });
  const moments: string[] = [];
  child.on('message', (news: { moments?: string[] }) => moments.push(...(news.moments ?? [])));
  await once(child, 'exit');
  return moments;
};
