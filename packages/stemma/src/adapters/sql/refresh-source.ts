import type { Id } from '@stemma/contract/ids';
import type { Facts, FileStanding } from '@stemma/contract/records';
import type { FactEdit } from '../../ports/source-store.ts';
import { combineFacts } from './shown-facts.ts';
import type { Db } from './tables.ts';

const filesOf = (db: Db, owner: Id, sourceId: Id) =>
  db
    .selectFrom('source_files')
    .select(['facts', 'notes', 'kind', 'standing'])
    .where('owner_id', '=', owner)
    .where('source_id', '=', sourceId)
    .orderBy('added_at')
    .orderBy('no')
    .execute();

export const loadEdits = async (db: Db, owner: Id, sourceId: Id): Promise<FactEdit[]> => {
  const rows = await db
    .selectFrom('source_edits')
    .select(['field', 'value', 'at'])
    .where('owner_id', '=', owner)
    .where('source_id', '=', sourceId)
    .orderBy('no')
    .execute();
  return rows.map(({ field, value, at }) => ({
    field: field as FactEdit['field'],
    value: value === null ? null : JSON.parse(value),
    at,
  }));
};

export const loadFacts = async (db: Db, owner: Id, sourceId: Id): Promise<Facts> => {
  const files = await filesOf(db, owner, sourceId);
  return combineFacts(
    files.map((file) => ({ facts: JSON.parse(file.facts), standing: file.standing as FileStanding })),
    await loadEdits(db, owner, sourceId),
  );
};

/** Computes what a source shows again from its files and the person's changes. */
export const refreshShownFacts = async (db: Db, owner: Id, sourceId: Id): Promise<void> => {
  const files = await filesOf(db, owner, sourceId);
  const facts = await loadFacts(db, owner, sourceId);
  const standing = files.filter((file) => file.standing !== 'replaced');
  const texts = standing.filter((file) => file.kind !== 'record');
  const shownText = texts.findLast((file) => file.standing === 'current') ?? texts.at(-1);
  await db
    .updateTable('sources')
    .set({
      title: facts.title?.value ?? '',
      authors: JSON.stringify(facts.authors?.value ?? []),
      year: facts.year?.value ?? null,
      doi: facts.doi?.value ?? null,
      arxiv_id: facts.arxivId?.value ?? null,
      arxiv_version: facts.arxivVersion?.value ?? null,
      notes: JSON.stringify([...new Set(standing.flatMap((file): string[] => JSON.parse(file.notes)))]),
      ...(files.length > 0 && { kind: shownText?.kind ?? 'record' }),
    })
    .where('owner_id', '=', owner)
    .where('id', '=', sourceId)
    .execute();
};

/** What a source says of its size: pages of its longest searched file, passages and formulas of all. */
export const refreshCounts = async (db: Db, owner: Id, sourceId: Id): Promise<void> => {
  const counts = await db
    .selectFrom('documents')
    .innerJoin('source_files', (join) =>
      join
        .onRef('source_files.owner_id', '=', 'documents.owner_id')
        .onRef('source_files.id', '=', 'documents.file_id'),
    )
    .select((eb) => [
      eb.fn.max('documents.pages').as('pages'),
      eb.fn.sum<number>('documents.passages').as('passages'),
      eb.fn.sum<number>('documents.formulas').as('formulas'),
    ])
    .where('documents.owner_id', '=', owner)
    .where('source_files.source_id', '=', sourceId)
    .where('documents.is_current', '=', 1)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('sources')
    .set({ pages: counts.pages ?? 0, passages: counts.passages ?? 0, formulas: counts.formulas ?? 0 })
    .where('owner_id', '=', owner)
    .where('id', '=', sourceId)
    .execute();
};
