import type { Id } from '@stemma/contract/ids';
import type { IdSource } from '../../ports/ids.ts';
import type { OwnedStores, OwnerHandle, StoreMaintenance, Stores } from '../../ports/stores.ts';
import { type Access, createOuterAccess, inTransaction, type SqlDatabase } from './access.ts';
import { createBlobLedger } from './blob-ledger.ts';
import { countProblems } from './count-problems.ts';
import { createLexicalIndex } from './lexical-index.ts';
import { createRunQueue } from './run-queue.ts';
import { createRunStore } from './run-store.ts';
import { findVersion, KNOWN_VERSION } from './schema-version.ts';
import { createSourceStore } from './source-store.ts';
import { createThreadStore } from './thread-store.ts';
import { findLocalUser, putUser } from './users.ts';

const createOwnedStores = (access: Access, owner: Id): OwnedStores => ({
  sources: createSourceStore(access, owner),
  lexical: createLexicalIndex(access, owner),
  threads: createThreadStore(access, owner),
  runs: createRunStore(access, owner),
  blobs: createBlobLedger(access, owner),
});

const createMaintenance = (access: Access): StoreMaintenance => {
  const { dialect } = access;
  return {
    version: async () => ({
      found: await access.read((db) => findVersion(db, dialect)),
      known: KNOWN_VERSION,
    }),
    problems: async () => {
      const users = await access.read((db) => db.selectFrom('users').select(['id', 'no']).execute());
      const problems = await access.write((db) => dialect.problems(db));
      for (const user of users) {
        problems.push(...(await access.write((db) => dialect.search.problems(db, user))));
        problems.push(...(await access.write((db) => countProblems(db, user.id))));
      }
      return problems;
    },
    sizeBytes: () => access.read((db) => dialect.sizeBytes(db)),
  };
};

/** The stores over any SQL database; `close` ends its connections. */
export const createSqlStores = (
  database: SqlDatabase,
  options: { ids: IdSource; close(): Promise<void> },
): Stores => {
  const access = createOuterAccess(database);
  const handle = (owner: Id): OwnerHandle => ({
    owner,
    ...createOwnedStores(access, owner),
    transaction: (work) => inTransaction(database, (inner) => work(createOwnedStores(inner, owner))),
  });
  return {
    for: handle,
    localUser: async () => {
      const user = await access.read(findLocalUser);
      if (!user) throw new TypeError('the database has no user');
      return user;
    },
    putUser: (user) => access.write((db) => putUser(db, database.dialect, user, options.ids.next())),
    queue: createRunQueue(access),
    maintenance: createMaintenance(access),
    close: options.close,
  };
};
