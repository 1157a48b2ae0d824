import type { Id } from '@stemma/contract/ids';
import type { Selectable } from 'kysely';
import type { Decision, RunRecord, StepRecord, WorkerIdentity } from '../../ports/run-store.ts';
import type { RunDecisionTable, RunStepRow, RunTable } from './tables.ts';

/** Rows of runs, steps and decisions as the port's records. */

const fromJson = (text: string | null) => (text === null ? null : JSON.parse(text));

export const toHolder = (text: string | null): WorkerIdentity | null => fromJson(text);

export const toRun = (row: Selectable<RunTable>): RunRecord => ({
  id: row.id,
  workflow: row.workflow,
  workflowVersion: row.workflow_version,
  status: row.status as RunRecord['status'],
  reason: row.reason as RunRecord['reason'],
  projectId: row.project_id,
  threadId: row.thread_id,
  retryOf: row.retry_of,
  attempt: row.attempt,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  wakeAt: row.wake_at,
  input: JSON.parse(row.input),
  node: row.node,
  visit: row.visit,
  visitAt: row.visit_at,
  state: JSON.parse(row.state),
  waiting: fromJson(row.waiting),
  budget: fromJson(row.budget),
  spent: { tokens: row.spent_tokens, micros: row.spent_micros },
  reserved: { tokens: row.reserved_tokens, micros: row.reserved_micros },
  epoch: row.epoch,
  holder: toHolder(row.holder),
  leaseUntil: row.lease_until,
});

export const toStep = (row: RunStepRow): StepRecord => ({
  visit: row.visit,
  key: row.key,
  effect: row.effect as StepRecord['effect'],
  inputHash: row.input_hash,
  status: row.status as StepRecord['status'],
  token: row.token,
  result: fromJson(row.result),
  reserved:
    row.reserved_tokens === null || row.reserved_micros === null
      ? null
      : { tokens: row.reserved_tokens, micros: row.reserved_micros },
  attempts: row.attempts,
});

export const toDecision = (row: Selectable<RunDecisionTable>): Decision => ({
  id: row.id,
  runId: row.run_id as Id,
  asked: JSON.parse(row.asked),
  decision: fromJson(row.decision),
  decidedAt: row.decided_at,
});
