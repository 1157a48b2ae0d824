import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cites } from '../e2e/requirements.ts';
import { RESERVED, USED } from './every-effect.ts';
import { measureSurvival, type Survived } from './survive-kill.ts';

const TRAIL = ['read', 'added', 'job', 'yes', 'thought'];

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
  const lost = events.filter((event) => event.type === 'usage' && event.lost).length;
  expect(lost).toBeLessThanOrEqual(1);
  expect(world.models.length - 1).toBeLessThanOrEqual(lost);
  expect(run.reserved).toEqual({ tokens: 0, micros: 0 });
  expect(run.spent.tokens).toBe(USED.tokens + lost * RESERVED.tokens);
};

describe('a run killed at any moment', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'stemma-kill-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it(cites('R2.kill-resume', 'R2.lease-takeover', 'goes on at once to the same ending, each effect once'), {
    timeout: 900_000,
  }, async () => {
    const { whole, moments, survived } = await measureSurvival(root);
    expectGapless(whole);
    expect(moments.length).toBeGreaterThan(40);
    expect(survived).toHaveLength(moments.length);
    for (const one of survived) {
      expect(one.killed?.signal, one.moment).toBe('SIGKILL');
      expect(one.run.status, one.moment).toBe('succeeded');
      const { trail } = one.run.state as { trail: string[] };
      expect(trail.slice(0, -1), one.moment).toEqual(TRAIL);
      // The letter may have been sent when the process died: then its outcome is told as unknown.
      expect(['sent', 'unknown'], one.moment).toContain(trail.at(-1));
      expectGapless(one);
      expectEffectsOnce(one);
    }
  });
});
