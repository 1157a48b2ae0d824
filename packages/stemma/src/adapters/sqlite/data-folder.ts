import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StemmaError } from '../../errors/stemma-error.ts';

export type DataFolder = {
  readonly path: string;
  readonly database: string;
  /** Never opened by anything but SQLite: closing any other handle of it would drop our lock. */
  readonly lock: string;
  readonly backups: string;
  readonly processes: string;
};

const PRIVATE = 0o700;
const BACKUPS_KEPT = 3;

/** What the file system refused, as the fault it is for the user; anything else unchanged. */
export const folderFault = (path: string, error: unknown): unknown => {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StemmaError('disk_full', { path }, { cause: error });
  return code === undefined
    ? error
    : new StemmaError('data_folder_unwritable', { path, reason: code }, { cause: error });
};

/** Makes what is missing of the data folder, for its owner's eyes only. */
export const makeDataFolder = async (path: string): Promise<DataFolder> => {
  const folder = {
    path,
    database: join(path, 'stemma.db'),
    lock: join(path, 'open.lock'),
    backups: join(path, 'backups'),
    processes: join(path, 'processes'),
  };
  try {
    for (const part of [path, folder.backups, folder.processes])
      await mkdir(part, { recursive: true, mode: PRIVATE });
  } catch (error) {
    throw folderFault(path, error);
  }
  return folder;
};

/** Whether a database was begun here; one that is being created is so under the exclusive lock. */
export const hasDatabase = async (folder: DataFolder): Promise<boolean> =>
  stat(folder.database).then(
    (found) => found.size > 0,
    () => false,
  );

/** Backs the database up by `copy` and forgets all but the last backups. Names begin with the time. */
export const keepBackup = async (
  folder: DataFolder,
  version: number,
  at: number,
  copy: (path: string) => Promise<unknown>,
): Promise<string> => {
  const path = join(folder.backups, `${at}-version-${version}.db`);
  await rm(`${path}.part`, { force: true });
  await copy(`${path}.part`);
  await rename(`${path}.part`, path);
  const kept = (await readdir(folder.backups)).filter((name) => name.endsWith('.db')).toSorted();
  for (const name of kept.slice(0, -BACKUPS_KEPT)) await rm(join(folder.backups, name), { force: true });
  return path;
};
