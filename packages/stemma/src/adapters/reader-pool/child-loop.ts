import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { isStemmaError } from '../../errors/stemma-error.ts';
import type { ChildMessage, TaskMessage } from './messages.ts';

/** Says that a page is begun, and lets the child hear that its parent is gone. */
export type BeginPage = (page: number, pages: number) => Promise<void>;

export type ChildTask = (payload: never, beginPage: BeginPage) => Promise<unknown>;

/**
 * The loop of a reader child: one task at a time, each answered once. A task that throws anything but a
 * StemmaError may have left the engine in any state, so that the child ends after telling.
 */
export const serveTasks = (tasks: Readonly<Record<string, ChildTask>>): void => {
  process.on('disconnect', () => process.exit(0));
  dieWithParent();
  process.on('message', (message: TaskMessage) => {
    const task = tasks[message.task];
    if (task === undefined) return answer({ kind: 'broken', reason: `no task ${message.task}` }, 1);
    task(message.payload as never, beginPage).then(
      (value) => answer({ kind: 'done', value }),
      (error: unknown) =>
        isStemmaError(error)
          ? answer({ kind: 'failed', fault: error.toFault() })
          : answer({ kind: 'broken', reason: describe(error) }, 1),
    );
  });
};

const beginPage: BeginPage = async (page, pages) => {
  process.send?.({ kind: 'page', page, pages, rssBytes: process.memoryUsage.rss() } satisfies ChildMessage);
  await setImmediate();
};

const answer = (message: ChildMessage, exitCode?: number): void => {
  process.send?.(message, () => {
    if (exitCode !== undefined) process.exit(exitCode);
  });
};

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message).slice(0, 2000) : String(error).slice(0, 2000);

/**
 * A child that hangs inside one call never hears that its channel closed. A thread of its own notices
 * that the parent changed and ends the whole process.
 */
const dieWithParent = (): void => {
  const parent = process.ppid;
  const watch = new Worker(
    `const { workerData } = require('node:worker_threads');
     setInterval(() => { if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL'); }, 1000);`,
    {
      eval: true,
      workerData: parent,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    },
  );
  watch.unref();
};
