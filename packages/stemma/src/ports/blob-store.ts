import type { Sha256 } from '@stemma/contract/ids';

/** Bytes being taken in: already on the blob store's own disk, hashed, not yet kept. */
export type StagedBlob = {
  readonly sha256: Sha256;
  readonly sizeBytes: number;
  /** A readable local path of the staged bytes, until kept or dropped. */
  readonly path: string;
};

/**
 * Immutable bytes under their SHA-256, once per installation. Staging never touches what is kept;
 * `keep` is durable when it resolves (temporary file, fsync, rename, fsync folder). Out of space is the
 * fault `disk_full`, and leaves nothing behind.
 */
export interface BlobStore {
  stage(content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<StagedBlob>;
  keep(staged: StagedBlob): Promise<void>;
  drop(staged: StagedBlob): Promise<void>;
  has(sha256: Sha256): Promise<boolean>;
  /** Reads a kept blob through and compares its hash, however large it is. */
  examine(sha256: Sha256, signal: AbortSignal): Promise<'sound' | 'missing' | 'damaged'>;
  /** Reads a kept blob whole and checks its hash; `blob_missing`, `blob_damaged`. For small ones. */
  read(sha256: Sha256): Promise<Uint8Array>;
  /** A local path of a kept blob, for readers that seek; `blob_missing`. */
  localPath(sha256: Sha256): Promise<string>;
  /**
   * Removes what dead processes left staged; a blob one of them had put aside goes back when `isWanted`.
   * Cheap: done at every opening.
   */
  clearLeftovers(isWanted: (sha256: Sha256) => Promise<boolean>): Promise<{ removed: number; bytes: number }>;
  /**
   * Removes kept blobs older than `olderThanMs` that `isWanted` denies (asked again for each one
   * immediately before it is removed) and staged leftovers of dead processes. Returns what was removed.
   */
  collect(options: {
    olderThanMs: number;
    isWanted(sha256: Sha256): Promise<boolean>;
  }): Promise<{ removed: number; bytes: number }>;
}

/** Who needs a blob. A reference is written in the transaction of the record that holds it. */
export interface BlobLedger {
  /** Pins a blob for LIMITS.blobPinMs, so that collection spares it before its reference is written. */
  pin(sha256: Sha256, sizeBytes: number): Promise<void>;
  refer(sha256: Sha256, by: { kind: 'source_file' | 'step_result' | 'export'; id: string }): Promise<void>;
  release(by: { kind: string; id: string }): Promise<void>;
  /** True while pinned or referred to, by any owner. */
  isWanted(sha256: Sha256): Promise<boolean>;
}
