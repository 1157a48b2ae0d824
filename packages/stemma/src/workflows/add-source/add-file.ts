import type { AddedItem } from '@stemma/contract/events';
import type { Sha256 } from '@stemma/contract/ids';
import { LIMITS } from '@stemma/contract/limits';
import type { MediaKind, ReadNote } from '@stemma/contract/records';
import { HEAD_BYTES, mediaKind } from '../../core/source/media-kind.ts';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { BlobStore, StagedBlob } from '../../ports/blob-store.ts';
import type { DocumentReader } from '../../ports/document-reader.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { FoundFile, LocalFiles } from '../../ports/local-files.ts';
import type { RecordSource } from '../../ports/record-source.ts';
import type { KnownFile } from '../../ports/source-store.ts';
import type { OwnerHandle } from '../../ports/stores.ts';
import { addBibliography } from './add-bibliography.ts';
import type { BibliographyParser } from './bibliography-parser.ts';
import { addedItem } from './item.ts';
import { storeReading } from './store-reading.ts';
import type { Turn } from './turns.ts';

export type ReadingProgress = { input: string; page: number; pages: number; done: number; total: number };

export type AddSourceParts = {
  files: LocalFiles;
  reader: DocumentReader;
  bibliography: BibliographyParser;
  /** Registries, asked only for an identifier that was named. */
  records: { arxiv: RecordSource; doi: RecordSource };
  hasher: Hasher;
  /** How many files are read at the same time. */
  concurrency: number;
  /** The password the person gave for this invocation; kept in memory alone. */
  password(): string | undefined;
  /** Pages as they are read, for a progress line; not stored. */
  onReading?: (progress: ReadingProgress) => void;
};

/** What adding one file needs of its run. */
export type AddFileScope = {
  stores: OwnerHandle;
  blobs: BlobStore;
  signal: AbortSignal;
  turn: Turn;
  now(): number;
  newId(key: string): string;
};

const nameOf = (path: string): string => (path.split(/[\\/]/).at(-1) ?? path).normalize('NFC');

const KIND_LIMITS: Readonly<Record<MediaKind, number>> = {
  pdf: LIMITS.fileBytes,
  markdown: LIMITS.textBytes,
  text: LIMITS.textBytes,
};

/** What the file is, or the fault that says why it cannot be taken in. Reads its first bytes only. */
const recognise = async (files: LocalFiles, file: FoundFile): Promise<MediaKind> => {
  const { sizeBytes } = await files.stat(file);
  if (sizeBytes === 0) throw new StemmaError('file_empty', { path: file.shown });
  const verdict = mediaKind(await files.head(file, HEAD_BYTES), nameOf(file.path));
  if ('kind' in verdict) {
    const limit = KIND_LIMITS[verdict.kind];
    if (sizeBytes > limit)
      throw new StemmaError('file_too_large', { path: file.shown, size: sizeBytes, limit });
    return verdict.kind;
  }
  if (verdict.fault === 'file_type_unknown') throw new StemmaError('file_type_unknown', { path: file.shown });
  throw new StemmaError('file_not_what_named', {
    path: file.shown,
    named: verdict.named,
    found: verdict.found,
  });
};

/** The format of a bibliography; undefined when the file is none, or nothing can be seen of it. */
const bibliographyFormat = async (parts: AddSourceParts, file: FoundFile): Promise<string | undefined> => {
  // Nothing but a regular file is ever opened.
  if ((await parts.files.stat(file)).sizeBytes === 0) return undefined;
  const head = await parts.files.head(file, HEAD_BYTES);
  return parts.bibliography.detect(new TextDecoder().decode(head), nameOf(file.path));
};

const unchanged = (file: FoundFile, known: KnownFile, notes: ReadNote[]): AddedItem => {
  const [current] = known.documents;
  return addedItem(file.shown, 'unchanged', {
    source: known.sourceKey,
    passages: known.passages,
    pages: current?.pages ?? 0,
    formulas: 0,
    notes,
  });
};

/** The bytes as they are now, copied to where they cannot change, and their hash. */
const stage = (parts: AddSourceParts, scope: AddFileScope, file: FoundFile): Promise<StagedBlob> =>
  scope.blobs.stage(parts.files.read(file, scope.signal), scope.signal);

/** Puts bytes that were lost or damaged on disk back in place; true when there was need. */
const mendStored = async ({ blobs, signal }: AddFileScope, staged: StagedBlob): Promise<boolean> => {
  if ((await blobs.examine(staged.sha256, signal)) === 'sound') return false;
  await blobs.keep(staged);
  return true;
};

const isRead = (known: KnownFile | undefined, reader: string): known is KnownFile =>
  known?.documents[0]?.reader === reader;

/**
 * Adds one file: recognises it, takes its bytes in, reads them in the reader's own process, and stores
 * source, file, reading and passages in one transaction. Bytes that were read already by this reader are
 * `unchanged`. When anything fails nothing of the file is kept.
 */
export const addFile = async (
  parts: AddSourceParts,
  scope: AddFileScope,
  file: FoundFile,
  onPage: (page: number, pages: number) => void,
): Promise<AddedItem> => {
  const format = await bibliographyFormat(parts, file);
  if (format !== undefined) return addBibliography(parts, scope, file, format);
  const kind = await recognise(parts.files, file);
  const staged = await stage(parts, scope, file);
  try {
    await scope.turn.hashed(staged.sha256);
    const known = await scope.stores.sources.findFile(staged.sha256 as Sha256);
    if (isRead(known, await parts.reader.versionOf(kind))) {
      const isMended = await mendStored(scope, staged);
      return unchanged(file, known, isMended ? ['stored_copy_restored'] : []);
    }
    const password = parts.password();
    const reading = await parts.reader.read(
      { path: staged.path, shownPath: file.shown, kind, ...(password !== undefined && { password }) },
      { signal: scope.signal, onProgress: ({ page, pages }) => onPage(page, pages) },
    );
    return await storeReading(parts, scope, { file, name: nameOf(file.path), kind, staged, known, reading });
  } finally {
    await scope.blobs.drop(staged);
  }
};
