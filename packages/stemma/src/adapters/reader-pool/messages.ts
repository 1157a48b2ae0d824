import type { Fault } from '@stemma/contract/faults';

/** What the pool asks of a child: a named task with a payload that structured clone can carry. */
export type TaskMessage = { task: string; payload: unknown };

/** What a child tells: `page` when it begins one, then one answer. Any message is a sign of life. */
export type ChildMessage =
  | { kind: 'page'; page: number; pages: number; rssBytes: number }
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; fault: Fault }
  /** A bug or a trap of the engine: the child is not to be used again. */
  | { kind: 'broken'; reason: string };
