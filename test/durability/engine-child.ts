import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFolderBlobs } from 'stemma/adapters/blobs-folder/folder-blobs';
import { openSqliteStores } from 'stemma/adapters/sqlite/open';
import { openSystem } from 'stemma/adapters/system/system';
import { processEntry } from 'stemma/processes/entry';
import { createWorker, createWorkflowRegistry } from 'stemma/workflows/engine/engine';
import { everyEffect } from './every-effect.ts';
import { createOutsideWorld } from './outside-world.ts';

/** What a child does, given as JSON in its first argument. */
export type ChildTask = {
  folder: string;
  /** Dies, or stops itself, at the moment with this number, counted from 1; null lets it live. */
  at: number | null;
  signal: 'SIGKILL' | 'SIGSTOP';
  /** One run to take to its end, or everything that is due until the parent ends it. */
  work: { runId: string } | 'loop';
  leaseMs: number;
};

/** What a child tells its parent. `moment` is sent only when it is let live. */
export type ChildNews = { running: true } | { moments: string[] } | { ended: string };

export const openEngine = async (
  folder: string,
  options: { leaseMs: number; onMoment: (moment: string) => void },
) => {
  mkdirSync(join(folder, 'world'), { recursive: true });
  const { clock, ids, hasher, notices, identity, isDead } = openSystem();
  const data = join(folder, 'data');
  const stores = await openSqliteStores({
    entry: processEntry('sqlite-thread'),
    folder: data,
    ids,
    clock,
    identity,
    isDead,
  });
  const blobs = createFolderBlobs({ folder: data, identity, isDead });
  const world = createOutsideWorld(join(folder, 'world'));
  const registry = createWorkflowRegistry([
    everyEffect(world, (place) => options.onMoment(`inside ${place}`)),
  ]);
  const { id: owner } = await stores.localUser();
  const worker = createWorker({
    stores,
    registry,
    notices,
    identity,
    isDead,
    blobs,
    hasher,
    clock,
    leaseMs: options.leaseMs,
    heartbeatMs: Math.floor(options.leaseMs / 4),
    probe: (point, { node, key }) => options.onMoment(`${point} ${node}${key ? ` ${key}` : ''}`),
    onBug: (error) => {
      throw error;
    },
  });
  return { stores, owner, worker, registry, ids, clock };
};

export type Engine = Awaited<ReturnType<typeof openEngine>>;

/** Queues a run of the workflow with every effect. */
export const queueRun = async (
  { stores, owner, registry, ids, clock }: Engine,
  waitMs = 20,
  idempotencyKey: string | null = null,
): Promise<string> => {
  const workflow = registry.newest('every-effect');
  const input = { waitMs };
  const run = await stores.for(owner).runs.create({
    id: ids.next(),
    workflow: workflow.name,
    workflowVersion: workflow.version,
    node: workflow.start,
    input,
    state: workflow.initial(input),
    projectId: null,
    threadId: null,
    retryOf: null,
    budget: { tokens: 1_000 },
    idempotencyKey,
    at: clock.now(),
  });
  return run.id;
};

/** Decides every open question of a run with `yes`. */
export const decideOpen = async ({ stores, owner, clock }: Engine, runId: string): Promise<void> => {
  for (const decision of await stores.for(owner).runs.decisions(runId))
    if (decision.decidedAt === null) await stores.for(owner).runs.decide(decision.id, 'yes', clock.now());
};

/** Parent's side: an engine with no moments, for looking and deciding. */
export const openQuietEngine = (folder: string): Promise<Engine> =>
  openEngine(folder, { leaseMs: 15_000, onMoment: () => {} });

export const startChild = (task: ChildTask): ChildProcess =>
  fork(join(process.cwd(), '.build/test/durability/engine-child-main.js'), [JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
