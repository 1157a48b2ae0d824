import type { AddedItem } from '@stemma/contract/events';
import type { HashId } from '@stemma/contract/ids';
import type { Document, Facts, MediaKind, Passage, PassageDraft } from '@stemma/contract/records';
import { citationKeyChoices } from '../../core/source/citation-key.ts';
import { documentIdContent, passageIdContent, toHashId } from '../../core/source/document-id.ts';
import { parseDoi } from '../../core/source/doi.ts';
import { decideIdentity, familyForms } from '../../core/source/identity.ts';
import { titleForm } from '../../core/source/title-form.ts';
import { indexTokens } from '../../core/text/analyse.ts';
import type { StagedBlob } from '../../ports/blob-store.ts';
import type { Reading } from '../../ports/document-reader.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { FoundFile } from '../../ports/local-files.ts';
import type { IndexedPassage, KnownFile } from '../../ports/source-store.ts';
import type { OwnedStores } from '../../ports/stores.ts';
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

const describe = (facts: Facts) => ({
  titleForm: facts.title && facts.title.origin !== 'file_name' ? titleForm(facts.title.value) : '',
  families: familyForms(facts.authors?.value ?? []),
  year: facts.year?.value ?? null,
  doi: facts.doi?.value ?? null,
  arxivId: facts.arxivId?.value ?? null,
});

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

const passagesOf = (
  { hasher }: Naming,
  reading: Reading,
  document: Document,
  title: string,
): IndexedPassage[] => {
  const titleTokens = indexTokens(title);
  return reading.passages.map((draft, ordinal) => {
    const id = toHashId(
      hasher.sha256(passageIdContent({ documentId: document.id, ordinal, text: draft.text })),
    ) as HashId;
    const passage: Passage = {
      ...draft,
      id,
      documentId: document.id,
      ordinal,
      ...placed(draft, reading.pageLabels),
    };
    return { passage, titleTokens, textTokens: indexTokens(draft.text) };
  });
};

type Placement = { sourceId: string; key: string; isNew: boolean };

const freeKey = async (tx: OwnedStores, choices: readonly string[]): Promise<string> => {
  for (const key of choices) if (!(await tx.sources.isKeyTaken(key))) return key;
  throw new TypeError(`no key is free among ${choices.join(', ')}`);
};

/** The source a file belongs to: its own, one of the same work, or a new one. */
const placeFile = async (
  tx: OwnedStores,
  scope: AddFileScope,
  read: ReadFile,
  facts: Facts,
): Promise<Placement> => {
  if (read.known) return { sourceId: read.known.file.sourceId, key: read.known.sourceKey, isNew: false };
  const described = describe(facts);
  const candidates = await tx.sources.findIdentities(described);
  const decision = decideIdentity(described, candidates);
  if (decision.kind === 'same') {
    const same = candidates.find((candidate) => candidate.id === decision.sourceId)!;
    return { sourceId: same.id, key: same.key, isNew: false };
  }
  const named = {
    authors: facts.authors?.value ?? [],
    year: facts.year?.value ?? null,
    title: facts.title?.origin === 'file_name' ? null : (facts.title?.value ?? null),
    fileName: read.name,
  };
  const key = await freeKey(tx, citationKeyChoices(named, read.staged.sha256));
  const sourceId = scope.newId(`source:${read.staged.sha256}`);
  await tx.sources.putSource({
    id: sourceId,
    key,
    kind: read.kind,
    titleForm: described.titleForm,
    addedAt: scope.now(),
  });
  return { sourceId, key, isNew: true };
};

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
  const passages = passagesOf(naming, reading, document, facts.title?.value ?? '');
  await scope.stores.blobs.pin(staged.sha256, staged.sizeBytes);
  await scope.blobs.keep(staged);
  const placement = await scope.stores.transaction(async (tx) => {
    // Another process may have added the same bytes while this one was reading them.
    const stored = await tx.sources.findFile(staged.sha256);
    if (stored && !known)
      return { sourceId: stored.file.sourceId, key: stored.sourceKey, isNew: false, isStored: true };
    const place = await placeFile(tx, scope, read, facts);
    const file = {
      id: fileId,
      sourceId: place.sourceId,
      sha256: staged.sha256,
      sizeBytes: staged.sizeBytes,
      kind: read.kind,
      name: read.name,
      path: read.file.path,
      addedAt: known?.file.addedAt ?? scope.now(),
    };
    await tx.sources.putFile(file, facts, reading.notes);
    await tx.blobs.refer(staged.sha256, { kind: 'source_file', id: fileId });
    await tx.sources.putDocument(document, passages);
    return { ...place, isStored: false };
  });
  const status = placement.isStored ? 'unchanged' : placement.isNew ? 'added' : 'updated';
  return addedItem(read.file.shown, status, {
    source: placement.key,
    passages: passages.length,
    pages: document.pages,
    formulas: 0,
    notes: reading.notes,
  });
};
