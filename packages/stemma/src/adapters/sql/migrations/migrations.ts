import type { SqlDialect } from '../sql-dialect.ts';
import type { Db } from '../tables.ts';
import { up as initial } from './0001-initial.ts';
import { up as records } from './0002-records.ts';

export type Migration = { name: string; up(db: Db, dialect: SqlDialect): Promise<void> };

/** Append-only: a released entry is never changed or taken out. The version is the length of the list. */
export const MIGRATIONS: readonly Migration[] = [
  { name: 'initial', up: initial },
  { name: 'records', up: records },
];
