import type { CslItem } from '@stemma/contract/csl';
import type { ItemRemark } from '@stemma/contract/events';
import type { HashId, Id } from '@stemma/contract/ids';
import type { Document, SourceFile } from '@stemma/contract/records';
import { canonicalJson, type JsonValue } from '../../core/run/canonical-json.ts';
import { documentIdContent, passageIdContent, toHashId } from '../../core/source/document-id.ts';
import { abstractPassages, recordFacts } from '../../core/source/record-facts.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { KnownFile } from '../../ports/source-store.ts';
import type { OwnedStores } from '../../ports/stores.ts';
import { indexedPassages, rearranged } from '../library/arrange-source.ts';
import {
  giveImportedKey,
  type Placement,
  type PlaceScope,
  placeWork,
  titleFormOf,
  versionRemarks,
} from '../library/place-work.ts';

/** Name and version of what makes passages of an entry. */
const RECORD_READER = 'record-1';

export type RecordToStore = {
  item: CslItem;
  /** The place it comes from; the same place holds the same work when it is imported again. */
  entry: string;
  name: string;
  path: string;
  importedKey: string | null;
};

export type StoredRecord = {
  outcome: 'added' | 'updated' | 'unchanged';
  key: string;
  passages: number;
  remarks: ItemRemark[];
};

type Scope = PlaceScope & { hasher: Hasher };

type Named = RecordToStore & { sha256: string; content: string };

const readingOf = ({ hasher, now }: Scope, { item, sha256 }: Named, fileId: Id) => {
  const content = documentIdContent({ fileSha256: sha256, reader: RECORD_READER, settings: {} });
  const document: Document = {
    id: toHashId(hasher.sha256(content)) as HashId,
    fileId,
    reader: RECORD_READER,
    pages: 0,
    pageLabels: [],
    notes: [],
    readAt: now(),
  };
  const passages = abstractPassages(item).map((draft, ordinal) => ({
    ...draft,
    id: toHashId(
      hasher.sha256(passageIdContent({ documentId: document.id, ordinal, text: draft.text })),
    ) as HashId,
    documentId: document.id,
    ordinal,
    page: null,
    pageLabel: null,
    rects: [],
  }));
  return { document, passages };
};

const placeRecord = async (
  tx: OwnedStores,
  scope: Scope,
  record: Named,
  previous: KnownFile | undefined,
): Promise<Placement> => {
  const work = {
    facts: recordFacts(record.item),
    kind: 'record' as const,
    sha256: record.sha256,
    fileName: record.name,
    importedKey: record.importedKey,
  };
  if (!previous) return placeWork(tx, scope, work);
  const { sourceId } = previous.file;
  const { key, remarks } = await giveImportedKey(tx, sourceId, work);
  return { sourceId, key, isNew: false, joinedBy: null, remarks };
};

/** Writes an entry that is new, or new in what it says, into the source it belongs to. */
const putRecord = async (
  tx: OwnedStores,
  scope: Scope,
  record: Named,
  previous: KnownFile | undefined,
): Promise<StoredRecord> => {
  const facts = recordFacts(record.item);
  const { sourceId, key, isNew, joinedBy, remarks } = await placeRecord(tx, scope, record, previous);
  const fileId = scope.newId(`file:${record.sha256}`);
  const file: SourceFile = {
    id: fileId,
    sourceId,
    sha256: record.sha256,
    sizeBytes: new TextEncoder().encode(record.content).length,
    kind: 'record',
    name: record.name,
    path: record.path,
    addedAt: scope.now(),
  };
  const { document, passages } = readingOf(scope, record, fileId);
  const change = async (): Promise<void> => {
    await tx.sources.putFile(file, facts, [], {
      titleForm: titleFormOf(facts),
      record: { item: record.item, entry: record.entry },
    });
    if (previous) await tx.sources.setStanding(previous.file.id, 'replaced');
    if (joinedBy)
      await tx.sources.putJoin(sourceId, { fileId, by: joinedBy, formerSourceId: null, at: scope.now() });
  };
  await rearranged(tx, sourceId, change, {
    fileId,
    write: async (title) => {
      if (passages.length > 0) await tx.sources.putDocument(document, indexedPassages(passages, title));
    },
  });
  return {
    outcome: isNew ? 'added' : 'updated',
    key,
    passages: passages.length,
    remarks: [...remarks, ...(await versionRemarks(tx, sourceId, fileId))],
  };
};

/** An entry that says again what it said before another change. */
const restoreRecord = async (
  tx: OwnedStores,
  known: KnownFile,
  previous: KnownFile,
): Promise<StoredRecord> => {
  await rearranged(tx, known.file.sourceId, async () => {
    await tx.sources.setStanding(previous.file.id, 'replaced');
    await tx.sources.setStanding(known.file.id, 'current');
  });
  return { outcome: 'updated', key: known.sourceKey, passages: known.passages, remarks: [] };
};

/**
 * Stores one entry of a bibliography or of a registry as a record, in the caller's transaction. The same
 * entry again is unchanged; a changed one replaces what it said before, in the same source.
 */
export const storeRecord = async (
  tx: OwnedStores,
  scope: Scope,
  record: RecordToStore,
): Promise<StoredRecord> => {
  const content = canonicalJson(record.item as JsonValue);
  const sha256 = scope.hasher.sha256(content);
  const known = await tx.sources.findFile(sha256);
  const previous = await tx.sources.findEntry(record.entry);
  if (
    known &&
    previous &&
    previous.file.id !== known.file.id &&
    previous.file.sourceId === known.file.sourceId
  )
    return restoreRecord(tx, known, previous);
  if (known) {
    const isOfThisStep = known.file.id === scope.newId(`file:${sha256}`);
    const outcome = isOfThisStep ? 'added' : 'unchanged';
    return { outcome, key: known.sourceKey, passages: known.passages, remarks: [] };
  }
  return putRecord(tx, scope, { ...record, sha256, content }, previous);
};
