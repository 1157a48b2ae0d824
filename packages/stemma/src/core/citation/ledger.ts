import type { Author, Passage } from '@stemma/contract/records';

/** A passage admitted to a run as evidence, with the facts of its source that the gate checks against. */
export type LedgerEntry = {
  /** `E1`, `E2`, …: what an answer's markers name. */
  readonly evidence: string;
  readonly passage: Passage;
  readonly sourceKey: string;
  readonly sourceTitle: string;
  readonly authors: readonly Author[];
  readonly year: number | null;
  readonly doi: string | null;
  readonly arxivId: string | null;
  /** The version that was read; null when the file names none, and then none may be written. */
  readonly arxivVersion: number | null;
  readonly fileSha256: string;
  /** Link to the place, if the caller has one. */
  readonly uri: string | null;
};

export type Ledger = readonly LedgerEntry[];
