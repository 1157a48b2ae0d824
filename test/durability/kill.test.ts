import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildNews, type ChildTask, openQuietEngine, queueRun, startChild } from './engine-child.ts';
import { RESERVED, USED } from './every-effect.ts';
import { readOutsideWorld } from './outside-world.ts';

const LEASE_MS = 15_000;
/** Kills at once; the machine's two cores are kept busy, not more. */
const LANES = 2;

const TRAIL = ['read', 'added', 'job', 'yes', 'thought'];

type Ending = { news: ChildNews[]; code: number | null; signal: string | null };

const runChild = async (task: ChildTask): Promise<Ending> => {
  const child = startChild(task);
  const news: ChildNews[] = [];
  child.on('message', (message) => news.push(message as ChildNews));
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { news, code, signal };
};

/** One run in a folder of its own; killed at a moment when one is given, then taken to its end. */
const surviveKill = async (root: string, name: string, at: number | null) => {
  const folder = join(root, name);
  const queued = await openQuietEngine(folder);
  const runId = await queueRun(queued);
  await queued.stores.close();
  const task = { folder, signal: 'SIGKILL', work: { runId }, leaseMs: LEASE_MS } as const;
  const killed = at === null ? undefined : await runChild({ ...task, at });
  const restarted = performance.now();
  const finished = await runChild({ ...task, at: null });
  const resumeMs = performance.now() - restarted;
  const engine = await openQuietEngine(folder);
  const runs = engine.stores.for(engine.owner).runs;
  const run = (await runs.find(runId))!;
  const events = await runs.events(runId, 0, 10_000);
  await engine.stores.close();
  return { killed, finished, run, events, world: readOutsideWorld(join(folder, 'world')), resumeMs };
};

type Survived = Awaited<ReturnType<typeof surviveKill>>;

const expectGapless = ({ events }: Survived): void => {
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  const terminal = events.filter((event) => event.type === 'run_status' && event.status === 'succeeded');
  expect(terminal).toHaveLength(1);
  expect(events.at(-1)).toBe(terminal[0]);
};

const expectEffectsOnce = ({ world, run, events }: Survived): void => {
  expect(world.jobs).toHaveLength(1);
  expect(world.letters.length).toBeLessThanOrEqual(1);
  expect(world.models.length).toBeGreaterThanOrEqual(1);
  expect(world.models.length).toBeLessThanOrEqual(2);
  const lost = events.filter((event) => event.type === 'usage' && event.lost).length;
  expect(lost).toBeLessThanOrEqual(1);
  expect(run.reserved).toEqual({ tokens: 0, micros: 0 });
  expect(run.spent.tokens).toBe(USED.tokens + lost * RESERVED.tokens);
  expect(world.models.length - 1).toBeLessThanOrEqual(lost);
};

describe('a run killed at any moment', () => {
  let root: string;
  let moments: string[];
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'stemma-kill-'));
    const whole = await surviveKill(root, 'whole', null);
    moments = whole.finished.news.flatMap((news) => ('moments' in news ? news.moments : []));
    expectGapless(whole);
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it('goes on to the same ending, each effect once', { timeout: 600_000 }, async () => {
    expect(moments.length).toBeGreaterThan(40);
    const resumes: number[] = [];
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < moments.length) {
        const index = next++;
        const survived = await surviveKill(root, `at-${index}`, index + 1);
        expect(survived.killed?.signal, moments[index]).toBe('SIGKILL');
        expect(survived.run.status, moments[index]).toBe('succeeded');
        const { trail } = survived.run.state as { trail: string[] };
        expect(trail.slice(0, -1), moments[index]).toEqual(TRAIL);
        // The letter may have been sent when the process died: then its outcome is told as unknown.
        expect(['sent', 'unknown'], moments[index]).toContain(trail.at(-1));
        expectGapless(survived);
        expectEffectsOnce(survived);
        resumes.push(survived.resumeMs);
        await rm(join(root, `at-${index}`), { recursive: true, force: true });
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(resumes).toHaveLength(moments.length);
  });
});
