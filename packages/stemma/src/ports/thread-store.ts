import type { Id } from '@stemma/contract/ids';
import type { Claim, Project, Thread } from '@stemma/contract/records';
import type { Page } from './source-store.ts';

export type NewMessage = {
  id: Id;
  threadId: Id;
  parentId: Id | null;
  runId: Id;
  role: 'user' | 'assistant';
  text: string;
  at: number;
};

export interface ThreadStore {
  /** The project of what is asked without one; created with the user. */
  inbox(): Promise<Project>;
  createThread(thread: Omit<Thread, 'headMessageId' | 'activeAt'>): Promise<void>;
  /** By id or unique id suffix. */
  findThread(idOrSuffix: string): Promise<Thread | undefined>;
  listThreads(page: { limit: number; cursor?: string }): Promise<Page<Thread>>;
  /** Inserts or does nothing when the id is there; moves the thread's head to it. */
  putMessage(message: NewMessage): Promise<void>;
  messages(threadId: Id): Promise<NewMessage[]>;
  /** Inserts or does nothing when the id is there. */
  putClaims(claims: readonly Claim[]): Promise<void>;
  claims(messageId: Id): Promise<Claim[]>;
}
