import { StemmaError } from '../../errors/stemma-error.ts';
import { SqliteFailure } from './connection-thread.ts';

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof SqliteFailure &&
  codes.some((code) => error.code === code || error.code.startsWith(`${code}_`));

export const isBusy = (error: unknown): boolean => hasCode(error, 'SQLITE_BUSY', 'SQLITE_LOCKED');

export const isDamage = (error: unknown): boolean => hasCode(error, 'SQLITE_CORRUPT', 'SQLITE_NOTADB');

/** What SQLite refused, as the fault it is for the user; anything else unchanged. */
export const toFault = (error: unknown, folder: string, busyTotalMs: number): unknown => {
  const options = { cause: error };
  if (isBusy(error))
    return new StemmaError('database_busy', { seconds: Math.round(busyTotalMs / 1000) }, options);
  // A shared-memory file that cannot grow is a full disk too: SQLite says so only by where it failed.
  if (hasCode(error, 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'))
    return new StemmaError('disk_full', { path: folder }, options);
  if (hasCode(error, 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM'))
    return new StemmaError(
      'data_folder_unwritable',
      { path: folder, reason: (error as SqliteFailure).code },
      options,
    );
  if (isDamage(error) || hasCode(error, 'SQLITE_IOERR'))
    return new StemmaError('data_damaged', { path: folder, reason: (error as SqliteFailure).code }, options);
  return error;
};
