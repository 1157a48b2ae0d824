import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimedRun, Lease, NodeCommit, RunRecord, WorkerIdentity } from '../ports/run-store.ts';
import type { OwnerHandle, Stores } from '../ports/stores.ts';
import { AT, newId, newOwner, newRun, newThread, progress } from './specimens.ts';

type Here = { stores: Stores; owner: OwnerHandle; workflow: string };

const LEASE_MS = 60_000;
const WORKER: WorkerIdentity = { host: 'here', pid: 10, processStart: 'a' };
const OTHER: WorkerIdentity = { host: 'here', pid: 20, processStart: 'b' };
const LOST = { code: 'lease_lost' };

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const claim = (
  { stores, workflow }: Here,
  more: Partial<Parameters<Stores['queue']['claim']>[0]> = {},
): Promise<ClaimedRun | undefined> =>
  stores.queue.claim({
    worker: WORKER,
    leaseMs: LEASE_MS,
    workflows: [workflow],
    isDead: () => false,
    ...more,
  });

const create = ({ owner, workflow }: Here, more: Parameters<typeof newRun>[0] = {}): Promise<RunRecord> =>
  owner.runs.create(newRun({ workflow, ...more }));

/** A claimed run with its lease. */
const begin = async (here: Here): Promise<{ run: RunRecord; lease: Lease }> => {
  await create(here);
  const { run } = (await claim(here))!;
  return { run, lease: { runId: run.id, epoch: run.epoch } };
};

const commit = (more: Partial<NodeCommit> = {}): NodeCommit => ({
  node: 'next',
  state: { n: 1 },
  status: 'running',
  reason: null,
  waiting: null,
  wakeAt: null,
  visit: 1,
  visitAt: AT + 1,
  release: false,
  ...more,
});

const WAITING = { status: 'waiting_user' as const, reason: 'waiting_decision' as const, release: true };

/** Statuses told of so far, with the attempt. */
const told = async ({ owner }: Here, runId: string): Promise<string[]> => {
  const events = await owner.runs.events(runId, 0, 1_000);
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  return events.flatMap((event) => (event.type === 'run_status' ? [`${event.status} ${event.attempt}`] : []));
};

const creating = (here: Here): void => {
  it('creates a queued run with its first event, once for an idempotency key', async () => {
    const given = newRun({ workflow: here.workflow, idempotencyKey: 'once', budget: { tokens: 9 } });
    const run = await here.owner.runs.create(given);
    expect(run).toMatchObject({
      id: given.id,
      status: 'queued',
      attempt: 0,
      epoch: 0,
      visit: 0,
      visitAt: AT,
      input: given.input,
      state: given.state,
      budget: { tokens: 9 },
      spent: { tokens: 0, micros: 0 },
      reserved: { tokens: 0, micros: 0 },
      waiting: null,
      holder: null,
      leaseUntil: null,
    });
    expect(await told(here, run.id)).toEqual(['queued 0']);
    const again = await here.owner.runs.create({ ...given, id: newId(), input: 'other' });
    expect(again).toEqual(run);
    expect(await here.owner.runs.create({ ...given, idempotencyKey: null })).toEqual(run);
    expect(await here.owner.runs.find(run.id)).toEqual(run);
    expect((await here.owner.runs.find(run.id.slice(-8)))?.id).toBe(run.id);
    expect((await here.owner.runs.list({ limit: 9 })).items).toHaveLength(1);
  });

  it('lists newest first, unfinished alone, of one thread alone', async () => {
    const { threads, runs } = here.owner;
    const thread = newThread((await threads.inbox()).id);
    await threads.createThread(thread);
    const first = await create(here, { threadId: thread.id });
    const second = await create(here);
    await runs.requestCancel(first.id, AT);
    const page = await runs.list({ limit: 1 });
    expect(page.items[0]?.id).toBe(second.id);
    const third = await create(here);
    const rest = await runs.list({ limit: 9, cursor: page.next! });
    expect(rest.items.map((run) => run.id)).toEqual([first.id]);
    const unfinished = await runs.list({ limit: 9, unfinished: true });
    expect(unfinished.items.map((run) => run.id)).toEqual([third.id, second.id]);
    expect((await runs.list({ limit: 9, threadId: thread.id })).items.map((run) => run.id)).toEqual([
      first.id,
    ]);
  });
};

const claiming = (here: Here): void => {
  it('is claimed by one of two workers that ask at once', async () => {
    const run = await create(here);
    const both = await Promise.all([claim(here), claim(here, { worker: OTHER })]);
    const got = both.filter((claimed) => claimed !== undefined);
    expect(got).toHaveLength(1);
    expect(got[0]).toMatchObject({
      owner: here.owner.owner,
      run: { id: run.id, status: 'running', epoch: 1, attempt: 0 },
    });
    expect(await told(here, run.id)).toEqual(['queued 0', 'running 0']);
  });

  it('claims oldest first, and by workflow, run and owner alone when asked', async () => {
    const [first, second] = [await create(here), await create(here)];
    expect(await claim(here, { workflows: [] })).toBeUndefined();
    expect(await claim(here, { workflows: ['another'] })).toBeUndefined();
    expect(await claim(here, { owner: newId() })).toBeUndefined();
    expect(await claim(here, { only: newId() })).toBeUndefined();
    expect((await claim(here, { only: second.id }))?.run.id).toBe(second.id);
    expect((await claim(here, { owner: here.owner.owner }))?.run.id).toBe(first.id);
    expect(await claim(here)).toBeUndefined();
  });

  it('takes over a lapsed lease, and the old holder has lost it', async () => {
    const run = await create(here);
    await claim(here, { leaseMs: 1 });
    await sleep(20);
    const taken = await claim(here, { worker: OTHER });
    expect(taken?.run).toMatchObject({ epoch: 2, attempt: 1, holder: OTHER, status: 'running' });
    expect(await told(here, run.id)).toEqual(['queued 0', 'running 0', 'running 1']);
    const { queue } = here.stores;
    const old = { runId: run.id, epoch: 1 };
    await expect(queue.heartbeat(here.owner.owner, old, LEASE_MS)).rejects.toMatchObject(LOST);
    await expect(queue.handBack(here.owner.owner, old)).rejects.toMatchObject(LOST);
  });

  it('takes over a dead holder at once, and leaves a living one alone', async () => {
    await create(here);
    await claim(here);
    expect(await claim(here, { worker: OTHER })).toBeUndefined();
    const isDead = (holder: WorkerIdentity): boolean => holder.pid === WORKER.pid;
    expect((await claim(here, { worker: OTHER, isDead }))?.run).toMatchObject({ epoch: 2, attempt: 1 });
    expect(await claim(here, { isDead })).toBeUndefined();
  });

  it('renews a lapsed lease while the epoch is its own', async () => {
    await create(here);
    const { run } = (await claim(here, { leaseMs: 1 }))!;
    await sleep(20);
    const lease = { runId: run.id, epoch: run.epoch };
    const beat = await here.stores.queue.heartbeat(here.owner.owner, lease, LEASE_MS);
    expect(beat).toEqual({ cancelRequested: false });
    expect(await claim(here, { worker: OTHER })).toBeUndefined();
  });

  it('prolongs no lease that was given back', async () => {
    const { run, lease } = await begin(here);
    const waiting = { kind: 'decision' as const, decisionId: newId() };
    await here.owner.runs.commitNode(lease, commit({ ...WAITING, waiting }));
    await expect(here.stores.queue.heartbeat(here.owner.owner, lease, LEASE_MS)).rejects.toMatchObject(LOST);
    await here.stores.queue.handBack(here.owner.owner, lease);
    expect(await here.owner.runs.find(run.id)).toMatchObject({ status: 'waiting_user', leaseUntil: null });
  });

  it('is handed back for others, without a new attempt', async () => {
    const { run, lease } = await begin(here);
    await here.stores.queue.handBack(here.owner.owner, lease);
    expect(await here.owner.runs.find(run.id)).toMatchObject({
      status: 'queued',
      holder: null,
      leaseUntil: null,
    });
    expect((await claim(here, { worker: OTHER }))?.run).toMatchObject({ epoch: 2, attempt: 0 });
    expect(await told(here, run.id)).toEqual(['queued 0', 'running 0', 'queued 0', 'running 0']);
  });
};

const waking = (here: Here): void => {
  it('waits for its time, which is told', async () => {
    const { run, lease } = await begin(here);
    const soon = (await here.owner.runs.find(run.id))!.leaseUntil! - LEASE_MS + 150;
    await here.owner.runs.commitNode(
      lease,
      commit({ status: 'queued', waiting: { kind: 'until' }, wakeAt: soon, release: true }),
    );
    expect(await claim(here)).toBeUndefined();
    const ms = await here.stores.queue.nextWakeMs();
    expect(ms).toBeGreaterThan(0);
    expect(ms).toBeLessThanOrEqual(150);
    await sleep(170);
    expect(await here.stores.queue.nextWakeMs()).toBeNull();
    expect((await claim(here))?.run).toMatchObject({ attempt: 0, wakeAt: null, waiting: { kind: 'until' } });
    expect(await here.stores.queue.nextWakeMs()).toBeNull();
  });
};

const committing = (here: Here): void => {
  it('commits a node: state, visit, version, and gives the lease back when asked', async () => {
    const { run, lease } = await begin(here);
    const { runs } = here.owner;
    await runs.commitNode(lease, commit({ workflowVersion: 2 }));
    expect(await runs.find(run.id)).toMatchObject({
      node: 'next',
      state: { n: 1 },
      visit: 1,
      visitAt: AT + 1,
      workflowVersion: 2,
      holder: WORKER,
    });
    await runs.appendEvents(lease, [{ type: 'run_status', status: 'succeeded', reason: null, attempt: 0 }], {
      at: AT + 2,
    });
    await runs.commitNode(lease, commit({ status: 'succeeded', node: 'END', visit: 2, release: true }));
    expect(await runs.find(run.id)).toMatchObject({ status: 'succeeded', holder: null, leaseUntil: null });
    expect(await told(here, run.id)).toEqual(['queued 0', 'running 0', 'succeeded 0']);
    expect(await claim(here)).toBeUndefined();
    await expect(runs.requestCancel(run.id, AT)).rejects.toMatchObject({ code: 'run_finished' });
  });

  it('refuses every fenced write under an old epoch, and changes nothing', async () => {
    const { run } = await begin(here);
    const lease = { runId: run.id, epoch: run.epoch - 1 };
    const { runs } = here.owner;
    const before = await runs.find(run.id);
    const step = { visit: 0, key: 'k', effect: 'metered' as const, inputHash: 'h', token: 't' };
    const spending = { tokens: 1, micros: 1 };
    await expect(runs.commitNode(lease, commit())).rejects.toMatchObject(LOST);
    await expect(runs.appendEvents(lease, [progress(1)], { at: AT })).rejects.toMatchObject(LOST);
    await expect(runs.putIntent(lease, { ...step, reserved: spending })).rejects.toMatchObject(LOST);
    await expect(
      runs.putResult(lease, { ...step, result: { value: 1 }, used: spending }),
    ).rejects.toMatchObject(LOST);
    await expect(runs.chargeLost(lease, { visit: 0, key: 'k' })).rejects.toMatchObject(LOST);
    await expect(runs.putDecision(lease, { id: newId(), asked: 1 })).rejects.toMatchObject(LOST);
    expect(await runs.find(run.id)).toEqual(before);
    expect(await runs.steps(run.id)).toEqual([]);
    expect(await runs.decisions(run.id)).toEqual([]);
  });
};

const telling = (here: Here): void => {
  it('numbers events without a gap under writers side by side', async () => {
    const { run, lease } = await begin(here);
    const write = (from: number) => async () => {
      for (let index = 0; index < 20; index++)
        await here.owner.runs.appendEvents(lease, [progress(from + index), progress(from)], { at: AT });
    };
    await Promise.all([write(0)(), write(20)()]);
    const events = await here.owner.runs.events(run.id, 0, 1_000);
    expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 82 }, (_, index) => index + 1));
    const page = await here.owner.runs.events(run.id, 40, 3);
    expect(page.map((event) => event.seq)).toEqual([41, 42, 43]);
    expect(page[0]).toMatchObject({ v: 1, runId: run.id, type: 'progress', at: AT, stage: 'read' });
  });

  it('appends under a key once per visit, and takes the number back when the transaction fails', async () => {
    const { run, lease } = await begin(here);
    const { runs } = here.owner;
    const options = { at: AT, visit: 3, key: 'k' };
    expect(await runs.appendEvents(lease, [progress(1), progress(2)], options)).toBe(true);
    expect(await runs.appendEvents(lease, [progress(3)], options)).toBe(false);
    expect(await runs.appendEvents(lease, [progress(4)], { ...options, visit: 4 })).toBe(true);
    const failing = here.owner.transaction(async (tx) => {
      await tx.runs.appendEvents(lease, [progress(5)], { at: AT });
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await runs.appendEvents(lease, [progress(6)], { at: AT })).toBe(true);
    const done = (await runs.events(run.id, 2, 99)).map((event) => event.type === 'progress' && event.done);
    expect(done).toEqual([1, 2, 4, 6]);
    await told(here, run.id);
  });
};

const stepping = (here: Here): void => {
  const step = { visit: 0, key: 'ask', effect: 'metered' as const, inputHash: 'h', token: 'first' };

  it('keeps the first token, counts attempts, and keeps the first result', async () => {
    const { run, lease } = await begin(here);
    const { runs } = here.owner;
    expect(await runs.findStep(run.id, 0, 'ask')).toBeUndefined();
    expect(await runs.putIntent(lease, { ...step, reserved: null })).toMatchObject({
      attempts: 1,
      status: 'intent',
    });
    expect(await runs.putIntent(lease, { ...step, token: 'second', reserved: null })).toMatchObject({
      attempts: 2,
      token: 'first',
    });
    await runs.putResult(lease, { ...step, result: { value: { a: [1, null] } }, used: null });
    await runs.putResult(lease, { ...step, result: { value: 'other' }, used: null });
    const kept = { status: 'done', result: { value: { a: [1, null] } }, attempts: 2, token: 'first' };
    expect(await runs.findStep(run.id, 0, 'ask')).toMatchObject(kept);
    expect(await runs.putIntent(lease, { ...step, reserved: { tokens: 5, micros: 5 } })).toMatchObject(kept);
    await runs.putResult(lease, { ...step, visit: 1, effect: 'read', result: { blob: 'ab' }, used: null });
    expect((await runs.steps(run.id)).map((entry) => entry.visit)).toEqual([0, 1]);
    expect(await runs.steps(run.id, 1)).toMatchObject([{ result: { blob: 'ab' }, status: 'done' }]);
    expect((await runs.find(run.id))?.reserved).toEqual({ tokens: 0, micros: 0 });
  });

  it('refuses another input under a known key', async () => {
    const { lease } = await begin(here);
    const { runs } = here.owner;
    await runs.putIntent(lease, { ...step, reserved: null });
    const diverged = { code: 'workflow_diverged' };
    await expect(runs.putIntent(lease, { ...step, inputHash: 'x', reserved: null })).rejects.toMatchObject(
      diverged,
    );
    await expect(
      runs.putResult(lease, { ...step, inputHash: 'x', result: { value: 1 }, used: null }),
    ).rejects.toMatchObject(diverged);
  });

  it('moves spending: reserved, then spent by use, or lost at its reservation', async () => {
    const { run, lease } = await begin(here);
    const { runs } = here.owner;
    const sums = async () => {
      const { spent, reserved } = (await runs.find(run.id))!;
      return { spent, reserved };
    };
    await runs.putIntent(lease, { ...step, reserved: { tokens: 100, micros: 7 } });
    await runs.putIntent(lease, { ...step, key: 'b', reserved: { tokens: 10, micros: 1 } });
    expect(await sums()).toEqual({ spent: { tokens: 0, micros: 0 }, reserved: { tokens: 110, micros: 8 } });
    await runs.chargeLost(lease, step);
    await runs.chargeLost(lease, step);
    expect(await sums()).toEqual({ spent: { tokens: 100, micros: 7 }, reserved: { tokens: 10, micros: 1 } });
    await runs.putIntent(lease, { ...step, reserved: { tokens: 50, micros: 5 } });
    await runs.putResult(lease, { ...step, result: { value: 1 }, used: { tokens: 30, micros: 2 } });
    expect(await sums()).toEqual({ spent: { tokens: 130, micros: 9 }, reserved: { tokens: 10, micros: 1 } });
    expect((await runs.findStep(run.id, 0, 'ask'))?.reserved).toBeNull();
  });
};

const deciding = (here: Here): void => {
  it('decides once, and queues the run that waits for it', async () => {
    const { run, lease } = await begin(here);
    const { runs } = here.owner;
    const decisionId = newId();
    await runs.putDecision(lease, { id: decisionId, asked: { plan: 1 } });
    await runs.commitNode(lease, commit({ ...WAITING, waiting: { kind: 'decision', decisionId } }));
    expect(await claim(here)).toBeUndefined();
    const both = await Promise.allSettled([
      runs.decide(decisionId, { answer: 'yes' }, AT + 5),
      runs.decide(decisionId, 'no', AT + 5),
    ]);
    expect(both.map((entry) => entry.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(runs.decide(decisionId, 'no', AT)).rejects.toMatchObject({
      code: 'already_decided',
      params: { decision: '{"answer":"yes"}' },
    });
    expect(await runs.decisions(run.id)).toEqual([
      { id: decisionId, runId: run.id, asked: { plan: 1 }, decision: { answer: 'yes' }, decidedAt: AT + 5 },
    ]);
    const claimed = await claim(here);
    expect(claimed?.run).toMatchObject({ attempt: 0, waiting: { kind: 'decision', decisionId } });
    expect(await told(here, run.id)).toEqual(['queued 0', 'running 0', 'queued 0', 'running 0']);
  });

  it('does not wait for what was decided before it began to wait', async () => {
    const { run, lease } = await begin(here);
    const { runs } = here.owner;
    const decisionId = newId();
    await runs.putDecision(lease, { id: decisionId, asked: null });
    await runs.decide(decisionId, 'yes', AT);
    expect(await runs.find(run.id)).toMatchObject({ status: 'running' });
    await runs.commitNode(lease, commit({ ...WAITING, waiting: { kind: 'decision', decisionId } }));
    expect((await claim(here))?.run.id).toBe(run.id);
  });

  it('knows no decision that was not asked, and decides nothing of a finished run', async () => {
    const { lease } = await begin(here);
    const { runs } = here.owner;
    await expect(runs.decide(newId(), 'yes', AT)).rejects.toMatchObject({ code: 'run_not_found' });
    const decisionId = newId();
    await runs.putDecision(lease, { id: decisionId, asked: null });
    await runs.commitNode(lease, commit({ status: 'failed', reason: 'fault', release: true }));
    await expect(runs.decide(decisionId, 'yes', AT)).rejects.toMatchObject({ code: 'run_finished' });
  });
};

const cancelling = (here: Here): void => {
  it('cancels at once what nobody ever claimed', async () => {
    const run = await create(here);
    expect(await here.owner.runs.requestCancel(run.id, AT)).toBe('cancelled');
    expect(await here.owner.runs.requestCancel(run.id, AT)).toBe('cancelled');
    expect(await here.owner.runs.find(run.id)).toMatchObject({
      status: 'cancelled',
      reason: 'cancelled_by_user',
    });
    expect(await told(here, run.id)).toEqual(['queued 0', 'cancelled 0']);
    expect(await claim(here)).toBeUndefined();
  });

  it('asks the holder to cancel, once, and no node commit undoes it', async () => {
    const { run, lease } = await begin(here);
    const { runs } = here.owner;
    expect(await runs.requestCancel(run.id, AT)).toBe('cancel_requested');
    expect(await runs.requestCancel(run.id, AT)).toBe('cancel_requested');
    const beat = await here.stores.queue.heartbeat(here.owner.owner, lease, LEASE_MS);
    expect(beat).toEqual({ cancelRequested: true });
    await runs.commitNode(lease, commit());
    expect(await runs.find(run.id)).toMatchObject({ status: 'cancel_requested', node: 'next' });
    await runs.appendEvents(
      lease,
      [{ type: 'run_status', status: 'cancelled', reason: 'cancelled_by_user', attempt: 0 }],
      { at: AT },
    );
    await runs.commitNode(lease, commit({ status: 'cancelled', reason: 'cancelled_by_user', release: true }));
    expect(await told(here, run.id)).toEqual(['queued 0', 'running 0', 'cancel_requested 0', 'cancelled 0']);
    expect(await runs.requestCancel(run.id, AT)).toBe('cancelled');
  });

  it('lets a worker take up a cancelled wait, and stays a cancel request', async () => {
    const { run, lease } = await begin(here);
    const { runs } = here.owner;
    const waiting = { kind: 'decision' as const, decisionId: newId() };
    await runs.commitNode(lease, commit({ ...WAITING, waiting }));
    expect(await runs.requestCancel(run.id, AT)).toBe('cancel_requested');
    const claimed = await claim(here, { worker: OTHER });
    expect(claimed?.run).toMatchObject({ status: 'cancel_requested', epoch: 2, attempt: 0 });
    await here.stores.queue.handBack(here.owner.owner, { runId: run.id, epoch: 2 });
    expect((await claim(here))?.run).toMatchObject({ status: 'cancel_requested', epoch: 3 });
  });

  it('does not begin to wait when a cancel request came first, and tells so', async () => {
    const { run, lease } = await begin(here);
    const { runs } = here.owner;
    await runs.requestCancel(run.id, AT);
    await here.owner.transaction(async (tx) => {
      const event = {
        type: 'run_status' as const,
        status: 'waiting_user' as const,
        reason: null,
        attempt: 0,
      };
      await tx.runs.appendEvents(lease, [event], { at: AT });
      await tx.runs.commitNode(
        lease,
        commit({ ...WAITING, waiting: { kind: 'decision', decisionId: newId() } }),
      );
    });
    expect((await told(here, run.id)).at(-1)).toBe('cancel_requested 0');
    expect((await claim(here))?.run.status).toBe('cancel_requested');
  });

  it('knows no run that is not there', async () => {
    await expect(here.owner.runs.requestCancel(newId(), AT)).rejects.toMatchObject({ code: 'run_not_found' });
    expect(await here.owner.runs.find('nothing here')).toBeUndefined();
  });
};

/** Runs, their events, steps, decisions, and the queue they are taken from. */
export const describeRuns = (name: string, open: () => Promise<Stores>): void => {
  describe(`runs of ${name}`, () => {
    const here = {} as Here;
    beforeAll(async () => {
      here.stores = await open();
    });
    beforeEach(async () => {
      here.owner = await newOwner(here.stores);
      here.workflow = `workflow-${newId()}`;
    });
    afterAll(() => here.stores.close());
    for (const suite of [creating, claiming, waking, committing, telling, stepping, deciding, cancelling])
      suite(here);
  });
};
