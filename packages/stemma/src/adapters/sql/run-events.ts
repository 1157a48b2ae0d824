import type { RunEventBody } from '@stemma/contract/events';
import type { Id } from '@stemma/contract/ids';
import type { Db } from './tables.ts';

const EVENT_VERSION = 1;

/**
 * Appends events at the next sequence numbers of a run. The numbers are taken in the same transaction, so
 * that there is no gap and no double. Keyed events are told apart by their first row.
 */
export const appendEvents = async (
  db: Db,
  owner: Id,
  runId: Id,
  events: readonly RunEventBody[],
  options: { at: number; visit?: number | undefined; key?: string | undefined },
): Promise<void> => {
  if (events.length === 0) return;
  const { last_seq: last } = await db
    .updateTable('runs')
    .set((eb) => ({ last_seq: eb('last_seq', '+', events.length), updated_at: options.at }))
    .where('owner_id', '=', owner)
    .where('id', '=', runId)
    .returning('last_seq')
    .executeTakeFirstOrThrow();
  const rows = events.map(({ type, ...body }, index) => ({
    owner_id: owner,
    run_id: runId,
    seq: last - events.length + 1 + index,
    v: EVENT_VERSION,
    type,
    at: options.at,
    body: JSON.stringify(body),
    visit: options.visit ?? null,
    key: index === 0 ? (options.key ?? null) : null,
  }));
  await db.insertInto('run_events').values(rows).execute();
};

export const isKeyTold = async (
  db: Db,
  owner: Id,
  runId: Id,
  visit: number,
  key: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('run_events')
    .select('seq')
    .where('owner_id', '=', owner)
    .where('run_id', '=', runId)
    .where('visit', '=', visit)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
};
