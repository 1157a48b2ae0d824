import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { destination, pino } from 'pino';

/** Structured logs of the data folder: one JSON line each, written at once so that a crash keeps them. */
export const openFileLog = (folder: string) => {
  const logs = join(folder, 'log');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const file = destination({ dest: join(logs, 'stemma.log'), sync: true, mode: 0o600 });
  return pino({ base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, file);
};
