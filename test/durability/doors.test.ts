import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cites } from '../e2e/requirements.ts';
import { decideOpen, type Engine, openQuietEngine, queueRun } from './engine-child.ts';

describe('what people do to a run', () => {
  let folder: string;
  let engine: Engine;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stemma-doors-'));
    engine = await openQuietEngine(folder);
  });
  afterEach(async () => {
    await engine.stores.close();
    await rm(folder, { recursive: true, force: true });
  });
  const runs = () => engine.stores.for(engine.owner).runs;
  const take = (id: string) => engine.worker.runToEnd(engine.owner, id, new AbortController().signal);

  it(cites('R2.idempotency-key', 'gives one run for one key'), async () => {
    const [first, second] = await Promise.all([queueRun(engine, 1, 'same'), queueRun(engine, 1, 'same')]);
    expect(second).toBe(first);
    expect((await runs().list({ limit: 10 })).items).toHaveLength(1);
  });

  it(
    cites('R2.waits-without-worker', 'holds no worker while a person is asked, and goes on when decided'),
    async () => {
      const id = await queueRun(engine, 1);
      const waiting = await take(id);
      expect(waiting).toMatchObject({ status: 'waiting_user', holder: null, leaseUntil: null });
      await decideOpen(engine, id);
      expect((await runs().find(id))?.status).toBe('queued');
      expect((await take(id)).status).toBe('succeeded');
    },
  );

  it(cites('R2.decided-once', 'lets the first decision stand and tells the second of it'), async () => {
    const id = await queueRun(engine, 1);
    await take(id);
    const [decision] = await runs().decisions(id);
    const at = engine.clock.now();
    const outcomes = await Promise.allSettled(
      ['yes', 'no'].map((word) => runs().decide(decision!.id, word, at)),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(1);
    const stands = (await runs().decisions(id))[0]!.decision;
    expect(refused[0]!.reason).toMatchObject({ code: 'already_decided', params: { decision: stands } });
  });
});
