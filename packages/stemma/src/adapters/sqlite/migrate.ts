import { StemmaError } from '../../errors/stemma-error.ts';
import type { Migration } from '../sql/migrations/migrations.ts';
import { findVersion, migrateFrom } from '../sql/schema-version.ts';
import type { SqlDialect } from '../sql/sql-dialect.ts';
import type { Db } from '../sql/tables.ts';
import type { ConnectionThread } from './connection-thread.ts';
import { type DataFolder, hasDatabase, keepBackup } from './data-folder.ts';
import { copyInto, OPENING } from './dialect.ts';
import { LOCK_TRY_MS, releaseLock, tryLock } from './folder-lock.ts';

export type MigrateParts = {
  folder: DataFolder;
  /** The writer: its lock file is open. `db` runs on it. */
  thread: ConnectionThread;
  db: Db;
  dialect: SqlDialect;
  migrations: readonly Migration[];
  busyTimeoutMs: number;
  busyTotalMs: number;
  now(): number;
  findOther(): Promise<number | undefined>;
};

const openVersion = async (parts: MigrateParts): Promise<number> => {
  await parts.thread.open('data', parts.folder.database, OPENING.writer(parts.busyTimeoutMs));
  return findVersion(parts.db, parts.dialect);
};

/** True when the database is the newest this release knows; `data_newer` when it is beyond it. */
const isCurrent = async (parts: MigrateParts): Promise<boolean> => {
  if (!(await hasDatabase(parts.folder))) return false;
  const found = await openVersion(parts);
  const known = parts.migrations.length;
  if (found > known) throw new StemmaError('data_newer', { path: parts.folder.path, found, known });
  return found === known;
};

const migrateAlone = async (parts: MigrateParts): Promise<void> => {
  const { db, dialect, folder, migrations, thread } = parts;
  const version = await openVersion(parts);
  if (version >= migrations.length) return;
  if (version > 0)
    await keepBackup(folder, version, parts.now(), (path) => {
      const { sql, parameters } = copyInto(path);
      return thread.run(sql, parameters);
    });
  await migrateFrom(db, dialect, version, migrations);
};

/**
 * Opens the data folder on the writer: holds its lock shared when it resolves, with the database at the
 * newest version. Whoever migrates holds the lock alone; of several that find an old or new folder at once
 * one migrates, and the others see a current database when they look again. A process that merely has the
 * folder open is waited for briefly, one that migrates for longer; then `data_in_use` names it.
 */
export const openMigrated = async (parts: MigrateParts): Promise<void> => {
  let patience = { open: parts.busyTimeoutMs, migrating: parts.busyTotalMs };
  while (patience.open > 0 && patience.migrating > 0) {
    if (!(await tryLock(parts.thread, 'shared'))) {
      patience = { ...patience, migrating: patience.migrating - LOCK_TRY_MS };
      continue;
    }
    if (await isCurrent(parts)) return;
    await releaseLock(parts.thread);
    if (await tryLock(parts.thread, 'exclusive')) {
      await migrateAlone(parts);
      await releaseLock(parts.thread);
    } else {
      patience = { ...patience, open: patience.open - LOCK_TRY_MS };
    }
  }
  const pid = (await parts.findOther()) ?? 0;
  throw new StemmaError('data_in_use', { path: parts.folder.path, pid });
};
