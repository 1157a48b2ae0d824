import type { AddedItem } from '@stemma/contract/events';
import type { HashId } from '@stemma/contract/ids';
import type { Document, Facts, MediaKind, Passage, PassageDraft } from '@stemma/contract/records';
import { documentIdContent, passageIdContent, toHashId } from '../../core/source/document-id.ts';
import { parseDoi } from '../../core/source/doi.ts';
import type { StagedBlob } from '../../ports/blob-store.ts';
import type { Reading } from '../../ports/document-reader.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { FoundFile } from '../../ports/local-files.ts';
import type { KnownFile } from '../../ports/source-store.ts';
import type { OwnedStores } from '../../ports/stores.ts';
import { indexedPassages, rearranged, underTitle } from '../library/arrange-source.ts';
import { type Placement, placeWork, titleFormOf, versionRemarks } from '../library/place-work.ts';
import type { AddFileScope } from './add-file.ts';
import { addedItem } from './item.ts';

export type ReadFile = {
  file: FoundFile;
  name: string;
  kind: MediaKind;
  staged: StagedBlob;
  /** The file when its bytes were known, read by an older reader. */
  known: KnownFile | undefined;
  reading: Reading;
};

type Naming = { hasher: Hasher };

/**
 * Facts as they are kept and compared: a DOI in its normal form; a file without a title of its own is called
 * by its name, and its origin says so.
 */
const normalFacts = (facts: Facts, name: string): Facts => {
  const named = { value: name.replace(/\.[^.]+$/, '') || name, origin: 'file_name' as const };
  const { doi } = facts;
  return {
    ...facts,
    ...(doi && { doi: { ...doi, value: parseDoi(doi.value) ?? doi.value } }),
    title: facts.title ?? named,
  };
};

/** A passage's page and rectangles are those of its first region. */
const placed = (draft: PassageDraft, pageLabels: Reading['pageLabels']) => {
  const [region] = draft.regions;
  const page = region?.page ?? null;
  return {
    page,
    pageLabel: page === null ? null : (pageLabels[page - 1] ?? null),
    rects: region?.rects ?? [],
  };
};

const documentOf = ({ hasher }: Naming, read: ReadFile, fileId: string, readAt: number): Document => {
  const { reading, staged } = read;
  const content = documentIdContent({ fileSha256: staged.sha256, reader: reading.reader, settings: {} });
  return {
    id: toHashId(hasher.sha256(content)) as HashId,
    fileId,
    reader: reading.reader,
    pages: reading.pageLabels.length,
    pageLabels: reading.pageLabels,
    notes: reading.notes,
    readAt,
  };
};

const passagesOf = ({ hasher }: Naming, reading: Reading, document: Document): Passage[] =>
  reading.passages.map((draft, ordinal) => ({
    ...draft,
    id: toHashId(
      hasher.sha256(passageIdContent({ documentId: document.id, ordinal, text: draft.text })),
    ) as HashId,
    documentId: document.id,
    ordinal,
    ...placed(draft, reading.pageLabels),
  }));

/** The source a file belongs to: its own, one of the same work, or a new one. */
const placeFile = (
  tx: OwnedStores,
  scope: AddFileScope,
  { known, kind, staged, name }: ReadFile,
  facts: Facts,
): Promise<Placement> | Placement =>
  known
    ? { sourceId: known.file.sourceId, key: known.sourceKey, isNew: false, joinedBy: null, remarks: [] }
    : placeWork(tx, scope, { facts, kind, sha256: staged.sha256, fileName: name, importedKey: null });

/**
 * Keeps the bytes, then writes source, file, facts, reading, passages and index in one transaction. Ids are
 * hashes of content or derived from the run, so that a repeated step writes the same records.
 */
export const storeReading = async (
  naming: Naming,
  scope: AddFileScope,
  read: ReadFile,
): Promise<AddedItem> => {
  const { staged, reading, known } = read;
  const facts = normalFacts(reading.facts, read.name);
  const fileId = known?.file.id ?? scope.newId(`file:${staged.sha256}`);
  const document = documentOf(naming, read, fileId, scope.now());
  const title = facts.title?.value ?? '';
  const passages = indexedPassages(passagesOf(naming, reading, document), title);
  await scope.stores.blobs.pin(staged.sha256, staged.sizeBytes);
  await scope.blobs.keep(staged);
  const placement = await scope.stores.transaction(async (tx) => {
    // Another process may have added the same bytes while this one was reading them.
    const stored = await tx.sources.findFile(staged.sha256);
    if (stored && !known) return { key: stored.sourceKey, isNew: false, isStored: true, remarks: [] };
    const place = await placeFile(tx, scope, read, facts);
    const { sourceId, joinedBy } = place;
    const file = {
      id: fileId,
      sourceId,
      sha256: staged.sha256,
      sizeBytes: staged.sizeBytes,
      kind: read.kind,
      name: read.name,
      path: read.file.path,
      addedAt: known?.file.addedAt ?? scope.now(),
    };
    const change = async (): Promise<void> => {
      await tx.sources.putFile(file, facts, reading.notes, { titleForm: titleFormOf(facts) });
      await tx.blobs.refer(staged.sha256, { kind: 'source_file', id: fileId });
      if (joinedBy)
        await tx.sources.putJoin(sourceId, { fileId, by: joinedBy, formerSourceId: null, at: scope.now() });
    };
    await rearranged(tx, sourceId, change, {
      fileId,
      write: (shown) =>
        tx.sources.putDocument(document, shown === title ? passages : underTitle(passages, shown)),
    });
    const remarks = [...place.remarks, ...(await versionRemarks(tx, sourceId, fileId))];
    return { ...place, remarks, isStored: false };
  });
  const status = placement.isStored ? 'unchanged' : placement.isNew ? 'added' : 'updated';
  const item = addedItem(read.file.shown, status, {
    source: placement.key,
    passages: passages.length,
    pages: document.pages,
    formulas: 0,
    notes: reading.notes,
  });
  return placement.remarks.length > 0 ? { ...item, remarks: placement.remarks } : item;
};
