import type { Id } from '@stemma/contract/ids';
import type { User } from '@stemma/contract/records';
import type { IdSource } from '../../ports/ids.ts';
import type { IndexOwner, SqlDialect } from './sql-dialect.ts';
import type { Db } from './tables.ts';

const LOCAL_USER_NO = 1;
const LOCAL_USER_NAME = 'local';
const INBOX_NAME = 'Inbox';

const toUser = (row: { id: string; name: string; created_at: number }): User => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
});

export const findIndexOwner = (db: Db, owner: Id): Promise<IndexOwner | undefined> =>
  db.selectFrom('users').select(['id', 'no']).where('id', '=', owner).executeTakeFirst();

/** Inserts a user with its inbox, its counts and its index; does nothing when the id is there. */
export const putUser = async (db: Db, dialect: SqlDialect, user: User, inboxId: Id): Promise<void> => {
  if (await findIndexOwner(db, user.id)) return;
  const { last } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.max('no').as('last'))
    .executeTakeFirstOrThrow();
  const no = (last ?? 0) + 1;
  await db
    .insertInto('users')
    .values({ id: user.id, no, name: user.name, created_at: user.createdAt })
    .execute();
  await db
    .insertInto('projects')
    .values({ owner_id: user.id, id: inboxId, name: INBOX_NAME, created_at: user.createdAt, is_inbox: 1 })
    .execute();
  await db
    .insertInto('lexical_stats')
    .values({ owner_id: user.id, passages: 0, title_tokens: 0, text_tokens: 0 })
    .execute();
  await dialect.search.createIndex(db, { id: user.id, no });
};

export const findLocalUser = async (db: Db): Promise<User | undefined> => {
  const row = await db.selectFrom('users').selectAll().where('no', '=', LOCAL_USER_NO).executeTakeFirst();
  return row && toUser(row);
};

/** The first user of a new database; the one there is otherwise. */
export const putLocalUser = async (
  db: Db,
  dialect: SqlDialect,
  ids: IdSource,
  createdAt: number,
): Promise<User> => {
  const known = await findLocalUser(db);
  if (known) return known;
  const user = { id: ids.next(), name: LOCAL_USER_NAME, createdAt };
  await putUser(db, dialect, user, ids.next());
  return user;
};
