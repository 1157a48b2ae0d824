import type { Facts } from '@stemma/contract/records';
import type { SqlDialect } from '../sql-dialect.ts';
import type { Db } from '../tables.ts';

/** Columns of sources, their keys and files: where a key came from, how a file stands, the imported entry. */
const addColumns = async (db: Db): Promise<void> => {
  await db.schema
    .alterTable('sources')
    .addColumn('key_origin', 'text', (column) => column.notNull().defaultTo('generated'))
    .execute();
  await db.schema.alterTable('sources').addColumn('merged_into', 'text').execute();
  await db.schema.alterTable('source_keys').addColumn('home_id', 'text').execute();
  const files = db.schema.alterTable('source_files');
  await files.addColumn('title_form', 'text', (column) => column.notNull().defaultTo('')).execute();
  await files.addColumn('arxiv_version', 'integer').execute();
  await files.addColumn('record', 'text').execute();
  await files.addColumn('entry', 'text').execute();
  await files.addColumn('standing', 'text', (column) => column.notNull().defaultTo('current')).execute();
};

const addIndexes = async (db: Db): Promise<void> => {
  const index = (table: string, column: string, name: string) =>
    db.schema.createIndex(name).on(table).columns(['owner_id', column]).execute();
  await index('source_files', 'entry', 'source_files_by_entry');
  await index('source_files', 'title_form', 'source_files_by_title');
  await index('sources', 'doi', 'sources_by_doi');
  await index('sources', 'arxiv_id', 'sources_by_arxiv_id');
};

const createHistory = async (db: Db, dialect: SqlDialect): Promise<void> => {
  const ofSource = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('no', dialect.number.type, (column) => dialect.number.define(column))
      .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('source_id', 'text', (column) => column.notNull())
      .addForeignKeyConstraint(
        `${name}_source`,
        ['owner_id', 'source_id'] as never,
        'sources' as never,
        ['owner_id', 'id'] as never,
        (key) => key.onDelete('cascade'),
      );
  await ofSource('source_edits')
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('value', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await ofSource('source_joins')
    .addColumn('file_id', 'text', (column) => column.notNull())
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('former_source_id', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('undone_at', 'bigint')
    .execute();
  await ofSource('source_differences')
    .addColumn('other_id', 'text', (column) => column.notNull())
    .execute();
  for (const table of ['source_edits', 'source_joins', 'source_differences'])
    await db.schema.createIndex(`${table}_by_source`).on(table).columns(['owner_id', 'source_id']).execute();
};

/** What files of an older database say of themselves, in the columns that are new. */
const fillColumns = async (db: Db): Promise<void> => {
  const files = await db
    .selectFrom('source_files')
    .innerJoin('sources', (join) =>
      join
        .onRef('sources.owner_id', '=', 'source_files.owner_id')
        .onRef('sources.id', '=', 'source_files.source_id'),
    )
    .select(['source_files.no', 'source_files.facts', 'sources.title_form'])
    .execute();
  for (const file of files) {
    const facts = JSON.parse(file.facts) as Facts;
    await db
      .updateTable('source_files')
      .set({ title_form: file.title_form, arxiv_version: facts.arxivVersion?.value ?? null })
      .where('no', '=', file.no)
      .execute();
  }
};

export const up = async (db: Db, dialect: SqlDialect): Promise<void> => {
  await addColumns(db);
  await addIndexes(db);
  await createHistory(db, dialect);
  await fillColumns(db);
};
