import type { ConnectionThread } from './connection-thread.ts';
import { FOLDER_LOCK, OPENING } from './dialect.ts';
import { isBusy } from './failures.ts';

/** How long one try for the lock waits; between tries another may finish what it does under it. */
export const LOCK_TRY_MS = 250;

const run = (thread: ConnectionThread, sql: string): Promise<unknown> => thread.run(sql, [], 'lock');

export const openLock = (thread: ConnectionThread, path: string): Promise<unknown> =>
  thread.open('lock', path, OPENING.lock(LOCK_TRY_MS));

export const releaseLock = async (thread: ConnectionThread): Promise<void> => {
  await run(thread, FOLDER_LOCK.release).catch(() => {});
};

/** Takes the folder's lock; false when another process holds it the other way. */
export const tryLock = async (thread: ConnectionThread, how: 'shared' | 'exclusive'): Promise<boolean> => {
  try {
    for (const sql of FOLDER_LOCK[how]) await run(thread, sql);
    return true;
  } catch (error) {
    await releaseLock(thread);
    if (isBusy(error)) return false;
    throw error;
  }
};
