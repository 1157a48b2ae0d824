import { AsyncLocalStorage } from 'node:async_hooks';
import type { SqlDialect } from './sql-dialect.ts';
import type { Db } from './tables.ts';

/** One database: where it is read, searched and written, and what is special about it. */
export type SqlDatabase = {
  readonly writer: Db;
  readonly reader: Db;
  readonly search: Db;
  readonly dialect: SqlDialect;
};

/**
 * How a repository reaches the database. Outside a transaction each `read` and `search` is one statement
 * over what is committed, so that no reader keeps a snapshot open, and each `write` is a transaction of
 * its own. Inside one, all three run in it.
 */
export interface Access {
  readonly dialect: SqlDialect;
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  search<T>(work: (db: Db) => Promise<T>): Promise<T>;
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

type Inside = { readonly database: SqlDatabase; ended: boolean };

/** The transaction the running code was called from, if any. */
const inside = new AsyncLocalStorage<Inside>();

const assertOutside = (database: SqlDatabase): void => {
  const current = inside.getStore();
  if (current?.database === database && !current.ended)
    throw new TypeError('inside a transaction only the handle it was given may be used');
};

const mapFaults = async <T>(dialect: SqlDialect, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw dialect.toFault(error);
  }
};

const createInnerAccess = (db: Db, current: Inside): Access => {
  const run = <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    if (current.ended) return Promise.reject(new TypeError('this transaction has ended'));
    return mapFaults(current.database.dialect, () => work(db));
  };
  return { dialect: current.database.dialect, read: run, search: run, write: run };
};

/** Runs `work` in one immediate write transaction. Its handle is dead when it ends, in whatever way. */
export const inTransaction = async <T>(
  database: SqlDatabase,
  work: (access: Access) => Promise<T>,
): Promise<T> => {
  assertOutside(database);
  const current: Inside = { database, ended: false };
  return mapFaults(database.dialect, () =>
    database.writer.transaction().execute((db) =>
      inside.run(current, async () => {
        try {
          return await work(createInnerAccess(db, current));
        } finally {
          current.ended = true;
        }
      }),
    ),
  );
};

export const createOuterAccess = (database: SqlDatabase): Access => {
  const { dialect } = database;
  const run = async <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> => {
    assertOutside(database);
    return mapFaults(dialect, () => work(db));
  };
  return {
    dialect,
    read: (work) => run(database.reader, work),
    search: (work) => run(database.search, work),
    write: (work) => inTransaction(database, (access) => access.write(work)),
  };
};
