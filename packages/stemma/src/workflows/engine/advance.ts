import type { RunEventBody } from '@stemma/contract/events';
import type { Id } from '@stemma/contract/ids';
import { isTerminal, type RunStatus, type StopReason } from '@stemma/contract/records';
import { derivedId } from '../../core/run/derived-id.ts';
import { isStemmaError, StemmaError, toFault } from '../../errors/stemma-error.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { Json, NodeCommit, RunQueue, RunRecord } from '../../ports/run-store.ts';
import type { OwnedStores, OwnerHandle } from '../../ports/stores.ts';
import { type AnyWorkflow, ENDS, type NodeResult, type RunContext } from './definition.ts';
import type { EngineProbe } from './probe.ts';
import { createStepRunner, recallStep } from './step.ts';

export type EngineParts = {
  queue: RunQueue;
  blobs: BlobStore;
  hasher: Hasher;
  clock: Clock;
  leaseMs: number;
  probe: EngineProbe;
  /** Told of what is no StemmaError: a bug. Its insides go to the log alone. */
  onBug(error: unknown, where: { runId: Id; node: string }): void;
};

/** Why a signal was aborted; planned outcomes, never faults. */
export class CancelRequested extends Error {
  override readonly name = 'CancelRequested';
}
export class Draining extends Error {
  override readonly name = 'Draining';
}

type Outcome = { status: RunStatus; reason: StopReason | null };

const contextOf = (
  parts: EngineParts,
  run: RunRecord,
  workflow: AnyWorkflow,
  stores: OwnerHandle,
  signal: AbortSignal,
): RunContext<Json> => {
  const lease = { runId: run.id, epoch: run.epoch };
  const { visit, visitAt, node } = run;
  const step = createStepRunner({ ...parts, lease, node, visit, visitAt, stores, signal });
  return {
    runId: run.id,
    input: workflow.input.parse(run.input),
    attempt: run.attempt,
    visit,
    signal,
    stores,
    blobs: parts.blobs,
    step,
    now: () => visitAt,
    newId: (key) => derivedId(visitAt, parts.hasher.sha256(`${run.id}/${visit}/${key}`)),
    emit: async (key, events) => {
      await stores.runs.appendEvents(lease, events, { at: parts.clock.now(), visit, key });
      parts.probe('emit.committed', { node, key });
    },
    recall: async (from, key, result) =>
      result.parse(await recallStep({ ...parts, lease, stores }, from, key)),
    decision: async () => {
      const waiting = run.waiting;
      if (waiting?.kind !== 'decision') return undefined;
      const decided = (await stores.runs.decisions(run.id)).find((entry) => entry.id === waiting.decisionId);
      return decided?.decision ?? undefined;
    },
  };
};

const outcomeOf = (result: NodeResult<Json>): Outcome => {
  if ('wait' in result)
    return 'decision' in result.wait
      ? { status: 'waiting_user', reason: 'waiting_decision' }
      : { status: 'queued', reason: null };
  if (result.next === 'END_succeeded') return { status: 'succeeded', reason: result.reason ?? null };
  if (result.next === 'END_failed') return { status: 'failed', reason: result.reason ?? 'fault' };
  return { status: 'running', reason: null };
};

const statusEvent = (outcome: Outcome, attempt: number): RunEventBody => ({
  type: 'run_status',
  ...outcome,
  attempt,
});

const commitOf = (
  run: RunRecord,
  result: NodeResult<Json>,
  state: Json,
  outcome: Outcome,
  at: number,
): NodeCommit => {
  const wait = 'wait' in result ? result.wait : undefined;
  return {
    node: result.next,
    state,
    ...outcome,
    waiting: !wait
      ? null
      : 'decision' in wait
        ? { kind: 'decision', decisionId: wait.decision.id }
        : { kind: 'until' },
    wakeAt: wait && 'until' in wait ? wait.until : null,
    visit: run.visit + 1,
    visitAt: at,
    release: wait !== undefined || isTerminal(outcome.status),
  };
};

/** Writes a node's result: state, status, events and domain records in one transaction. */
const commitResult = async (
  parts: EngineParts,
  run: RunRecord,
  workflow: AnyWorkflow,
  stores: OwnerHandle,
  result: NodeResult<Json>,
): Promise<void> => {
  const node = workflow.nodes[run.node]!;
  if (!node.next.includes(result.next))
    throw new StemmaError('transition_unlisted', {
      workflow: workflow.name,
      from: run.node,
      to: result.next,
    });
  const state = workflow.state.parse(result.state);
  const outcome = outcomeOf(result);
  const at = parts.clock.now();
  const lease = { runId: run.id, epoch: run.epoch };
  const events = [...(result.events ?? [])];
  parts.probe('commit.before', { node: run.node });
  await stores.transaction(async (tx) => {
    await result.writes?.(tx);
    if ('wait' in result && 'decision' in result.wait) {
      const { id, asked } = result.wait.decision;
      await tx.runs.putDecision(lease, { id, asked });
      events.push({ type: 'approval_requested', decisionId: id, asked });
    }
    if (outcome.status !== 'running') events.push(statusEvent(outcome, run.attempt));
    await tx.runs.appendEvents(lease, events, { at });
    await tx.runs.commitNode(lease, commitOf(run, result, state, outcome, at));
  });
  parts.probe('commit.done', { node: run.node });
};

/** Ends a run in its present node: cancelled, or failed by a fault. */
const endRun = async (
  parts: EngineParts,
  run: RunRecord,
  stores: OwnerHandle,
  outcome: Outcome,
  before: readonly RunEventBody[],
): Promise<void> => {
  const at = parts.clock.now();
  const lease = { runId: run.id, epoch: run.epoch };
  const write = async (tx: OwnedStores): Promise<void> => {
    await tx.runs.appendEvents(lease, [...before, statusEvent(outcome, run.attempt)], { at });
    await tx.runs.commitNode(lease, {
      node: run.node,
      state: run.state,
      ...outcome,
      waiting: null,
      wakeAt: null,
      visit: run.visit + 1,
      visitAt: at,
      release: true,
    });
  };
  await stores.transaction(write);
};

const failRun = async (
  parts: EngineParts,
  run: RunRecord,
  stores: OwnerHandle,
  error: unknown,
): Promise<void> => {
  if (!isStemmaError(error)) parts.onBug(error, { runId: run.id, node: run.node });
  const fault = toFault(error);
  const reason: StopReason =
    fault.code === 'workflow_diverged' || fault.code === 'budget_exhausted' ? fault.code : 'fault';
  const event: RunEventBody = { type: 'error', code: fault.code, params: fault.params };
  await endRun(parts, run, stores, { status: 'failed', reason }, [event]);
};

/** Faults of the database that pass; the run keeps its place and is taken up again. */
const isPassing = (error: unknown): boolean =>
  isStemmaError(error) &&
  (error.code === 'database_busy' || error.code === 'lease_lost' || error.code === 'disk_full');

/**
 * Visits the run's present node once and commits what it decides. Throws `lease_lost` when another
 * worker has taken the run, {@link Draining} when it was asked to stop; both leave the run to be resumed.
 */
export const visitNode = async (
  parts: EngineParts,
  run: RunRecord,
  workflow: AnyWorkflow,
  stores: OwnerHandle,
  signal: AbortSignal,
): Promise<void> => {
  const node = workflow.nodes[run.node];
  if (!node || (ENDS as readonly string[]).includes(run.node))
    throw new StemmaError('transition_unlisted', { workflow: workflow.name, from: run.node, to: run.node });
  parts.probe('visit.begin', { node: run.node });
  try {
    signal.throwIfAborted();
    const context = contextOf(parts, run, workflow, stores, signal);
    const result = await node.run(workflow.state.parse(run.state), context);
    await commitResult(parts, run, workflow, stores, result);
  } catch (error) {
    if (signal.aborted && signal.reason instanceof CancelRequested && !isPassing(error))
      return endRun(parts, run, stores, { status: 'cancelled', reason: 'cancelled_by_user' }, []);
    if (signal.aborted && signal.reason instanceof Draining) throw signal.reason;
    if (isPassing(error)) throw error;
    return failRun(parts, run, stores, error);
  }
};
