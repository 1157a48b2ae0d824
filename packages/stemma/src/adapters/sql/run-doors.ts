import type { Id } from '@stemma/contract/ids';
import { isTerminal, type RunStatus } from '@stemma/contract/records';
import type { Selectable } from 'kysely';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { Json, RunStore, Waiting } from '../../ports/run-store.ts';
import type { Access } from './access.ts';
import { appendEvents } from './run-events.ts';
import { toDecision } from './run-rows.ts';
import type { Db, RunTable } from './tables.ts';

type Run = Selectable<RunTable>;
type StatusChange = Pick<Run, 'status' | 'reason'> & Partial<Pick<Run, 'wake_at'>>;

/** Changes a run's status and tells of it, in one transaction. */
export const changeStatus = async (
  db: Db,
  run: Pick<Run, 'no' | 'owner_id' | 'id' | 'attempt'>,
  change: StatusChange,
  at: number,
): Promise<void> => {
  await db.updateTable('runs').set(change).where('no', '=', run.no).execute();
  const event = {
    type: 'run_status' as const,
    status: change.status as RunStatus,
    reason: change.reason as never,
    attempt: run.attempt,
  };
  await appendEvents(db, run.owner_id, run.id, [event], { at });
};

const findRun = (db: Db, owner: Id, runId: Id): Promise<Run | undefined> =>
  db.selectFrom('runs').selectAll().where('owner_id', '=', owner).where('id', '=', runId).executeTakeFirst();

const cancel = async (db: Db, owner: Id, runId: Id, at: number): Promise<RunStatus> => {
  const run = await findRun(db, owner, runId);
  if (!run) throw new StemmaError('run_not_found', { id: runId });
  const status = run.status as RunStatus;
  if (status === 'cancelled' || status === 'cancel_requested') return status;
  if (isTerminal(status)) throw new StemmaError('run_finished', { id: runId, status });
  const next = run.epoch === 0 ? 'cancelled' : 'cancel_requested';
  await changeStatus(db, run, { status: next, reason: 'cancelled_by_user', wake_at: null }, at);
  return next;
};

/** Whether a run waits for exactly this decision. */
export const waitsFor = (run: Pick<Run, 'waiting'>, decisionId: Id): boolean => {
  const waiting: Waiting | null = run.waiting === null ? null : JSON.parse(run.waiting);
  return waiting?.kind === 'decision' && waiting.decisionId === decisionId;
};

const shownDecision = (decision: Json): string =>
  typeof decision === 'string' ? decision : JSON.stringify(decision);

const decide = async (db: Db, owner: Id, decisionId: Id, decision: Json, at: number): Promise<void> => {
  const row = await db
    .selectFrom('run_decisions')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('id', '=', decisionId)
    .executeTakeFirst();
  if (!row) throw new StemmaError('run_not_found', { id: decisionId });
  if (row.decision !== null)
    throw new StemmaError('already_decided', { decision: shownDecision(JSON.parse(row.decision)) });
  const run = await findRun(db, owner, row.run_id);
  if (!run) throw new StemmaError('run_not_found', { id: row.run_id });
  if (isTerminal(run.status as RunStatus))
    throw new StemmaError('run_finished', { id: run.id, status: run.status });
  await db
    .updateTable('run_decisions')
    .set({ decision: JSON.stringify(decision), decided_at: at })
    .where('no', '=', row.no)
    .execute();
  if (run.status === 'waiting_user' && waitsFor(run, decisionId))
    await changeStatus(db, run, { status: 'queued', reason: null, wake_at: null }, at);
};

/** What people do to a run: compare-and-set on its status, no lease. */
export const createDoorWrites = (
  access: Access,
  owner: Id,
): Pick<RunStore, 'requestCancel' | 'decide' | 'decisions'> => ({
  requestCancel: (runId, at) => access.write((db) => cancel(db, owner, runId, at)),
  decide: (decisionId, decision, at) => access.write((db) => decide(db, owner, decisionId, decision, at)),
  decisions: async (runId) => {
    const rows = await access.read((db) =>
      db
        .selectFrom('run_decisions')
        .selectAll()
        .where('owner_id', '=', owner)
        .where('run_id', '=', runId)
        .orderBy('no')
        .execute(),
    );
    return rows.map(toDecision);
  },
});
