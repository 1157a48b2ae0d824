import type { Id } from '@stemma/contract/ids';
import { isTerminal } from '@stemma/contract/records';
import { isStemmaError } from '../../errors/stemma-error.ts';
import type { ClaimedRun, Notices, RunRecord, WorkerIdentity } from '../../ports/run-store.ts';
import type { OwnerHandle, Stores } from '../../ports/stores.ts';
import { CancelRequested, Draining, type EngineParts, visitNode } from './advance.ts';
import type { WorkflowRegistry } from './registry.ts';

export type WorkerParts = Omit<EngineParts, 'queue'> & {
  stores: Stores;
  registry: WorkflowRegistry;
  notices: Notices;
  identity: WorkerIdentity;
  heartbeatMs: number;
  isDead(holder: WorkerIdentity): boolean;
};

/** Topics of in-process notices. */
export const runTopic = (runId: Id): string => `run:${runId}`;
export const QUEUE_TOPIC = 'queue';

export interface Worker {
  /**
   * Works on one run until it ends or waits for a person; waits for times. When another process holds the
   * run, follows it instead. Resolves with the run as it then is.
   */
  runToEnd(owner: Id, runId: Id, signal: AbortSignal): Promise<RunRecord>;
  /** Takes up whatever is due, `concurrency` at a time, until the signal aborts; then hands back. */
  loop(options: { concurrency: number; signal: AbortSignal }): Promise<void>;
}

/** How long to wait before looking again when a notice may have been missed. */
const POLL_MS = 500;

const isLeaseLost = (error: unknown): boolean => isStemmaError(error) && error.code === 'lease_lost';

/** Keeps the lease while work goes on, and turns a cancel request or a lost lease into an abort. */
const keepLease = (
  parts: WorkerParts,
  claimed: ClaimedRun,
  work: AbortController,
): { stop(): Promise<void> } => {
  const { owner, run } = claimed;
  const ended = new AbortController();
  const beat = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await parts.notices.wait(runTopic(run.id), parts.heartbeatMs, ended.signal);
      if (ended.signal.aborted) return;
      try {
        const lease = { runId: run.id, epoch: run.epoch };
        const { cancelRequested } = await parts.stores.queue.heartbeat(owner, lease, parts.leaseMs);
        if (cancelRequested) work.abort(new CancelRequested());
      } catch (error) {
        // A busy database is asked again at the next beat: the lease outlives three of them.
        if (isLeaseLost(error)) work.abort(error);
      }
    }
  };
  const beating = beat();
  return {
    stop: async () => {
      ended.abort();
      await beating;
    },
  };
};

/** Moves a run of an older version to the newest table, or ends it when none can. */
const settleVersion = async (parts: WorkerParts, run: RunRecord, stores: OwnerHandle): Promise<void> => {
  const resolution = parts.registry.resolve(run);
  if (resolution.kind === 'ready') return;
  const lease = { runId: run.id, epoch: run.epoch };
  const at = parts.clock.now();
  const upgraded = resolution.kind === 'upgrade';
  await stores.transaction(async ({ runs }) => {
    if (!upgraded)
      await runs.appendEvents(
        lease,
        [
          {
            type: 'error',
            code: 'workflow_unknown',
            params: { workflow: run.workflow, version: run.workflowVersion },
          },
          { type: 'run_status', status: 'failed', reason: 'upgraded', attempt: run.attempt },
        ],
        { at },
      );
    await runs.commitNode(lease, {
      node: upgraded ? resolution.node : run.node,
      state: upgraded ? resolution.state : run.state,
      status: upgraded ? 'running' : 'failed',
      reason: upgraded ? null : 'upgraded',
      waiting: run.waiting,
      wakeAt: null,
      visit: run.visit + 1,
      visitAt: at,
      release: !upgraded,
      ...(upgraded && { workflowVersion: resolution.workflow.version }),
    });
  });
};

const reload = async (stores: OwnerHandle, runId: Id): Promise<RunRecord> => {
  const run = await stores.runs.find(runId);
  if (!run) throw new TypeError(`run ${runId} is gone`);
  return run;
};

/** Visits nodes until the run ends, waits, is lost to another worker or handed back. */
const workOn = async (parts: WorkerParts, claimed: ClaimedRun, signal: AbortSignal): Promise<void> => {
  const { owner } = claimed;
  const stores = parts.stores.for(owner);
  const work = new AbortController();
  const drain = (): void => work.abort(new Draining());
  signal.addEventListener('abort', drain, { once: true });
  if (signal.aborted) drain();
  if (claimed.run.status === 'cancel_requested') work.abort(new CancelRequested());
  const keeper = keepLease(parts, claimed, work);
  const engine: EngineParts = { ...parts, queue: parts.stores.queue };
  const lease = { runId: claimed.run.id, epoch: claimed.run.epoch };
  try {
    await settleVersion(parts, claimed.run, stores);
    for (;;) {
      const run = await reload(stores, lease.runId);
      if (run.epoch !== lease.epoch || run.leaseUntil === null || isTerminal(run.status)) return;
      if (run.status === 'cancel_requested') work.abort(new CancelRequested());
      const resolution = parts.registry.resolve(run);
      if (resolution.kind !== 'ready') return;
      await visitNode(engine, run, resolution.workflow, stores, work.signal);
      parts.notices.notify(runTopic(run.id));
    }
  } catch (error) {
    if (isLeaseLost(error)) return;
    await parts.stores.queue.handBack(owner, lease).catch((failure: unknown) => {
      // The lease lapses by itself; what went wrong first is what is told.
      if (!isLeaseLost(failure)) parts.onBug(failure, { runId: lease.runId, node: claimed.run.node });
    });
    if (!(error instanceof Draining)) throw error;
  } finally {
    signal.removeEventListener('abort', drain);
    await keeper.stop();
    parts.notices.notify(runTopic(lease.runId));
  }
};

const claim = (parts: WorkerParts, which: { only?: Id; owner?: Id }): Promise<ClaimedRun | undefined> =>
  parts.stores.queue.claim({
    worker: parts.identity,
    leaseMs: parts.leaseMs,
    workflows: parts.registry.names,
    isDead: parts.isDead,
    ...which,
  });

const runToEnd = async (
  parts: WorkerParts,
  owner: Id,
  runId: Id,
  signal: AbortSignal,
): Promise<RunRecord> => {
  const stores = parts.stores.for(owner);
  for (;;) {
    const claimed = await claim(parts, { owner, only: runId });
    if (claimed) await workOn(parts, claimed, signal);
    const run = await reload(stores, runId);
    if (isTerminal(run.status) || run.status === 'waiting_user' || signal.aborted) return run;
    if (!claimed) await parts.notices.wait(runTopic(runId), POLL_MS, signal);
  }
};

const loop = async (parts: WorkerParts, concurrency: number, signal: AbortSignal): Promise<void> => {
  const takeUp = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const claimed = await claim(parts, {});
        if (claimed) await workOn(parts, claimed, signal);
        else await parts.notices.wait(QUEUE_TOPIC, POLL_MS, signal);
      } catch (error) {
        // A database that is busy, full or unreachable is tried again; anything else was reported.
        if (!isStemmaError(error)) parts.onBug(error, { runId: '', node: '' });
        await parts.notices.wait(QUEUE_TOPIC, POLL_MS, signal);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, takeUp));
};

export const createWorker = (parts: WorkerParts): Worker => ({
  runToEnd: (owner, runId, signal) => runToEnd(parts, owner, runId, signal),
  loop: ({ concurrency, signal }) => loop(parts, concurrency, signal),
});
