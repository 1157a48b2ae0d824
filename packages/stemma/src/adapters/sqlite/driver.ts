import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Db, Tables } from '../sql/tables.ts';
import type { ConnectionThread } from './connection-thread.ts';
import { TRANSACTION } from './dialect.ts';
import { isBusy } from './failures.ts';
import type { Lane } from './lane.ts';

/** A connection lent for one query or one transaction. Once given back it refuses whatever still comes. */
class LentConnection implements DatabaseConnection {
  readonly thread: ConnectionThread;
  isOver = false;

  constructor(thread: ConnectionThread) {
    this.thread = thread;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.isOver) throw new TypeError('the transaction of this query has ended');
    const { rows, changes } = await this.thread.run(query.sql, query.parameters);
    return { rows: rows as R[], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; nothing here streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new TypeError('rows are not streamed');
  }
}

type Patience = { busyTimeoutMs: number; busyTotalMs: number };

/** Asks for the write lock again while another process has it; each try waits `busyTimeoutMs` by itself. */
const begin = async (thread: ConnectionThread, patience: Patience): Promise<void> => {
  const tries = Math.max(1, Math.ceil(patience.busyTotalMs / patience.busyTimeoutMs));
  for (let left = tries; ; left--) {
    try {
      await thread.run(TRANSACTION.begin);
      return;
    } catch (error) {
      if (left <= 1 || !isBusy(error)) throw error;
    }
  }
};

class LaneDriver implements Driver {
  readonly #lane: Lane;
  readonly #patience: Patience;

  constructor(lane: Lane, patience: Patience) {
    this.#lane = lane;
    this.#patience = patience;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LentConnection> {
    return new LentConnection(await this.#lane.acquire());
  }

  async beginTransaction(connection: LentConnection): Promise<void> {
    await begin(connection.thread, this.#patience);
  }

  async commitTransaction(connection: LentConnection): Promise<void> {
    await connection.thread.run(TRANSACTION.commit);
  }

  async rollbackTransaction(connection: LentConnection): Promise<void> {
    // What was asked before this is answered before it; what comes later finds the connection over.
    connection.isOver = true;
    // SQLite rolls back by itself after some failures, and a dead thread has nothing to roll back: what
    // went wrong first is what is told.
    await connection.thread.run(TRANSACTION.rollback).catch(() => {});
  }

  async releaseConnection(connection: LentConnection): Promise<void> {
    connection.isOver = true;
    this.#lane.release(connection.thread);
  }

  async destroy(): Promise<void> {
    await this.#lane.close();
  }
}

/** Kysely over the connections of a lane. */
export const createLaneDb = (lane: Lane, patience: Patience): Db => {
  const dialect: Dialect = {
    createDriver: () => new LaneDriver(lane, patience),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
  return new Kysely<Tables>({ dialect });
};
