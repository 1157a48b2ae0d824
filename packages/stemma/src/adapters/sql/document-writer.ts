import type { Id } from '@stemma/contract/ids';
import type { Document } from '@stemma/contract/records';
import type { IndexedPassage } from '../../ports/source-store.ts';
import { encodePlaces } from './place-code.ts';
import { refreshCounts } from './refresh-source.ts';
import type { IndexEntry, IndexOwner, SqlDialect } from './sql-dialect.ts';
import type { Db } from './tables.ts';
import { findIndexOwner } from './users.ts';

/** Rows of one statement: few round trips, and few different statements to keep prepared. */
const ROWS_AT_ONCE = 64;

export const batchesOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

type Sums = { passages: number; titleTokens: number; textTokens: number };

const tokensIn = (passages: readonly IndexedPassage[], of: 'titleTokens' | 'textTokens'): number =>
  passages.reduce((sum, entry) => sum + entry[of].length, 0);

const insertPassages = async (
  db: Db,
  owner: Id,
  documentNo: number,
  passages: readonly IndexedPassage[],
): Promise<void> => {
  for (const batch of batchesOf(passages, ROWS_AT_ONCE))
    await db
      .insertInto('passages')
      .values(
        batch.map(({ passage }) => ({
          owner_id: owner,
          id: passage.id,
          document_no: documentNo,
          ordinal: passage.ordinal,
          kind: passage.kind,
          page: passage.page,
          page_label: passage.pageLabel,
          section: JSON.stringify(passage.section),
          text: passage.text,
          places: encodePlaces(passage),
        })),
      )
      .execute();
};

const insertDocument = async (
  db: Db,
  owner: Id,
  document: Document,
  passages: readonly IndexedPassage[],
): Promise<number> => {
  const { no } = await db
    .insertInto('documents')
    .values({
      owner_id: owner,
      id: document.id,
      file_id: document.fileId,
      reader: document.reader,
      pages: document.pages,
      page_labels: JSON.stringify(document.pageLabels),
      notes: JSON.stringify(document.notes),
      read_at: document.readAt,
      is_current: 0,
      passages: passages.length,
      formulas: passages.filter(({ passage }) => passage.kind === 'formula').length,
      title_tokens: 0,
      text_tokens: 0,
    })
    .returning('no')
    .executeTakeFirstOrThrow();
  await insertPassages(db, owner, no, passages);
  return no;
};

const addToStats = async (db: Db, owner: Id, sums: Sums, sign: 1 | -1): Promise<void> => {
  await db
    .updateTable('lexical_stats')
    .set((eb) => ({
      passages: eb('passages', '+', sign * sums.passages),
      title_tokens: eb('title_tokens', '+', sign * sums.titleTokens),
      text_tokens: eb('text_tokens', '+', sign * sums.textTokens),
    }))
    .where('owner_id', '=', owner)
    .execute();
};

/** Takes the file's reading that was current out of the index; its rows stay for claims that name them. */
const retireCurrent = async (db: Db, dialect: SqlDialect, owner: IndexOwner, fileId: Id): Promise<void> => {
  const current = await db
    .selectFrom('documents')
    .select(['no', 'passages', 'title_tokens', 'text_tokens'])
    .where('owner_id', '=', owner.id)
    .where('file_id', '=', fileId)
    .where('is_current', '=', 1)
    .executeTakeFirst();
  if (!current) return;
  await dialect.search.removeDocument(db, owner, current.no);
  const sums = {
    passages: current.passages,
    titleTokens: current.title_tokens,
    textTokens: current.text_tokens,
  };
  await addToStats(db, owner.id, sums, -1);
  await db
    .updateTable('documents')
    .set({ is_current: 0 })
    .where('owner_id', '=', owner.id)
    .where('no', '=', current.no)
    .execute();
};

const indexReading = async (
  db: Db,
  dialect: SqlDialect,
  owner: IndexOwner,
  no: number,
  passages: readonly IndexedPassage[],
): Promise<void> => {
  const stored = await db
    .selectFrom('passages')
    .select(['no', 'id'])
    .where('owner_id', '=', owner.id)
    .where('document_no', '=', no)
    .execute();
  const numbers = new Map(stored.map((row) => [row.id, row.no]));
  const entries: IndexEntry[] = passages.flatMap(({ passage, titleTokens, textTokens }) => {
    const passageNo = numbers.get(passage.id);
    return passageNo === undefined ? [] : [{ no: passageNo, titleTokens, textTokens }];
  });
  for (const batch of batchesOf(entries, ROWS_AT_ONCE)) await dialect.search.put(db, owner, batch);
  const sums = {
    passages: entries.length,
    titleTokens: tokensIn(passages, 'titleTokens'),
    textTokens: tokensIn(passages, 'textTokens'),
  };
  await addToStats(db, owner.id, sums, 1);
  await db
    .updateTable('documents')
    .set({ is_current: 1, title_tokens: sums.titleTokens, text_tokens: sums.textTokens })
    .where('owner_id', '=', owner.id)
    .where('no', '=', no)
    .execute();
};

export const sourceOfFile = async (db: Db, owner: Id, fileId: Id): Promise<Id> =>
  (
    await db
      .selectFrom('source_files')
      .select('source_id')
      .where('owner_id', '=', owner)
      .where('id', '=', fileId)
      .executeTakeFirstOrThrow()
  ).source_id;

/** Takes a file's current reading out of the index. */
export const retireReading = async (db: Db, dialect: SqlDialect, ownerId: Id, fileId: Id): Promise<void> => {
  const owner = await findIndexOwner(db, ownerId);
  if (!owner) throw new TypeError(`user ${ownerId} is unknown`);
  await retireCurrent(db, dialect, owner, fileId);
  await refreshCounts(db, ownerId, await sourceOfFile(db, ownerId, fileId));
};

/**
 * Stores a reading and makes it the file's current one: the older one leaves the index in the same
 * transaction. A reading that is current already is left alone.
 */
export const writeDocument = async (
  db: Db,
  dialect: SqlDialect,
  ownerId: Id,
  document: Document,
  passages: readonly IndexedPassage[],
): Promise<void> => {
  const known = await db
    .selectFrom('documents')
    .select(['no', 'is_current'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', document.id)
    .executeTakeFirst();
  if (known?.is_current) return;
  const owner = await findIndexOwner(db, ownerId);
  if (!owner) throw new TypeError(`user ${ownerId} is unknown`);
  const no = known?.no ?? (await insertDocument(db, ownerId, document, passages));
  await retireCurrent(db, dialect, owner, document.fileId);
  await indexReading(db, dialect, owner, no, passages);
  await refreshCounts(db, ownerId, await sourceOfFile(db, ownerId, document.fileId));
};
