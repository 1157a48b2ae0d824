import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspect } from 'node:util';

/** A full log becomes `<path>.1`, in place of the one before it. */
const GREATEST_BYTES = 10 * 1024 ** 2;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Appends the insides of a bug to a log file, one JSON object on a line. Never throws: a log that cannot
 * be written must not hide what was to be logged from the caller.
 */
export const writeLog = (path: string, error: unknown): void => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (sizeOf(path) > GREATEST_BYTES) renameSync(path, `${path}.1`);
    const line = JSON.stringify({ at: new Date().toISOString(), pid: process.pid, error: inspect(error) });
    appendFileSync(path, `${line}\n`, { mode: 0o600 });
  } catch {
    // nowhere is left to say it
  }
};
