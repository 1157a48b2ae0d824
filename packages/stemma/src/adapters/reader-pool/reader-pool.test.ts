import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { StemmaError } from '../../errors/stemma-error.ts';
import { createReaderPool, type ReaderPool, type ReaderPoolOptions } from './reader-pool.ts';

const entry = new URL('./fixtures/hostile-child.mjs', import.meta.url);
const pools: ReaderPool[] = [];
const open = (options: Partial<ReaderPoolOptions> = {}): ReaderPool => {
  const pool = createReaderPool({ entry, ...options });
  pools.push(pool);
  return pool;
};
const live = () => new AbortController().signal;
const run = (pool: ReaderPool, task: string, payload: unknown = null, signal = live()) =>
  pool.run({ task, payload, shownPath: 'paper.pdf' }, { signal });
const faultOf = (running: Promise<unknown>): Promise<StemmaError> =>
  running.then(
    () => {
      throw new Error('nothing was thrown');
    },
    (error: StemmaError) => error,
  );
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('createReaderPool', () => {
  it('runs a task in a child that sees no environment', async () => {
    const value = await run(open(), 'work', { a: 1 });
    expect(value).toMatchObject({ environment: [], payload: { a: 1 } });
  });

  it('uses one child again, and another after so many pages', async () => {
    const pool = open({ recyclePages: 5 });
    const pids = [];
    for (let turn = 0; turn < 3; turn += 1) pids.push(((await run(pool, 'pages', 3)) as { pid: number }).pid);
    expect(pids[1]).toBe(pids[0]);
    expect(pids[2]).not.toBe(pids[0]);
  });

  it('tells the page at which a child died, and goes on with the next task', async () => {
    const pool = open();
    const fault = await faultOf(run(pool, 'crash'));
    expect(fault.toFault()).toEqual({ code: 'reader_crashed', params: { path: 'paper.pdf', page: 7 } });
    await expect(run(pool, 'work')).resolves.toBeDefined();
  });

  it('kills a child without sign of life, also one in an endless loop', async () => {
    const pool = open({ stallMs: 2_500 });
    for (const task of ['hang', 'spin']) {
      expect((await faultOf(run(pool, task))).code).toBe('reader_stalled');
    }
    await expect(run(pool, 'work')).resolves.toBeDefined();
  });

  it('kills a child that takes too much memory, seen from outside or told by itself', async () => {
    const pool = open({ memoryBytes: 400 * 1024 ** 2 });
    expect((await faultOf(run(pool, 'report'))).code).toBe('reader_out_of_memory');
    if (process.platform === 'linux')
      expect((await faultOf(run(pool, 'eat'))).code).toBe('reader_out_of_memory');
    await expect(run(pool, 'work')).resolves.toBeDefined();
  });

  it('rejects with the reason of the signal within a second, and the child is gone', async () => {
    const pool = open();
    const { pid } = (await run(pool, 'work')) as { pid: number };
    const controller = new AbortController();
    const running = faultOf(run(pool, 'spin', null, controller.signal));
    await sleep(100);
    const started = performance.now();
    controller.abort(new Error('stopped by the user'));
    expect((await running).message).toBe('stopped by the user');
    expect(performance.now() - started).toBeLessThan(1000);
    await sleep(200);
    expect(isAlive(pid)).toBe(false);
  });

  it('lets no more children work than it may, in order, and drops who gives up waiting', async () => {
    const pool = open({ concurrency: 1, stallMs: 600 });
    const controller = new AbortController();
    const first = faultOf(run(pool, 'hang'));
    const second = faultOf(run(pool, 'work', null, controller.signal));
    const third = run(pool, 'work');
    controller.abort(new Error('not wanted any more'));
    expect((await second).message).toBe('not wanted any more');
    expect((await first).code).toBe('reader_stalled');
    await expect(third).resolves.toBeDefined();
  });

  it('passes on the fault a child names, and keeps the child', async () => {
    const pool = open();
    expect((await faultOf(run(pool, 'fault'))).toFault()).toEqual({
      code: 'pdf_damaged',
      params: { path: 'x' },
    });
    expect((await faultOf(run(pool, 'throw'))).code).toBe('reader_crashed');
  });

  it('reports a missing entry as a crash', async () => {
    const pool = open({ entry: new URL('./fixtures/none.mjs', import.meta.url) });
    expect((await faultOf(run(pool, 'work'))).code).toBe('reader_crashed');
  });
});

describe('serveTasks', () => {
  it('ends with its parent, also in an endless loop', async () => {
    const script = fileURLToPath(new URL('./fixtures/parent.mjs', import.meta.url));
    const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [told] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(told.toString());
    expect(isAlive(pid)).toBe(true);
    await sleep(300);
    parent.kill('SIGKILL');
    for (let turn = 0; turn < 50 && isAlive(pid); turn += 1) await sleep(100);
    expect(isAlive(pid)).toBe(false);
  });
});
