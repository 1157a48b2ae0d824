import { randomBytes } from 'node:crypto';
import type { RunEventBody } from '@stemma/contract/events';
import type { HashId, Id, Sha256 } from '@stemma/contract/ids';
import type { Claim, Document, Facts, PassageKind, SourceFile, Thread } from '@stemma/contract/records';
import type { NewRun } from '../ports/run-store.ts';
import type { IndexedPassage } from '../ports/source-store.ts';
import type { OwnedStores, OwnerHandle, Stores } from '../ports/stores.ts';

/** Records for suites: valid, small, and never the same twice. */

export const AT = 1_700_000_000_000;

export const newSha256 = (): Sha256 => randomBytes(32).toString('hex');
export const newHashId = (): HashId => randomBytes(16).toString('hex');

export const newId = (): Id => {
  const hex = randomBytes(16).toString('hex');
  return `01890000-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
};

/** A user of its own for a test, so that tests share one database and see none of each other. */
export const newOwner = async (stores: Stores): Promise<OwnerHandle> => {
  const id = newId();
  await stores.putUser({ id, name: 'someone', createdAt: AT });
  return stores.for(id);
};

export const newPassage = (
  documentId: HashId,
  ordinal: number,
  text: string,
  more: { kind?: PassageKind; page?: number; title?: string } = {},
): IndexedPassage => {
  const page = more.page ?? 1;
  const rect: [number, number, number, number] = [72, 100.25, 300.5, 112.75];
  return {
    passage: {
      id: newHashId(),
      documentId,
      ordinal,
      kind: more.kind ?? 'text',
      text,
      section: ['1 Introduction'],
      lines: [{ start: 0, end: text.length, page, rect, words: [0, 72, 90.13] }],
      regions: [{ page, rects: [rect] }],
      page,
      pageLabel: String(page),
      rects: [rect],
    },
    titleTokens: (more.title ?? 'title').split(' '),
    textTokens: text.toLowerCase().split(' '),
  };
};

export type Added = {
  sourceId: Id;
  key: string;
  file: SourceFile;
  document: Document;
  passages: IndexedPassage[];
};

/** A reading of a file, not stored yet. */
export const newDocument = (
  fileId: Id,
  texts: readonly string[],
  more: { reader?: string; kind?: PassageKind; title?: string } = {},
): { document: Document; passages: IndexedPassage[] } => {
  const id = newHashId();
  return {
    document: {
      id,
      fileId,
      reader: more.reader ?? 'reader 1',
      pages: Math.max(1, texts.length),
      pageLabels: texts.map((_, index) => String(index + 1)),
      notes: [],
      readAt: AT,
    },
    passages: texts.map((text, index) => newPassage(id, index, text, { page: index + 1, ...more })),
  };
};

export const newFile = (sourceId: Id, more: Partial<SourceFile> = {}): SourceFile => ({
  id: newId(),
  sourceId,
  sha256: newSha256(),
  sizeBytes: 1_000,
  kind: 'pdf',
  name: 'paper.pdf',
  path: '/papers/paper.pdf',
  addedAt: AT,
  ...more,
});

/** Stores a source with one file and one reading; each text is a passage on a page of its own. */
export const addSource = async (
  stores: OwnedStores,
  texts: readonly string[],
  more: { key?: string; facts?: Facts; titleForm?: string; kind?: PassageKind; title?: string } = {},
): Promise<Added> => {
  const sourceId = newId();
  const key = more.key ?? `key-${sourceId.slice(-12)}`;
  const file = newFile(sourceId);
  const { document, passages } = newDocument(file.id, texts, more);
  await stores.sources.putSource({
    id: sourceId,
    key,
    kind: 'pdf',
    titleForm: more.titleForm ?? '',
    addedAt: AT,
  });
  await stores.sources.putFile(file, more.facts ?? {}, []);
  await stores.sources.putDocument(document, passages);
  return { sourceId, key, file, document, passages };
};

export const newRun = (more: Partial<NewRun> = {}): NewRun => ({
  id: newId(),
  workflow: 'answer',
  workflowVersion: 1,
  node: 'start',
  input: { question: 'why' },
  state: { found: [] },
  projectId: null,
  threadId: null,
  retryOf: null,
  budget: null,
  idempotencyKey: null,
  at: AT,
  ...more,
});

export const newThread = (projectId: Id, createdAt = AT): Omit<Thread, 'headMessageId' | 'activeAt'> => ({
  id: newId(),
  projectId,
  title: 'a thread',
  createdAt,
});

export const newClaim = (messageId: Id, text: string): Claim => ({
  v: 1,
  id: newId(),
  messageId,
  blockId: 'b1',
  text,
  unitKind: 'sentence',
  checker: 'checker 1',
  verdicts: { identity: 'ok', span: 'exact', numbers: 'no_numbers', support: 'strong', coverage: 'cited' },
  supports: [],
});

export const progress = (done: number): RunEventBody => ({
  type: 'progress',
  stage: 'read',
  done,
  total: 100,
});
