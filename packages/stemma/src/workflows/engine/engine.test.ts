import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMemoryBlobs } from '../../adapters/memory/memory-blobs.ts';
import { openMemoryStores } from '../../adapters/sqlite/open.ts';
import { openSystem } from '../../adapters/system/system.ts';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { Budget } from '../../ports/run-store.ts';
import type { Stores } from '../../ports/stores.ts';
import { processEntry } from '../../processes/entry.ts';
import { type AnyWorkflow, defineWorkflow, type RunContext, workflowDiagram } from './definition.ts';
import { createWorker, createWorkflowRegistry } from './engine.ts';
import { noProbe } from './probe.ts';

const State = z.object({ trail: z.array(z.string()) });
type State = z.infer<typeof State>;
type Node = (state: State, run: RunContext<null>) => Promise<{ next: string; state: State }>;

const system = openSystem();

/** A workflow of one node `only`, and whatever it may lead to. */
const oneNode = (run: Node, next: readonly string[] = ['END_succeeded']): AnyWorkflow =>
  defineWorkflow<State, null>({
    name: 'test',
    version: 1,
    input: z.null(),
    state: State,
    start: 'only',
    initial: () => ({ trail: [] }),
    nodes: { only: { next, run } },
  });

describe('the engine', () => {
  let stores: Stores;
  let owner: string;
  let bugs: unknown[];
  beforeEach(async () => {
    bugs = [];
    stores = await openMemoryStores({
      entry: processEntry('sqlite-thread'),
      ids: system.ids,
      clock: system.clock,
    });
    owner = (await stores.localUser()).id;
  });
  afterEach(() => stores.close());

  const workerOf = (workflows: readonly AnyWorkflow[]) =>
    createWorker({
      ...system,
      stores,
      registry: createWorkflowRegistry(workflows),
      blobs: createMemoryBlobs(system.clock),
      leaseMs: 15_000,
      heartbeatMs: 50,
      probe: noProbe,
      onBug: (error) => bugs.push(error),
    });

  const queue = async (workflow: AnyWorkflow, budget: Budget | null = null): Promise<string> => {
    const { id } = await stores.for(owner).runs.create({
      id: system.ids.next(),
      workflow: workflow.name,
      workflowVersion: workflow.version,
      node: workflow.start,
      input: null,
      state: workflow.initial(null),
      projectId: null,
      threadId: null,
      retryOf: null,
      budget,
      idempotencyKey: null,
      at: system.clock.now(),
    });
    return id;
  };

  const take = async (workflow: AnyWorkflow, budget?: Budget) => {
    const id = await queue(workflow, budget);
    const run = await workerOf([workflow]).runToEnd(owner, id, new AbortController().signal);
    return { run, events: await stores.for(owner).runs.events(id, 0, 1000) };
  };

  it('refuses a transition the table does not list', async () => {
    const { run, events } = await take(oneNode(async (state) => ({ next: 'elsewhere', state })));
    expect(run).toMatchObject({ status: 'failed', reason: 'fault' });
    expect(events).toContainEqual(expect.objectContaining({ type: 'error', code: 'transition_unlisted' }));
  });

  it('ends a run with the fault its node throws, and with `internal` for a bug', async () => {
    const fault = await take(
      oneNode(async () => {
        throw new StemmaError('file_not_found', { path: 'x' });
      }),
    );
    expect(fault.events).toContainEqual(expect.objectContaining({ type: 'error', code: 'file_not_found' }));
    const bug = await take(
      oneNode(async () => {
        throw new TypeError('secret text');
      }),
    );
    expect(bug.events).toContainEqual(
      expect.objectContaining({ type: 'error', code: 'internal', params: {} }),
    );
    expect(JSON.stringify(bug.events)).not.toContain('secret');
    expect(bugs).toHaveLength(1);
  });

  it('takes another input under the same key as a fault', async () => {
    let visits = 0;
    const workflow = oneNode(async (state, run) => {
      visits += 1;
      await run.step({ key: 'same', effect: 'read', input: 1, result: z.number() }, async () => 1);
      await run.step({ key: 'same', effect: 'read', input: 2, result: z.number() }, async () => 2);
      return { next: 'END_succeeded', state };
    });
    const { run } = await take(workflow);
    expect(visits).toBe(1);
    expect(run).toMatchObject({ status: 'failed', reason: 'workflow_diverged' });
  });

  it('returns a stored result instead of doing a step twice', async () => {
    let done = 0;
    const workflow = oneNode(async (state, run) => {
      const step = () =>
        run.step({ key: 'big', effect: 'idempotent', input: 1, result: z.string() }, async () => {
          done += 1;
          return 'x'.repeat(100_000);
        });
      const first = await step();
      expect(await step()).toBe(first);
      return { next: 'END_succeeded', state };
    });
    const { run } = await take(workflow);
    expect(run.status).toBe('succeeded');
    expect(done).toBe(1);
  });

  it('stops before a metered step that would break the budget', async () => {
    let called = 0;
    const workflow = oneNode(async (state, run) => {
      for (const key of ['a', 'b', 'c'])
        await run.step(
          { key, effect: 'metered', input: key, result: z.null(), reserve: { tokens: 50, micros: 0 } },
          async () => {
            called += 1;
            return { value: null, used: { tokens: 40, micros: 0 } };
          },
        );
      return { next: 'END_succeeded', state };
    });
    const { run } = await take(workflow, { tokens: 100 });
    expect(run).toMatchObject({
      status: 'failed',
      reason: 'budget_exhausted',
      spent: { tokens: 80 },
      reserved: { tokens: 0 },
    });
    expect(called).toBe(2);
  });

  it('confirms a cancel only when the work has stopped', async () => {
    let stopped = false;
    const started = new AbortController();
    const workflow = oneNode(async (_state, run) => {
      started.abort();
      await new Promise<void>((resolve) =>
        run.signal.addEventListener('abort', () => resolve(), { once: true }),
      );
      expect((await stores.for(owner).runs.find(run.runId))?.status).toBe('cancel_requested');
      stopped = true;
      throw run.signal.reason;
    });
    const id = await queue(workflow);
    const working = workerOf([workflow]).runToEnd(owner, id, new AbortController().signal);
    await new Promise((resolve) => started.signal.addEventListener('abort', resolve));
    await stores.for(owner).runs.requestCancel(id, system.clock.now());
    const run = await working;
    expect(stopped).toBe(true);
    expect(run).toMatchObject({ status: 'cancelled', reason: 'cancelled_by_user' });
  });

  it('hands a run back when it is asked to stop, and goes on with it later', async () => {
    const leave = new AbortController();
    let visits = 0;
    const workflow = oneNode(async (state, run) => {
      visits += 1;
      if (visits === 1) {
        leave.abort();
        run.signal.throwIfAborted();
      }
      return { next: 'END_succeeded', state };
    });
    const id = await queue(workflow);
    const left = await workerOf([workflow]).runToEnd(owner, id, leave.signal);
    expect(left).toMatchObject({ status: 'queued', holder: null });
    const run = await workerOf([workflow]).runToEnd(owner, id, new AbortController().signal);
    expect(run.status).toBe('succeeded');
    expect(visits).toBe(2);
  });

  it('moves a waiting run to a newer table, and ends one that nobody can upgrade', async () => {
    const old = oneNode(async (state) => ({ next: 'END_succeeded', state }));
    const node = { next: ['END_succeeded'], run: async (state: State) => ({ next: 'END_succeeded', state }) };
    const base = {
      name: 'test',
      input: z.null(),
      state: State,
      start: 'renamed',
      initial: () => ({ trail: [] }),
    };
    const newer = defineWorkflow<State, null>({
      ...base,
      version: 2,
      nodes: { renamed: node },
      upgrades: {
        1: (state) => ({ state: { trail: [...(state as State).trail, 'upgraded'] }, node: 'renamed' }),
      },
    });
    const deaf = defineWorkflow<State, null>({ ...base, version: 3, nodes: { renamed: node } });
    const signal = new AbortController().signal;
    const upgraded = await workerOf([newer]).runToEnd(owner, await queue(old), signal);
    expect(upgraded).toMatchObject({
      status: 'succeeded',
      workflowVersion: 2,
      state: { trail: ['upgraded'] },
    });
    const lost = await workerOf([deaf]).runToEnd(owner, await queue(old), signal);
    expect(lost).toMatchObject({ status: 'failed', reason: 'upgraded' });
  });
});

describe('a workflow table', () => {
  const node = (next: readonly string[]) => ({
    next,
    run: async (state: State) => ({ next: next[0]!, state }),
  });
  const table = (nodes: Record<string, ReturnType<typeof node>>) => () =>
    defineWorkflow<State, null>({
      name: 'test',
      version: 1,
      input: z.null(),
      state: State,
      start: 'a',
      initial: () => ({ trail: [] }),
      nodes,
    });

  it.each([
    ['leads nowhere', { a: node(['b']) }, /which is no node/],
    ['is never reached', { a: node(['END_failed']), b: node(['END_failed']) }, /b is never reached/],
    ['never ends', { a: node(['b']), b: node(['a']) }, /no ending is reached/],
    ['has no start', { b: node(['END_failed']) }, /start a is no node/],
  ])('that %s is refused', (_what, nodes, reason) => {
    expect(table(nodes)).toThrow(reason);
  });

  it('is drawn from its nodes', () => {
    const workflow = table({ a: node(['b', 'END_failed']), b: node(['END_succeeded']) })();
    expect(workflowDiagram(workflow)).toBe(
      'stateDiagram-v2\n  [*] --> a\n  a --> b\n  a --> END_failed\n  b --> END_succeeded\n  END_succeeded --> [*]\n  END_failed --> [*]',
    );
  });
});
