import type { Id } from '@stemma/contract/ids';
import type { User } from '@stemma/contract/records';
import type { BlobLedger } from './blob-store.ts';
import type { LexicalIndex } from './lexical-index.ts';
import type { RunQueue, RunStore } from './run-store.ts';
import type { SourceStore } from './source-store.ts';
import type { ThreadStore } from './thread-store.ts';

/** Everything one owner has. No method takes an owner, and no record of another owner can be reached. */
export interface OwnedStores {
  readonly sources: SourceStore;
  readonly lexical: LexicalIndex;
  readonly threads: ThreadStore;
  readonly runs: RunStore;
  readonly blobs: BlobLedger;
}

export interface OwnerHandle extends OwnedStores {
  readonly owner: Id;
  /**
   * Runs `work` in one immediate write transaction; all or nothing. Inside it only the handle given to
   * `work` may be used: the outer handles of the same store throw. Nothing but the database may be
   * awaited in it. Waits for another writer up to LIMITS.busyTotalMs, then `database_busy`.
   */
  transaction<T>(work: (tx: OwnedStores) => Promise<T>): Promise<T>;
}

export interface Stores {
  for(owner: Id): OwnerHandle;
  /** The one user of a local installation, created with the data folder. */
  localUser(): Promise<User>;
  /** Inserts a user with its inbox and its index, or does nothing when the id is there. */
  putUser(user: User): Promise<void>;
  /** Claims runs of all owners; used by workers alone. */
  readonly queue: RunQueue;
  readonly maintenance: StoreMaintenance;
  close(): Promise<void>;
}

export interface StoreMaintenance {
  /** Schema version on disk and what this release writes. */
  version(): Promise<{ found: number; known: number }>;
  /** Problems found by the engine's own integrity checks (tables, full text, counts); empty is healthy. */
  problems(): Promise<string[]>;
  sizeBytes(): Promise<number>;
}
