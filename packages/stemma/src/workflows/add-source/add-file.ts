import type { BibliographyFormat } from '@stemma/contract/bibliography';
import type { AddedItem } from '@stemma/contract/events';
import type { Sha256 } from '@stemma/contract/ids';
import { LIMITS } from '@stemma/contract/limits';
import type { MediaKind, ReadNote } from '@stemma/contract/records';
import { detectBibliographyFormat } from '../../core/bibliography/detect-bibliography-format.ts';
import { HEAD_BYTES, mediaKind } from '../../core/source/media-kind.ts';
import { isStemmaError, StemmaError } from '../../errors/stemma-error.ts';
import type { BlobStore, StagedBlob } from '../../ports/blob-store.ts';
import type { DocumentReader, Reading, ReadProgress, ReadRequest } from '../../ports/document-reader.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { FoundFile, LocalFiles } from '../../ports/local-files.ts';
import type { RecordSource } from '../../ports/record-source.ts';
import type { KnownFile } from '../../ports/source-store.ts';
import type { OwnerHandle } from '../../ports/stores.ts';
import { addBibliography } from './add-bibliography.ts';
import { addedItem } from './item.ts';
import { storeReading } from './store-reading.ts';
import { readTexWithInputs } from './tex-with-inputs.ts';
import type { Turn } from './turns.ts';

export type ReadingProgress = { input: string; page: number; pages: number; done: number; total: number };

export type AddSourceParts = {
  files: LocalFiles;
  reader: DocumentReader;
  /** The text of a bibliography file; `text_undecodable`, `text_binary`. */
  decodeText(bytes: Uint8Array, path: string): string;
  /** Registries, asked only for an identifier that was named. */
  records: { arxiv: RecordSource; doi: RecordSource };
  hasher: Hasher;
  /** How many files are read at the same time. */
  concurrency: number;
  /** Passwords the person gave for this invocation; kept in memory alone. */
  passwords(): readonly string[];
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
  tex: LIMITS.texBytes,
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
const bibliographyFormat = async (
  { files }: AddSourceParts,
  file: FoundFile,
): Promise<BibliographyFormat | undefined> => {
  // Nothing but a regular file is ever opened.
  if ((await files.stat(file)).sizeBytes === 0) return undefined;
  const head = await files.head(file, HEAD_BYTES);
  return detectBibliographyFormat(new TextDecoder().decode(head), nameOf(file.path));
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
const stage = (
  { files }: AddSourceParts,
  { blobs, signal }: AddFileScope,
  file: FoundFile,
  kind: MediaKind,
): Promise<StagedBlob> =>
  blobs.stage(kind === 'tex' ? readTexWithInputs(files, file, signal) : files.read(file, signal), signal);

/** Puts bytes that were lost or damaged on disk back in place; true when there was need. */
const mendStored = async ({ blobs, signal }: AddFileScope, staged: StagedBlob): Promise<boolean> => {
  if ((await blobs.examine(staged.sha256, signal)) === 'sound') return false;
  await blobs.keep(staged);
  return true;
};

const isRead = (known: KnownFile | undefined, reader: string): known is KnownFile =>
  known?.documents[0]?.reader === reader;

/** Reads a file, and when it is protected tries each password in turn; the last refusal is the fault. */
const readWithPasswords = async (
  parts: AddSourceParts,
  scope: AddFileScope,
  request: ReadRequest,
  onPage: (page: number, pages: number) => void,
): Promise<Reading> => {
  const how = {
    signal: scope.signal,
    onProgress: ({ page, pages }: ReadProgress) => onPage(page, pages),
  };
  for (const password of [undefined, ...parts.passwords()]) {
    try {
      return await parts.reader.read(password === undefined ? request : { ...request, password }, how);
    } catch (error) {
      if (!isStemmaError(error) || (error.code !== 'pdf_password' && error.code !== 'pdf_password_wrong'))
        throw error;
      if (password === parts.passwords().at(-1)) throw error;
    }
  }
  throw new TypeError('a file was read with no password and with none of those given');
};

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
  const staged = await stage(parts, scope, file, kind);
  try {
    await scope.turn.hashed(staged.sha256);
    const known = await scope.stores.sources.findFile(staged.sha256 as Sha256);
    if (isRead(known, await parts.reader.versionOf(kind))) {
      const isMended = await mendStored(scope, staged);
      return unchanged(file, known, isMended ? ['stored_copy_restored'] : []);
    }
    const request = { path: staged.path, shownPath: file.shown, kind };
    const reading = await readWithPasswords(parts, scope, request, onPage);
    await scope.turn.alone();
    return await storeReading(parts, scope, { file, name: nameOf(file.path), kind, staged, known, reading });
  } finally {
    await scope.blobs.drop(staged);
  }
};
