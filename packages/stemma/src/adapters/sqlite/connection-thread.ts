import { Worker } from 'node:worker_threads';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { Reply, Request, Rows, Which } from './messages.ts';

/** What SQLite itself refused, with its own code. Becomes a StemmaError in `dialect.ts`. */
export class SqliteFailure extends Error {
  override readonly name = 'SqliteFailure';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type Ask = { [K in Request['kind']]: Omit<Extract<Request, { kind: K }>, 'id'> }[Request['kind']];
type Pending = { resolve(rows: Rows): void; reject(error: unknown): void };

const threadEnded = (cause: unknown): StemmaError =>
  new StemmaError('internal', {}, { cause: new Error('a database thread ended', { cause }) });

/**
 * The main thread's end of one connection thread. Questions are answered in order. When the thread ends
 * by itself, what was asked of it is refused with a fault, and so is all that is asked later.
 */
export class ConnectionThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #ended: Promise<void>;
  #failure: StemmaError | undefined;
  #lastId = 0;
  #isClosing = false;

  constructor(entry: URL) {
    this.#worker = new Worker(entry, { execArgv: [], stdin: false });
    // A thread that is asked nothing keeps no process alive.
    this.#worker.unref();
    this.#worker.on('message', (reply: Reply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#ended = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        this.#fail(new Error(`exit code ${code}`));
        resolve();
      });
    });
  }

  get isDead(): boolean {
    return this.#failure !== undefined;
  }

  open(which: Which, path: string, statements: readonly string[]): Promise<Rows> {
    return this.#ask({ kind: 'open', which, path, statements });
  }

  run(sql: string, parameters: readonly unknown[] = [], which: Which = 'data'): Promise<Rows> {
    return this.#ask({ kind: 'run', which, sql, parameters });
  }

  /** Closes the connections and waits for the thread to end. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#worker.ref();
    if (!this.isDead) await this.#ask({ kind: 'close' }).catch(() => {});
    await this.#ended;
  }

  #ask(question: Ask): Promise<Rows> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      if (this.#pending.size === 1) this.#worker.ref();
      this.#worker.postMessage({ ...question, id });
    });
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (this.#pending.size === 0 && !this.#isClosing) this.#worker.unref();
    if (reply.ok) pending?.resolve(reply.result);
    else pending?.reject(new SqliteFailure(reply.code, reply.message));
  }

  #fail(cause: unknown): void {
    this.#failure ??= threadEnded(cause);
    for (const pending of this.#pending.values()) pending.reject(this.#failure);
    this.#pending.clear();
  }
}
