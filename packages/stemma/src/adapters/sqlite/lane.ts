import { StemmaError } from '../../errors/stemma-error.ts';
import type { ConnectionThread } from './connection-thread.ts';

type Waiter = {
  resolve(thread: ConnectionThread): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout;
};

/**
 * A few connections of one use (writing, reading, searching), each lent to one borrower at a time, first
 * come first served. They are started when first needed, and again when a thread has died. A borrower
 * waits as long as the lane moves; when nobody gave anything back for `patienceMs`, it is `database_busy`.
 */
export class Lane {
  readonly #start: () => Promise<ConnectionThread>;
  readonly #size: number;
  readonly #patienceMs: number;
  readonly #idle: ConnectionThread[] = [];
  readonly #all = new Set<ConnectionThread>();
  readonly #waiting: Waiter[] = [];
  #starting = 0;
  #closed = false;

  constructor(options: { start(): Promise<ConnectionThread>; size: number; patienceMs: number }) {
    this.#start = options.start;
    this.#size = options.size;
    this.#patienceMs = options.patienceMs;
  }

  /** Takes over a thread that runs already. */
  adopt(thread: ConnectionThread): void {
    this.#all.add(thread);
    this.#idle.push(thread);
  }

  async acquire(): Promise<ConnectionThread> {
    if (this.#closed) throw new TypeError('the database is closed');
    this.#forgetDead();
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#all.size + this.#starting < this.#size) return this.#startOne();
    return this.#wait();
  }

  release(thread: ConnectionThread): void {
    for (const waiter of this.#waiting) waiter.timer.refresh();
    const next = this.#waiting.shift();
    if (!next) {
      this.#idle.push(thread);
      return;
    }
    clearTimeout(next.timer);
    if (!thread.isDead) next.resolve(thread);
    else this.acquire().then(next.resolve, next.reject);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiter of this.#waiting.splice(0)) {
      clearTimeout(waiter.timer);
      waiter.reject(new TypeError('the database is closed'));
    }
    await Promise.all([...this.#all].map((thread) => thread.close()));
  }

  #forgetDead(): void {
    for (const thread of this.#all)
      if (thread.isDead) {
        this.#all.delete(thread);
        const at = this.#idle.indexOf(thread);
        if (at >= 0) this.#idle.splice(at, 1);
      }
  }

  async #startOne(): Promise<ConnectionThread> {
    this.#starting += 1;
    try {
      const thread = await this.#start();
      this.#all.add(thread);
      return thread;
    } finally {
      this.#starting -= 1;
    }
  }

  #wait(): Promise<ConnectionThread> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(new StemmaError('database_busy', { seconds: Math.round(this.#patienceMs / 1000) }));
      };
      const waiter: Waiter = { resolve, reject, timer: setTimeout(giveUp, this.#patienceMs) };
      this.#waiting.push(waiter);
    });
  }
}
