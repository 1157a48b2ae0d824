import type { Id } from '@stemma/contract/ids';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { RunStore, Spending, StepRecord } from '../../ports/run-store.ts';
import type { Access } from './access.ts';
import { type LeasedRun, leasedRun } from './run-lease.ts';
import { toStep } from './run-rows.ts';
import type { Db, RunStepRow } from './tables.ts';

const NOTHING: Spending = { tokens: 0, micros: 0 };

const findStepRow = (
  db: Db,
  owner: Id,
  runId: Id,
  visit: number,
  key: string,
): Promise<RunStepRow | undefined> =>
  db
    .selectFrom('run_steps')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('run_id', '=', runId)
    .where('visit', '=', visit)
    .where('key', '=', key)
    .executeTakeFirst();

const assertSameInput = (known: RunStepRow | undefined, inputHash: string, runId: Id): void => {
  if (known && known.input_hash !== inputHash)
    throw new StemmaError('workflow_diverged', { run: runId, key: known.key });
};

/** A run's `reserved` is the sum of what its steps have reserved: `out` leaves it, `in` comes to it. */
const moveSpending = async (
  db: Db,
  run: LeasedRun,
  change: { out: Spending; in: Spending; spent: Spending },
): Promise<void> => {
  await db
    .updateTable('runs')
    .set((eb) => ({
      reserved_tokens: eb('reserved_tokens', '+', change.in.tokens - change.out.tokens),
      reserved_micros: eb('reserved_micros', '+', change.in.micros - change.out.micros),
      spent_tokens: eb('spent_tokens', '+', change.spent.tokens),
      spent_micros: eb('spent_micros', '+', change.spent.micros),
    }))
    .where('no', '=', run.no)
    .execute();
};

const reservedBy = (step: RunStepRow | undefined): Spending => (step && toStep(step).reserved) ?? NOTHING;

const writeIntent = async (
  db: Db,
  owner: Id,
  run: LeasedRun,
  step: Omit<StepRecord, 'status' | 'result' | 'attempts'>,
): Promise<StepRecord> => {
  const known = await findStepRow(db, owner, run.id, step.visit, step.key);
  assertSameInput(known, step.inputHash, run.id);
  if (known?.status === 'done') return toStep(known);
  await moveSpending(db, run, { out: reservedBy(known), in: step.reserved ?? NOTHING, spent: NOTHING });
  const reserved = {
    reserved_tokens: step.reserved?.tokens ?? null,
    reserved_micros: step.reserved?.micros ?? null,
  };
  const row = await db
    .insertInto('run_steps')
    .values({
      owner_id: owner,
      run_id: run.id,
      visit: step.visit,
      key: step.key,
      effect: step.effect,
      input_hash: step.inputHash,
      status: 'intent',
      token: step.token,
      result: null,
      attempts: 1,
      ...reserved,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'run_id', 'visit', 'key'])
        .doUpdateSet((eb) => ({ ...reserved, attempts: eb('run_steps.attempts', '+', 1) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return toStep(row);
};

const writeResult = async (
  db: Db,
  owner: Id,
  run: LeasedRun,
  step: Parameters<RunStore['putResult']>[1],
): Promise<void> => {
  const known = await findStepRow(db, owner, run.id, step.visit, step.key);
  assertSameInput(known, step.inputHash, run.id);
  if (known?.status === 'done') return;
  await moveSpending(db, run, { out: reservedBy(known), in: NOTHING, spent: step.used ?? NOTHING });
  const done = {
    status: 'done',
    result: JSON.stringify(step.result),
    reserved_tokens: null,
    reserved_micros: null,
  };
  await db
    .insertInto('run_steps')
    .values({
      owner_id: owner,
      run_id: run.id,
      visit: step.visit,
      key: step.key,
      effect: step.effect,
      input_hash: step.inputHash,
      token: step.token,
      attempts: 1,
      ...done,
    })
    .onConflict((conflict) => conflict.columns(['owner_id', 'run_id', 'visit', 'key']).doUpdateSet(done))
    .execute();
};

const writeLoss = async (db: Db, owner: Id, run: LeasedRun, visit: number, key: string): Promise<void> => {
  const known = await findStepRow(db, owner, run.id, visit, key);
  const lost = reservedBy(known);
  await moveSpending(db, run, { out: lost, in: NOTHING, spent: lost });
  await db
    .updateTable('run_steps')
    .set({ reserved_tokens: null, reserved_micros: null })
    .where('owner_id', '=', owner)
    .where('run_id', '=', run.id)
    .where('visit', '=', visit)
    .where('key', '=', key)
    .execute();
};

export const createStepWrites = (
  access: Access,
  owner: Id,
): Pick<RunStore, 'steps' | 'findStep' | 'putIntent' | 'putResult' | 'chargeLost'> => ({
  steps: async (runId, visit) => {
    const rows = await access.read((db) =>
      db
        .selectFrom('run_steps')
        .selectAll()
        .where('owner_id', '=', owner)
        .where('run_id', '=', runId)
        .$if(visit !== undefined, (query) => query.where('visit', '=', visit!))
        .orderBy('visit')
        .orderBy('key')
        .execute(),
    );
    return rows.map(toStep);
  },
  findStep: async (runId, visit, key) => {
    const row = await access.read((db) => findStepRow(db, owner, runId, visit, key));
    return row && toStep(row);
  },
  putIntent: (lease, step) =>
    access.write(async (db) => writeIntent(db, owner, await leasedRun(db, owner, lease), step)),
  putResult: (lease, step) =>
    access.write(async (db) => writeResult(db, owner, await leasedRun(db, owner, lease), step)),
  chargeLost: (lease, { visit, key }) =>
    access.write(async (db) => writeLoss(db, owner, await leasedRun(db, owner, lease), visit, key)),
});
