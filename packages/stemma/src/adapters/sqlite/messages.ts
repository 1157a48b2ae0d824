/** What the main thread asks of a connection thread, and what comes back. One answer per question. */

/** A thread holds the database and, in the writer's, the file whose lock says that the folder is open. */
export type Which = 'data' | 'lock';

export type Request = { readonly id: number } & (
  | {
      readonly kind: 'open';
      readonly which: Which;
      readonly path: string;
      readonly statements: readonly string[];
    }
  | {
      readonly kind: 'run';
      readonly which: Which;
      readonly sql: string;
      readonly parameters: readonly unknown[];
    }
  | { readonly kind: 'close' }
);

export type Rows = { readonly rows: unknown[]; readonly changes: number };

export type Reply =
  | { readonly id: number; readonly ok: true; readonly result: Rows }
  /** `code` is the engine's own (`SQLITE_BUSY`); empty when something else was thrown. */
  | { readonly id: number; readonly ok: false; readonly code: string; readonly message: string };
