import type { Facts, MediaKind, PassageDraft, ReadNote } from '@stemma/contract/records';

/** What is asked of a reader: one file, already copied to where it cannot change. */
export type ReadRequest = {
  /** Absolute path of the bytes to read. */
  path: string;
  /** Name to use in faults: the path as the user gave it. */
  shownPath: string;
  kind: MediaKind;
  /** Never stored, never logged. */
  password?: string;
};

export type ReadProgress = { page: number; pages: number };

/** One reading of one file. */
export type Reading = {
  /** Name and version of the reader; part of the document id, so a better reader reads again. */
  reader: string;
  /** Printed labels by page, null where the file gives none; empty for files without pages. */
  pageLabels: (string | null)[];
  passages: PassageDraft[];
  facts: Facts;
  notes: ReadNote[];
};

/**
 * Reads documents. A reader must not be able to crash or hang the caller: it runs in a process of its
 * own with limits. `read` rejects with a StemmaError (`pdf_*`, `reader_*`, `text_*`) that names the
 * file, or with the signal's reason when aborted, within a second.
 */
export interface DocumentReader {
  /** What `Reading.reader` will say for this kind: a file read by another version is read again. */
  versionOf(kind: MediaKind): Promise<string>;
  read(
    request: ReadRequest,
    options: { signal: AbortSignal; onProgress?: (progress: ReadProgress) => void },
  ): Promise<Reading>;
  close(): Promise<void>;
}

/** What is framed on a picture of a page, in points as displayed. */
export type PageOutline = { rect: readonly number[]; style: 'block' | 'line'; number?: number };

/** Draws a page for people to look at. */
export interface PageRenderer {
  /**
   * PNG bytes of one page (from 1) at `scale` pixels per point, with rectangles (points) lit and outlines
   * drawn: of blocks with their number, of lines without.
   */
  render(
    request: {
      path: string;
      shownPath: string;
      page: number;
      scale: number;
      lit: readonly (readonly number[])[];
      outlines?: readonly PageOutline[];
      password?: string;
    },
    signal: AbortSignal,
  ): Promise<Uint8Array>;
}
