import { parseEvent } from '@stemma/contract/events';
import type { Id } from '@stemma/contract/ids';
import { isTerminal, RunStatus, TERMINAL_STATUSES } from '@stemma/contract/records';
import type { Lease, NewRun, NodeCommit, RunRecord, RunStore } from '../../ports/run-store.ts';
import type { Access } from './access.ts';
import { parseCursor, toPage } from './cursor.ts';
import { AMBIGUOUS_SHOWN, pickById, toSuffixPattern } from './id-suffix.ts';
import { changeStatus, createDoorWrites } from './run-doors.ts';
import { appendEvents, isKeyTold } from './run-events.ts';
import { type LeasedRun, leasedRun } from './run-lease.ts';
import { toRun } from './run-rows.ts';
import { createStepWrites } from './run-steps.ts';
import type { Db } from './tables.ts';

const UNFINISHED = RunStatus.options.filter((status) => !isTerminal(status));

const createRun = async (db: Db, owner: Id, run: NewRun): Promise<RunRecord> => {
  const known = await db
    .selectFrom('runs')
    .selectAll()
    .where('owner_id', '=', owner)
    .where((eb) =>
      eb.or([
        eb('id', '=', run.id),
        ...(run.idempotencyKey === null ? [] : [eb('idempotency_key', '=', run.idempotencyKey)]),
      ]),
    )
    .executeTakeFirst();
  if (known) return toRun(known);
  const row = await db
    .insertInto('runs')
    .values({
      owner_id: owner,
      id: run.id,
      workflow: run.workflow,
      workflow_version: run.workflowVersion,
      status: 'queued',
      reason: null,
      project_id: run.projectId,
      thread_id: run.threadId,
      retry_of: run.retryOf,
      attempt: 0,
      created_at: run.at,
      updated_at: run.at,
      wake_at: null,
      input: JSON.stringify(run.input),
      node: run.node,
      visit: 0,
      visit_at: run.at,
      state: JSON.stringify(run.state),
      waiting: null,
      budget: run.budget === null ? null : JSON.stringify(run.budget),
      spent_tokens: 0,
      spent_micros: 0,
      reserved_tokens: 0,
      reserved_micros: 0,
      epoch: 0,
      holder: null,
      lease_until: null,
      idempotency_key: run.idempotencyKey,
      last_seq: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await changeStatus(db, row, { status: 'queued', reason: null }, run.at);
  return toRun(row);
};

const isDecided = async (db: Db, owner: Id, decisionId: Id): Promise<boolean> => {
  const row = await db
    .selectFrom('run_decisions')
    .select('decision')
    .where('owner_id', '=', owner)
    .where('id', '=', decisionId)
    .executeTakeFirst();
  return row !== undefined && row.decision !== null;
};

/**
 * The status a commit really gives: a cancel request outlives any status but an ending, and a run does
 * not wait for what was decided before it began to wait.
 */
const settledStatus = async (db: Db, run: LeasedRun, commit: NodeCommit): Promise<RunStatus> => {
  if (isTerminal(commit.status)) return commit.status;
  if (run.status === 'cancel_requested') return 'cancel_requested';
  if (commit.status !== 'waiting_user' || commit.waiting?.kind !== 'decision') return commit.status;
  return (await isDecided(db, run.owner_id, commit.waiting.decisionId)) ? 'queued' : 'waiting_user';
};

const writeNode = async (db: Db, owner: Id, lease: Lease, commit: NodeCommit): Promise<void> => {
  const run = await leasedRun(db, owner, lease);
  const status = await settledStatus(db, run, commit);
  const asAsked = status === commit.status;
  await db
    .updateTable('runs')
    .set({
      node: commit.node,
      state: JSON.stringify(commit.state),
      status,
      reason: asAsked ? commit.reason : status === 'cancel_requested' ? run.reason : null,
      waiting: commit.waiting === null ? null : JSON.stringify(commit.waiting),
      wake_at: status === 'cancel_requested' ? null : commit.wakeAt,
      visit: commit.visit,
      visit_at: commit.visitAt,
      updated_at: commit.visitAt,
      ...(commit.workflowVersion !== undefined && { workflow_version: commit.workflowVersion }),
      ...(commit.release && { holder: null, lease_until: null }),
    })
    .where('no', '=', run.no)
    .execute();
  // The engine has told of the status it asked for; where that did not come true, what did is told after.
  if (!asAsked && commit.status !== 'running') {
    const reason = status === 'cancel_requested' ? run.reason : null;
    await changeStatus(db, run, { status, reason }, commit.visitAt);
  }
};

const createRunReads = (access: Access, owner: Id): Pick<RunStore, 'find' | 'list' | 'events'> => ({
  find: async (idOrSuffix) => {
    const pattern = toSuffixPattern(idOrSuffix);
    if (!pattern) return undefined;
    const rows = await access.read((db) =>
      db
        .selectFrom('runs')
        .selectAll()
        .where('owner_id', '=', owner)
        .$if(pattern.length > 36, (query) => query.where('id', '=', pattern.slice(1)))
        .$if(pattern.length <= 36, (query) => query.where('id', 'like', pattern))
        .limit(AMBIGUOUS_SHOWN)
        .execute(),
    );
    const row = pickById(rows, idOrSuffix);
    return row && toRun(row);
  },
  list: async ({ limit, cursor, unfinished, threadId }) => {
    const before = cursor === undefined ? undefined : parseCursor(cursor, 1)[0]!;
    const rows = await access.read((db) =>
      db
        .selectFrom('runs')
        .selectAll()
        .where('owner_id', '=', owner)
        .$if(before !== undefined, (query) => query.where('no', '<', before!))
        .$if(threadId !== undefined, (query) => query.where('thread_id', '=', threadId!))
        .$if(unfinished !== undefined, (query) =>
          query.where('status', 'in', unfinished ? UNFINISHED : TERMINAL_STATUSES),
        )
        // Of a status, by that status' index: few runs are unfinished, and many stand before them in order.
        .$if(unfinished !== undefined, (query) => query.orderBy((eb) => eb('no', '+', eb.lit(0)), 'desc'))
        .$if(unfinished === undefined, (query) => query.orderBy('no', 'desc'))
        .limit(limit + 1)
        .execute(),
    );
    return toPage(rows, limit, (row) => [row.no], toRun);
  },
  events: async (runId, after, limit) => {
    const rows = await access.read((db) =>
      db
        .selectFrom('run_events')
        .select(['seq', 'v', 'type', 'at', 'body'])
        .where('owner_id', '=', owner)
        .where('run_id', '=', runId)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(limit)
        .execute(),
    );
    return rows.map(({ body, ...head }) => parseEvent({ ...JSON.parse(body), ...head, runId }));
  },
});

export const createRunStore = (access: Access, owner: Id): RunStore => ({
  ...createRunReads(access, owner),
  ...createDoorWrites(access, owner),
  ...createStepWrites(access, owner),
  create: (run) => access.write((db) => createRun(db, owner, run)),
  commitNode: (lease, commit) => access.write((db) => writeNode(db, owner, lease, commit)),
  appendEvents: (lease, events, { at, visit, key }) =>
    access.write(async (db) => {
      const run = await leasedRun(db, owner, lease);
      const keyed = key === undefined ? undefined : { visit: visit ?? run.visit, key };
      if (keyed && (await isKeyTold(db, owner, run.id, keyed.visit, keyed.key))) return false;
      await appendEvents(db, owner, run.id, events, { at, visit, ...keyed });
      return true;
    }),
  putDecision: (lease, { id, asked }) =>
    access.write(async (db) => {
      const run = await leasedRun(db, owner, lease);
      await db
        .insertInto('run_decisions')
        .values({
          owner_id: owner,
          id,
          run_id: run.id,
          asked: JSON.stringify(asked),
          decision: null,
          decided_at: null,
        })
        .onConflict((conflict) => conflict.columns(['owner_id', 'id']).doNothing())
        .execute();
    }),
});
