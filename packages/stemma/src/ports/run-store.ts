import type { RunEvent, RunEventBody, UnknownEvent } from '@stemma/contract/events';
import type { Id } from '@stemma/contract/ids';
import type { Run, RunStatus, StopReason } from '@stemma/contract/records';
import type { Page } from './source-store.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The process that works on a run: a lease of a dead process on this host is taken over at once. */
export type WorkerIdentity = { host: string; pid: number; processStart: string };

/** What a run waits for; it holds no worker meanwhile. */
export type Waiting = { kind: 'decision'; decisionId: Id } | { kind: 'until' };

export type Budget = { tokens?: number; micros?: number; currency?: string };
export type Spending = { tokens: number; micros: number };

export type Effect = 'read' | 'idempotent' | 'external' | 'metered' | 'once';

/** Everything the engine resumes from. */
export type RunRecord = Run & {
  input: Json;
  node: string;
  /** Counts node visits; part of every step key. */
  visit: number;
  /** When this visit was first begun, recorded, so that a repeated visit sees the same time. */
  visitAt: number;
  state: Json;
  waiting: Waiting | null;
  budget: Budget | null;
  spent: Spending;
  reserved: Spending;
  epoch: number;
  holder: WorkerIdentity | null;
  /** When the lease lapses by the database's time; null when nobody holds it. */
  leaseUntil: number | null;
};

export type NewRun = {
  id: Id;
  workflow: string;
  workflowVersion: number;
  node: string;
  input: Json;
  state: Json;
  projectId: Id | null;
  threadId: Id | null;
  retryOf: Id | null;
  budget: Budget | null;
  /** A second create with the same key returns the first run. */
  idempotencyKey: string | null;
  at: number;
};

export type StepRecord = {
  visit: number;
  key: string;
  effect: Effect;
  inputHash: string;
  status: 'intent' | 'done';
  /** Given to the outside as the client token; stable over takeovers. */
  token: string;
  /** The result, or `{ blob: sha256 }` when it is larger than LIMITS.stepResultBytes. */
  result: { value: Json } | { blob: string } | null;
  reserved: Spending | null;
  attempts: number;
};

export type Decision = {
  id: Id;
  runId: Id;
  asked: Json;
  decision: Json | null;
  decidedAt: number | null;
};

/** Names the lease a worker writes under. A write under a lost lease throws `lease_lost` and changes nothing. */
export type Lease = { runId: Id; epoch: number };

export type NodeCommit = {
  node: string;
  state: Json;
  status: RunStatus;
  reason: StopReason | null;
  waiting: Waiting | null;
  wakeAt: number | null;
  /** Raised by one: the next node visit. */
  visit: number;
  visitAt: number;
  /** Gives the lease back: waiting, ended or handed over. */
  release: boolean;
  /** Set when an upgrade moved the run to a newer table. */
  workflowVersion?: number;
};

export interface RunStore {
  /** Creates a queued run with its first `run_status`; the existing one for a known idempotency key. */
  create(run: NewRun): Promise<RunRecord>;
  /** By id or unique id suffix; `id_ambiguous` when several match. */
  find(idOrSuffix: string): Promise<RunRecord | undefined>;
  /** Newest first. */
  list(page: {
    limit: number;
    cursor?: string;
    unfinished?: boolean;
    threadId?: Id;
  }): Promise<Page<RunRecord>>;
  /** Events with `seq > after`, in order, gapless from 1. */
  events(runId: Id, after: number, limit: number): Promise<(RunEvent | UnknownEvent)[]>;
  steps(runId: Id, visit?: number): Promise<StepRecord[]>;
  decisions(runId: Id): Promise<Decision[]>;

  // Doors: compare-and-set on status, no lease needed.
  /** A run nobody ever claimed is cancelled at once; another becomes `cancel_requested`. Idempotent; a finished run is `run_finished`. */
  requestCancel(runId: Id, at: number): Promise<RunStatus>;
  /** Decides once; the second call throws `already_decided` with the first decision. Queues the waiting run. */
  decide(decisionId: Id, decision: Json, at: number): Promise<void>;

  // Workers: under a lease. Each throws `lease_lost` when the epoch is no longer the run's.
  /** A cancel request that came meanwhile stays one: status `running` does not overwrite it. */
  commitNode(lease: Lease, commit: NodeCommit): Promise<void>;
  /** Appends events at the next sequence numbers. With a key, once per (run, visit, key). Returns false when already there. */
  appendEvents(
    lease: Lease,
    events: readonly RunEventBody[],
    options: { at: number; visit?: number; key?: string },
  ): Promise<boolean>;
  findStep(runId: Id, visit: number, key: string): Promise<StepRecord | undefined>;
  /** Writes the intent or, for a known step, raises `attempts`; a reservation is added to the run's in the same write. */
  putIntent(lease: Lease, step: Omit<StepRecord, 'status' | 'result' | 'attempts'>): Promise<StepRecord>;
  /** Stores the result; settles a reservation: it leaves `reserved`, `spent` grows by what was used. */
  putResult(
    lease: Lease,
    step: {
      visit: number;
      key: string;
      effect: Effect;
      inputHash: string;
      token: string;
      result: StepRecord['result'];
      used: Spending | null;
    },
  ): Promise<void>;
  /** Charges a lost metered attempt at its reservation. */
  chargeLost(lease: Lease, step: { visit: number; key: string }): Promise<void>;
  putDecision(lease: Lease, decision: { id: Id; asked: Json }): Promise<void>;
}

export type ClaimedRun = { owner: Id; run: RunRecord };

/** Work to be taken up, over all owners. Times are the database's. */
export interface RunQueue {
  /**
   * Claims one run: queued and due, cancel requested without a holder, or running with a lapsed lease or
   * a holder that `isDead`. Raises the epoch, sets status `running` (a cancel request stays one), writes
   * `run_status` with the raised attempt on takeover. With `only`, that run or none.
   */
  claim(request: {
    worker: WorkerIdentity;
    leaseMs: number;
    workflows: readonly string[];
    isDead(holder: WorkerIdentity): boolean;
    only?: Id;
    owner?: Id;
  }): Promise<ClaimedRun | undefined>;
  /** Prolongs a lease while its epoch is still the run's, even if it lapsed. Tells whether cancel was asked. */
  heartbeat(owner: Id, lease: Lease, leaseMs: number): Promise<{ cancelRequested: boolean }>;
  /** Puts a run back for others: status queued, no holder. Used on orderly shutdown. */
  handBack(owner: Id, lease: Lease): Promise<void>;
  /** In how many ms, by the database's time, the next run that waits for a time is due; null when none waits. */
  nextWakeMs(): Promise<number | null>;
}

/** Wakes those who wait for a run or its events. Notices carry no data and may be lost; the database is read anyway. */
export interface Notices {
  notify(topic: string): void;
  /** Resolves at the next notice of the topic or after `timeoutMs`. */
  wait(topic: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
}
