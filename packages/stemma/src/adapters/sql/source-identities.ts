import type { Id } from '@stemma/contract/ids';
import type { Selectable } from 'kysely';
import type { SourceIdentity, SourceStore } from '../../ports/source-store.ts';
import type { Access } from './access.ts';
import { toSource } from './source-rows.ts';
import type { Db, SourceFileTable, SourceTable } from './tables.ts';

/** DOIs and arXiv ids are equal whatever their case. */
export const identityForm = (id: string | null | undefined): string | null => id?.toLowerCase() ?? null;

type IdentityFileRow = Pick<Selectable<SourceFileTable>, 'source_id' | 'doi' | 'arxiv_id' | 'title_form'>;

const known = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value): value is string => value !== null && value !== '')),
];

const toIdentity = (row: Selectable<SourceTable>, files: readonly IdentityFileRow[]): SourceIdentity => {
  const source = toSource(row);
  const own = files.filter((file) => file.source_id === row.id);
  return {
    id: source.id,
    key: source.key,
    titleForm: row.title_form,
    families: source.authors.map((author) => author.family),
    year: source.year,
    doi: source.doi,
    arxivId: source.arxivId,
    dois: known([identityForm(source.doi), ...own.map((file) => file.doi)]),
    arxivIds: known([identityForm(source.arxivId), ...own.map((file) => file.arxiv_id)]),
    titleForms: known([row.title_form, ...own.map((file) => file.title_form)]),
  };
};

type Sought = Parameters<SourceStore['findIdentities']>[0];

/** Ids of sources that a file, the person or the title says may be the work. */
const identityIds = (db: Db, owner: Id, { doi, arxivId, titleForm }: Sought) => {
  const filesWith = (column: 'doi' | 'arxiv_id' | 'title_form', value: string | null) =>
    db
      .selectFrom('source_files')
      .select('source_id as id')
      .where('owner_id', '=', owner)
      .where(column, '=', value)
      .where(column, '!=', '')
      .where('standing', '!=', 'replaced');
  const sourcesWith = (column: 'doi' | 'arxiv_id' | 'title_form', value: string | null) =>
    db
      .selectFrom('sources')
      .select('id')
      .where('owner_id', '=', owner)
      .where(column, '=', value)
      .where(column, '!=', '');
  return filesWith('doi', identityForm(doi))
    .union(filesWith('arxiv_id', identityForm(arxivId)))
    .union(filesWith('title_form', titleForm))
    .union(sourcesWith('doi', identityForm(doi)))
    .union(sourcesWith('arxiv_id', identityForm(arxivId)))
    .union(sourcesWith('title_form', titleForm));
};

/** Sources that may be the same work, oldest first. */
export const findIdentities = async (
  access: Access,
  owner: Id,
  sought: Sought,
): Promise<SourceIdentity[]> => {
  const rows = await access.read((db) =>
    db
      .selectFrom('sources')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('merged_into', 'is', null)
      .where('id', 'in', identityIds(db, owner, sought))
      .execute(),
  );
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const files = await access.read((db) =>
    db
      .selectFrom('source_files')
      .select(['source_id', 'doi', 'arxiv_id', 'title_form'])
      .where('owner_id', '=', owner)
      .where('source_id', 'in', ids)
      .where('standing', '!=', 'replaced')
      .execute(),
  );
  return rows.toSorted((a, b) => a.no - b.no).map((row) => toIdentity(row, files));
};
