import type { MessagePort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Reply, Request, Rows, Which } from './messages.ts';

/** Statements kept prepared; multi-row inserts of different sizes come and go. */
const PREPARED = 200;

type Connection = {
  run(sql: string, parameters: readonly unknown[]): Rows;
  close(): void;
};

const open = (path: string, statements: readonly string[]): Connection => {
  const database = new Database(path);
  const prepared = new Map<string, Database.Statement>();
  const prepare = (sql: string): Database.Statement => {
    const known = prepared.get(sql);
    const statement = known ?? database.prepare(sql);
    prepared.delete(sql);
    prepared.set(sql, statement);
    if (prepared.size > PREPARED) prepared.delete(prepared.keys().next().value!);
    return statement;
  };
  const run = (sql: string, parameters: readonly unknown[]): Rows => {
    const statement = prepare(sql);
    if (statement.reader) return { rows: statement.all(...parameters), changes: 0 };
    return { rows: [], changes: statement.run(...parameters).changes };
  };
  try {
    for (const sql of statements) run(sql, []);
  } catch (error) {
    database.close();
    throw error;
  }
  return { run, close: () => database.close() };
};

const NOTHING: Rows = { rows: [], changes: 0 };

/** Answers requests on a port, one after another; ends when asked to close. */
export const serveConnections = (port: MessagePort): void => {
  const connections = new Map<Which, Connection>();
  const perform = (request: Request): Rows => {
    switch (request.kind) {
      case 'open':
        connections.get(request.which)?.close();
        connections.delete(request.which);
        connections.set(request.which, open(request.path, request.statements));
        return NOTHING;
      case 'run': {
        const connection = connections.get(request.which);
        if (!connection) throw new TypeError(`no ${request.which} connection is open`);
        return connection.run(request.sql, request.parameters);
      }
      case 'close':
        for (const which of ['data', 'lock'] as const) connections.get(which)?.close();
        return NOTHING;
    }
  };
  const answer = (request: Request): Reply => {
    try {
      return { id: request.id, ok: true, result: perform(request) };
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      return {
        id: request.id,
        ok: false,
        code: typeof code === 'string' ? code : '',
        message: String(message),
      };
    }
  };
  port.on('message', (request: Request) => {
    port.postMessage(answer(request));
    if (request.kind === 'close') port.close();
  });
};
