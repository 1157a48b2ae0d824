import type { Id } from '@stemma/contract/ids';
import type { Selectable } from 'kysely';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { Lease } from '../../ports/run-store.ts';
import type { Db, RunTable } from './tables.ts';

/** What a fenced write needs to know of its run; its input and state, which may be large, are not read. */
const LEASED = ['no', 'owner_id', 'id', 'status', 'reason', 'attempt', 'visit', 'holder'] as const;
export type LeasedRun = Pick<Selectable<RunTable>, (typeof LEASED)[number]>;

/** The run of a lease, inside the transaction that writes; `lease_lost` when its epoch has passed. */
export const leasedRun = async (db: Db, owner: Id, lease: Lease): Promise<LeasedRun> => {
  const run = await db
    .selectFrom('runs')
    .select(LEASED)
    .where('owner_id', '=', owner)
    .where('id', '=', lease.runId)
    .where('epoch', '=', lease.epoch)
    .executeTakeFirst();
  if (!run) throw new StemmaError('lease_lost', { run: lease.runId });
  return run;
};
