import { LIMITS } from '@stemma/contract/limits';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdSource } from '../../ports/ids.ts';
import type { WorkerIdentity } from '../../ports/run-store.ts';
import type { Stores } from '../../ports/stores.ts';
import type { SqlDatabase } from '../sql/access.ts';
import { MIGRATIONS, type Migration } from '../sql/migrations/migrations.ts';
import { migrateFrom } from '../sql/schema-version.ts';
import type { SqlDialect } from '../sql/sql-dialect.ts';
import { createSqlStores } from '../sql/stores.ts';
import type { Db } from '../sql/tables.ts';
import { findLocalUser, putLocalUser } from '../sql/users.ts';
import { ConnectionThread } from './connection-thread.ts';
import { folderFault, makeDataFolder } from './data-folder.ts';
import { createSqliteDialect, OPENING } from './dialect.ts';
import { createLaneDb } from './driver.ts';
import { openLock, tryLock } from './folder-lock.ts';
import { Lane } from './lane.ts';
import { openMigrated } from './migrate.ts';
import { createProcessFiles } from './process-files.ts';

const READERS = 3;

type Waits = { busyTimeoutMs: number; busyTotalMs: number };

export type SqliteParts = {
  /** The built entry of connection threads: `processEntry('sqlite-thread')`. */
  entry: URL;
  ids: IdSource;
  clock: Clock;
};

export type SqliteOptions = SqliteParts & {
  /** The data folder; made when it is not there. */
  folder: string;
  identity: WorkerIdentity;
  isDead(holder: WorkerIdentity): boolean;
  /** Shorter waits and other migrations, for tests. */
  waits?: Partial<Waits>;
  migrations?: readonly Migration[];
};

const putFirstUser = async (db: Db, dialect: SqlDialect, { ids, clock }: SqliteParts): Promise<void> => {
  if (await findLocalUser(db)) return;
  await db.transaction().execute((tx) => putLocalUser(tx, dialect, ids, clock.now()));
};

const openDatabase = async (options: SqliteOptions, waits: Waits) => {
  const folder = await makeDataFolder(options.folder);
  const dialect = createSqliteDialect({ folder: folder.path, busyTotalMs: waits.busyTotalMs });
  const processes = createProcessFiles(folder.processes, options.identity, options.isDead);
  const start = async (open: (thread: ConnectionThread) => Promise<unknown>): Promise<ConnectionThread> => {
    const thread = new ConnectionThread(options.entry);
    try {
      await open(thread);
      return thread;
    } catch (error) {
      await thread.close();
      throw error;
    }
  };
  const openReader = (thread: ConnectionThread) =>
    thread.open('data', folder.database, OPENING.reader(waits.busyTimeoutMs));
  const openWriter = async (thread: ConnectionThread): Promise<void> => {
    await openLock(thread, folder.lock);
    // The lock went with the thread before; whoever migrates meanwhile has it now.
    if (!(await tryLock(thread, 'shared')))
      throw new StemmaError('data_in_use', { path: folder.path, pid: (await processes.findOther()) ?? 0 });
    await thread.open('data', folder.database, OPENING.writer(waits.busyTimeoutMs));
  };
  const patienceMs = waits.busyTotalMs;
  const lanes = {
    writer: new Lane({ size: 1, patienceMs, start: () => start(openWriter) }),
    reader: new Lane({ size: READERS, patienceMs, start: () => start(openReader) }),
    search: new Lane({ size: 1, patienceMs, start: () => start(openReader) }),
  };
  const database: SqlDatabase = {
    writer: createLaneDb(lanes.writer, waits),
    reader: createLaneDb(lanes.reader, waits),
    search: createLaneDb(lanes.search, waits),
    dialect,
  };
  const close = async (): Promise<void> => {
    // The writer last: whoever closes last folds the log into the database.
    await Promise.all([lanes.reader.close(), lanes.search.close()]);
    await lanes.writer.close();
    await processes.withdraw();
  };
  try {
    await processes.announce();
    const thread = await start((begun) => openLock(begun, folder.lock));
    lanes.writer.adopt(thread);
    await openMigrated({
      folder,
      thread,
      db: database.writer,
      dialect,
      migrations: options.migrations ?? MIGRATIONS,
      ...waits,
      now: () => options.clock.now(),
      findOther: processes.findOther,
    });
    await putFirstUser(database.writer, dialect, options);
  } catch (error) {
    // What stands in the way of opening may stand in the way of closing too; the first cause is told.
    await close().catch(() => {});
    throw folderFault(folder.path, dialect.toFault(error));
  }
  return { database, close };
};

/**
 * Opens the stores of a data folder, creating or migrating it first. Faults: `data_folder_unwritable`,
 * `data_newer`, `data_damaged`, `data_in_use`, `disk_full`.
 */
export const openSqliteStores = async (options: SqliteOptions): Promise<Stores> => {
  const waits = {
    busyTimeoutMs: options.waits?.busyTimeoutMs ?? LIMITS.busyTimeoutMs,
    busyTotalMs: options.waits?.busyTotalMs ?? LIMITS.busyTotalMs,
  };
  const { database, close } = await openDatabase(options, waits);
  return createSqlStores(database, { ids: options.ids, close });
};

/** The double of a store: the same on one connection in memory, gone when closed. */
export const openMemoryStores = async (parts: SqliteParts): Promise<Stores> => {
  const waits = { busyTimeoutMs: LIMITS.busyTimeoutMs, busyTotalMs: LIMITS.busyTotalMs };
  const dialect = createSqliteDialect({ folder: ':memory:', busyTotalMs: waits.busyTotalMs });
  const start = async (): Promise<ConnectionThread> => {
    const thread = new ConnectionThread(parts.entry);
    await thread.open('data', ':memory:', OPENING.writer(waits.busyTimeoutMs));
    return thread;
  };
  const lane = new Lane({ size: 1, patienceMs: waits.busyTotalMs, start });
  const db = createLaneDb(lane, waits);
  await migrateFrom(db, dialect, 0);
  await putFirstUser(db, dialect, parts);
  return createSqlStores(
    { writer: db, reader: db, search: db, dialect },
    { ids: parts.ids, close: () => lane.close() },
  );
};
