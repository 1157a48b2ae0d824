import type { Id } from '@stemma/contract/ids';
import type { RunStatus } from '@stemma/contract/records';
import type { Selectable } from 'kysely';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { ClaimedRun, Lease, RunQueue } from '../../ports/run-store.ts';
import type { Access } from './access.ts';
import { changeStatus } from './run-doors.ts';
import { leasedRun } from './run-lease.ts';
import { toHolder, toRun } from './run-rows.ts';
import type { Db, RunTable } from './tables.ts';

type Request = Parameters<RunQueue['claim']>[0];

const CLAIMED_BY = [
  'no',
  'owner_id',
  'id',
  'status',
  'reason',
  'attempt',
  'epoch',
  'holder',
  'lease_until',
] as const;
type Candidate = Pick<Selectable<RunTable>, (typeof CLAIMED_BY)[number]> & { now: number };

/** Held runs come last, so a few rows are enough: whoever holds so many is looked at once leases lapse. */
const LOOKED_AT = 200;

/**
 * Runs that may be taken up, oldest first. A held one whose lease still stands is among them, since only
 * the asking process can tell whether its holder is dead.
 */
const candidates = (access: Access, db: Db, request: Request) => {
  const { now } = access.dialect;
  const query = db
    .selectFrom('runs')
    .select(CLAIMED_BY)
    .select(now.as('now'))
    .where('workflow', 'in', [...request.workflows])
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'queued'), eb.or([eb('wake_at', 'is', null), eb('wake_at', '<=', now)])]),
        eb('status', 'in', ['running', 'cancel_requested']),
      ]),
    )
    .$if(request.only !== undefined, (only) => only.where('id', '=', request.only!))
    .$if(request.owner !== undefined, (owned) => owned.where('owner_id', '=', request.owner!))
    .orderBy((eb) => eb.fn.coalesce('lease_until', eb.lit(0)))
    .orderBy('no')
    .limit(LOOKED_AT);
  return access.dialect.skipLocked(query);
};

const isFree = (run: Candidate, isDead: Request['isDead']): boolean => {
  const holder = toHolder(run.holder);
  return holder === null || run.lease_until === null || run.lease_until <= run.now || isDead(holder);
};

const findFree = async (access: Access, db: Db, request: Request): Promise<Candidate | undefined> =>
  (await candidates(access, db, request).execute()).find((run) => isFree(run, request.isDead));

const takeUp = async (access: Access, db: Db, request: Request): Promise<ClaimedRun | undefined> => {
  const run = await findFree(access, db, request);
  if (!run) return undefined;
  const attempt = run.attempt + (run.holder === null ? 0 : 1);
  const status: RunStatus = run.status === 'cancel_requested' ? 'cancel_requested' : 'running';
  await db
    .updateTable('runs')
    .set((eb) => ({
      epoch: run.epoch + 1,
      attempt,
      wake_at: null,
      holder: JSON.stringify(request.worker),
      lease_until: eb(access.dialect.now, '+', request.leaseMs),
    }))
    .where('no', '=', run.no)
    .execute();
  if (status !== run.status || attempt !== run.attempt) {
    const reason = status === 'cancel_requested' ? run.reason : null;
    await changeStatus(db, { ...run, attempt }, { status, reason }, run.now);
  }
  const row = await db.selectFrom('runs').selectAll().where('no', '=', run.no).executeTakeFirstOrThrow();
  return { owner: row.owner_id, run: toRun(row) };
};

const prolong = async (
  access: Access,
  db: Db,
  owner: Id,
  lease: Lease,
  leaseMs: number,
): Promise<RunStatus> => {
  const row = await db
    .updateTable('runs')
    .set((eb) => ({ lease_until: eb(access.dialect.now, '+', leaseMs) }))
    .where('owner_id', '=', owner)
    .where('id', '=', lease.runId)
    .where('epoch', '=', lease.epoch)
    .where('holder', 'is not', null)
    .returning('status')
    .executeTakeFirst();
  if (!row) throw new StemmaError('lease_lost', { run: lease.runId });
  return row.status as RunStatus;
};

const giveBack = async (access: Access, db: Db, owner: Id, lease: Lease): Promise<void> => {
  const run = await leasedRun(db, owner, lease);
  if (run.holder === null) return;
  await db.updateTable('runs').set({ holder: null, lease_until: null }).where('no', '=', run.no).execute();
  if (run.status !== 'running') return;
  const { now } = await db
    .selectFrom('runs')
    .select(access.dialect.now.as('now'))
    .where('no', '=', run.no)
    .executeTakeFirstOrThrow();
  await changeStatus(db, run, { status: 'queued', reason: null, wake_at: null }, now);
};

export const createRunQueue = (access: Access): RunQueue => ({
  claim: async (request) => {
    if (request.workflows.length === 0) return undefined;
    // Looking costs no write lock; what was seen is looked at again in the transaction that claims.
    if (!(await access.read((db) => findFree(access, db, request)))) return undefined;
    return access.write((db) => takeUp(access, db, request));
  },
  heartbeat: async (owner, lease, leaseMs) => {
    const status = await access.write((db) => prolong(access, db, owner, lease, leaseMs));
    return { cancelRequested: status === 'cancel_requested' };
  },
  handBack: (owner, lease) => access.write((db) => giveBack(access, db, owner, lease)),
  nextWakeMs: async () => {
    const { now } = access.dialect;
    const row = await access.read((db) =>
      db
        .selectFrom('runs')
        .select((eb) => eb(eb.fn.min<number>('wake_at'), '-', now).as('ms'))
        .where('status', '=', 'queued')
        .where('wake_at', '>', now)
        .executeTakeFirst(),
    );
    return row?.ms ?? null;
  },
});
