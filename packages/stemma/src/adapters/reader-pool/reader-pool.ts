import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { LIMITS } from '@stemma/contract/limits';
import { fromFault, StemmaError } from '../../errors/stemma-error.ts';
import type { ReadProgress } from '../../ports/document-reader.ts';
import type { ChildMessage, TaskMessage } from './messages.ts';
import { residentBytes } from './process-memory.ts';

export type ReaderPoolOptions = {
  /** Compiled entry of the child process. */
  entry: URL;
  /** Children at work at once. */
  concurrency?: number | undefined;
  /** A child that shows no sign of life for so long is killed. */
  stallMs?: number | undefined;
  /** A child is replaced after so many pages: the heap of the engine never shrinks. */
  recyclePages?: number | undefined;
  /** A child whose resident memory passes this is killed. */
  memoryBytes?: number | undefined;
};

export type PoolTask = TaskMessage & { shownPath: string };

/**
 * Runs tasks in child processes with limits. Whatever becomes of a child (it dies, hangs, eats memory, is
 * aborted) costs the one task it was at; the next task gets a new child.
 */
export type ReaderPool = {
  run(
    task: PoolTask,
    options: { signal: AbortSignal; onProgress?: ((progress: ReadProgress) => void) | undefined },
  ): Promise<unknown>;
  close(): Promise<void>;
};

type Child = { process: ChildProcess; pages: number };
type Waiting = { start(): void; abort(reason: unknown): void };

const MEMORY_CHECK_MS = 200;
/** Part of the memory limit that the JavaScript heap of a child may take. */
const HEAP_SHARE = 0.75;
/** Glyphs live for one page: a larger young space only keeps more of them before they are cleared. */
const YOUNG_SPACE_MB = 8;

export const createReaderPool = (options: ReaderPoolOptions): ReaderPool => {
  const limits = {
    concurrency: options.concurrency ?? 1,
    stallMs: options.stallMs ?? LIMITS.reader.stallMs,
    recyclePages: options.recyclePages ?? LIMITS.reader.recyclePages,
    memoryBytes: options.memoryBytes ?? LIMITS.reader.memoryBytes,
  };
  const idle: Child[] = [];
  const all = new Set<Child>();
  const queue: Waiting[] = [];
  let busy = 0;
  let closed = false;

  const spawn = (): Child => {
    const child: Child = { process: forkChild(options.entry, limits.memoryBytes), pages: 0 };
    all.add(child);
    // who waits for an answer listens himself; a child that fails while idle is nobody's fault
    child.process.on('error', () => {});
    child.process.once('exit', () => {
      all.delete(child);
      const at = idle.indexOf(child);
      if (at >= 0) idle.splice(at, 1);
    });
    return child;
  };
  const release = (child: Child, reusable: boolean): void => {
    busy -= 1;
    if (reusable && !closed && child.pages < limits.recyclePages && child.process.connected) {
      setReferenced(child.process, false);
      idle.push(child);
    } else {
      child.process.kill('SIGKILL');
    }
    queue.shift()?.start();
  };
  const runNow: ReaderPool['run'] = async (task, { signal, onProgress }) => {
    busy += 1;
    const child = idle.pop() ?? spawn();
    setReferenced(child.process, true);
    let reusable = false;
    try {
      const answer = await runInChild(child, task, { ...limits, signal, onProgress });
      reusable = true;
      if (answer.kind === 'failed') throw fromFault(answer.fault);
      return answer.value;
    } finally {
      release(child, reusable);
    }
  };
  return {
    run: async (task, options) => {
      options.signal.throwIfAborted();
      if (closed) throw new Error('the reader pool is closed');
      if (busy >= limits.concurrency) await waitForTurn(queue, options.signal);
      return await runNow(task, options);
    },
    close: async () => {
      closed = true;
      for (const waiting of queue.splice(0)) waiting.abort(new Error('the reader pool was closed'));
      await Promise.all([...all].map(endChild));
    },
  };
};

const waitForTurn = (queue: Waiting[], signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = () => {
      const at = queue.indexOf(waiting);
      if (at >= 0) queue.splice(at, 1);
      reject(signal.reason);
    };
    const waiting: Waiting = {
      start: () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      },
      abort: (reason) => {
        signal.removeEventListener('abort', onAbort);
        reject(reason);
      },
    };
    queue.push(waiting);
    signal.addEventListener('abort', onAbort, { once: true });
  });

/** No environment: a document must find no secret. Own flags only: none of a debugger or a test runner. */
const forkChild = (entry: URL, memoryBytes: number): ChildProcess =>
  fork(fileURLToPath(entry), [], {
    env: {},
    execArgv: [
      `--max-old-space-size=${Math.floor((memoryBytes * HEAP_SHARE) / 1024 ** 2)}`,
      `--max-semi-space-size=${YOUNG_SPACE_MB}`,
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

/** An idle child keeps nobody from ending. */
const setReferenced = (child: ChildProcess, referenced: boolean): void => {
  if (referenced) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
};

const endChild = (child: Child): Promise<void> =>
  new Promise((resolve) => {
    if (child.process.exitCode !== null || child.process.signalCode !== null) return resolve();
    child.process.ref();
    child.process.once('exit', () => resolve());
    child.process.kill('SIGKILL');
  });

type RunLimits = {
  stallMs: number;
  memoryBytes: number;
  signal: AbortSignal;
  onProgress?: ((progress: ReadProgress) => void) | undefined;
};

const runInChild = (
  child: Child,
  task: PoolTask,
  limits: RunLimits,
): Promise<Extract<ChildMessage, { kind: 'done' | 'failed' }>> =>
  new Promise((resolve, reject) => {
    const path = task.shownPath;
    let page = 1;
    let stall: NodeJS.Timeout | undefined;
    const settle = (end: () => void) => {
      clearTimeout(stall);
      clearInterval(memory);
      limits.signal.removeEventListener('abort', onAbort);
      child.process.off('message', onMessage).off('exit', onExit).off('error', onExit);
      end();
    };
    /** The child is killed before the caller hears, so that nothing of it goes on. */
    const fail = (error: unknown) =>
      settle(() => {
        child.process.kill('SIGKILL');
        reject(error);
      });
    const expectLife = () => {
      clearTimeout(stall);
      stall = setTimeout(
        () => fail(new StemmaError('reader_stalled', { path, seconds: Math.round(limits.stallMs / 1000) })),
        limits.stallMs,
      );
    };
    const checkMemory = (rssBytes: number | undefined) => {
      if (rssBytes === undefined || rssBytes <= limits.memoryBytes) return;
      fail(new StemmaError('reader_out_of_memory', { path, limit: limits.memoryBytes }));
    };
    const memory = setInterval(
      () => void residentBytes(child.process.pid ?? -1).then(checkMemory),
      MEMORY_CHECK_MS,
    );
    const onMessage = (message: ChildMessage) => {
      expectLife();
      if (message.kind === 'page') {
        page = message.page;
        child.pages += 1;
        limits.onProgress?.({ page: message.page, pages: message.pages });
        checkMemory(message.rssBytes);
      } else if (message.kind === 'broken') {
        fail(new StemmaError('reader_crashed', { path, page }, { cause: new Error(message.reason) }));
      } else {
        settle(() => resolve(message));
      }
    };
    const onExit = () => fail(new StemmaError('reader_crashed', { path, page }));
    const onAbort = () => fail(limits.signal.reason);
    child.process.on('message', onMessage).once('exit', onExit).once('error', onExit);
    limits.signal.addEventListener('abort', onAbort, { once: true });
    expectLife();
    const message: TaskMessage = { task: task.task, payload: task.payload };
    child.process.send(message, (error) => {
      if (error) onExit();
    });
  });
