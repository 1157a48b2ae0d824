import type { CreateTableBuilder } from 'kysely';
import type { SqlDialect } from '../sql-dialect.ts';
import type { Db } from '../tables.ts';

/** A table of one owner's records. Foreign keys carry the owner, so that no record points at another's. */
const owned = (db: Db, name: string): CreateTableBuilder<string, 'owner_id'> =>
  db.schema
    .createTable(name)
    .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'));

/** As {@link owned}, with an order of insertion, and the id unique for its owner. */
const numbered = (db: Db, dialect: SqlDialect, name: string): CreateTableBuilder<string, string> =>
  db.schema
    .createTable(name)
    .addColumn('no', dialect.number.type, (column) => dialect.number.define(column))
    .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addUniqueConstraint(`${name}_id`, ['owner_id', 'id']);

/** Checked at commit, so that records of one transaction may be written in any order. */
const pointsTo = <T extends string, C extends string>(
  table: CreateTableBuilder<T, C>,
  column: string,
  target: string,
  name: string,
): CreateTableBuilder<T, C> =>
  table.addForeignKeyConstraint(
    name,
    ['owner_id', column] as never,
    target as never,
    ['owner_id', 'id'] as never,
    (key) => key.onDelete('cascade').deferrable().initiallyDeferred(),
  ) as CreateTableBuilder<T, C>;

const index = async (db: Db, table: string, columns: readonly string[], name: string): Promise<void> => {
  await db.schema
    .createIndex(name)
    .on(table)
    .columns([...columns])
    .execute();
};

const createUsers = async (db: Db): Promise<void> => {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('no', 'integer', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await owned(db, 'projects')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('is_inbox', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('projects_pk', ['owner_id', 'id'] as never)
    .execute();
};

const createSources = async (db: Db, dialect: SqlDialect): Promise<void> => {
  await numbered(db, dialect, 'sources')
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('title_form', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('authors', 'text', (column) => column.notNull())
    .addColumn('year', 'integer')
    .addColumn('doi', 'text')
    .addColumn('arxiv_id', 'text')
    .addColumn('arxiv_version', 'integer')
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('pages', 'integer', (column) => column.notNull())
    .addColumn('passages', 'integer', (column) => column.notNull())
    .addColumn('formulas', 'integer', (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .execute();
  await index(db, 'sources', ['owner_id', 'title_form'], 'sources_by_title');
  await index(db, 'sources', ['owner_id', 'no'], 'sources_in_order');
  await pointsTo(
    owned(db, 'source_keys')
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('source_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('source_keys_pk', ['owner_id', 'key']),
    'source_id',
    'sources',
    'source_keys_source',
  ).execute();
};

const createFiles = async (db: Db, dialect: SqlDialect): Promise<void> => {
  await pointsTo(
    numbered(db, dialect, 'source_files')
      .addColumn('source_id', 'text', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('size_bytes', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .addColumn('notes', 'text', (column) => column.notNull())
      .addColumn('doi', 'text')
      .addColumn('arxiv_id', 'text')
      .addUniqueConstraint('source_files_sha256', ['owner_id', 'sha256']),
    'source_id',
    'sources',
    'source_files_source',
  ).execute();
  for (const column of ['source_id', 'doi', 'arxiv_id'] as const)
    await index(db, 'source_files', ['owner_id', column], `source_files_by_${column}`);
};

const createDocuments = async (db: Db, dialect: SqlDialect): Promise<void> => {
  await pointsTo(
    numbered(db, dialect, 'documents')
      .addColumn('file_id', 'text', (column) => column.notNull())
      .addColumn('reader', 'text', (column) => column.notNull())
      .addColumn('pages', 'integer', (column) => column.notNull())
      .addColumn('page_labels', 'text', (column) => column.notNull())
      .addColumn('notes', 'text', (column) => column.notNull())
      .addColumn('read_at', 'bigint', (column) => column.notNull())
      .addColumn('is_current', 'integer', (column) => column.notNull())
      .addColumn('passages', 'integer', (column) => column.notNull())
      .addColumn('formulas', 'integer', (column) => column.notNull())
      .addColumn('title_tokens', 'integer', (column) => column.notNull())
      .addColumn('text_tokens', 'integer', (column) => column.notNull())
      .addUniqueConstraint('documents_no', ['owner_id', 'no']),
    'file_id',
    'source_files',
    'documents_file',
  ).execute();
  await index(db, 'documents', ['owner_id', 'file_id'], 'documents_by_file');
  // A passage names its document by number: 50,000 of them would repeat 64 bytes of id each otherwise.
  await numbered(db, dialect, 'passages')
    .addColumn('document_no', 'integer', (column) => column.notNull())
    .addColumn('ordinal', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('page', 'integer')
    .addColumn('page_label', 'text')
    .addColumn('section', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('places', dialect.bytesType)
    .addForeignKeyConstraint(
      'passages_document',
      ['owner_id', 'document_no'],
      'documents',
      ['owner_id', 'no'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await index(db, 'passages', ['owner_id', 'document_no', 'ordinal'], 'passages_by_document');
  await owned(db, 'lexical_stats')
    .addColumn('passages', 'integer', (column) => column.notNull())
    .addColumn('title_tokens', 'bigint', (column) => column.notNull())
    .addColumn('text_tokens', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('lexical_stats_pk', ['owner_id'])
    .execute();
};

const createThreads = async (db: Db, dialect: SqlDialect): Promise<void> => {
  await pointsTo(
    numbered(db, dialect, 'threads')
      .addColumn('project_id', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('head_message_id', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('active_at', 'bigint', (column) => column.notNull()),
    'project_id',
    'projects',
    'threads_project',
  ).execute();
  await index(db, 'threads', ['owner_id', 'active_at'], 'threads_by_activity');
  const messages = numbered(db, dialect, 'messages')
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('parent_id', 'text')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull());
  await pointsTo(messages, 'thread_id', 'threads', 'messages_thread').execute();
  await index(db, 'messages', ['owner_id', 'thread_id'], 'messages_by_thread');
  await numbered(db, dialect, 'claims')
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  await index(db, 'claims', ['owner_id', 'message_id'], 'claims_by_message');
};

const createRuns = async (db: Db, dialect: SqlDialect): Promise<void> => {
  await numbered(db, dialect, 'runs')
    .addColumn('workflow', 'text', (column) => column.notNull())
    .addColumn('workflow_version', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('project_id', 'text')
    .addColumn('thread_id', 'text')
    .addColumn('retry_of', 'text')
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('wake_at', 'bigint')
    .addColumn('input', 'text', (column) => column.notNull())
    .addColumn('node', 'text', (column) => column.notNull())
    .addColumn('visit', 'integer', (column) => column.notNull())
    .addColumn('visit_at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('waiting', 'text')
    .addColumn('budget', 'text')
    .addColumn('spent_tokens', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('spent_micros', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('reserved_tokens', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('reserved_micros', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('epoch', 'integer', (column) => column.notNull())
    .addColumn('holder', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('idempotency_key', 'text')
    .addColumn('last_seq', 'integer', (column) => column.notNull())
    .addUniqueConstraint('runs_idempotency', ['owner_id', 'idempotency_key'])
    .execute();
  await index(db, 'runs', ['status', 'wake_at'], 'runs_by_status');
  await index(db, 'runs', ['owner_id', 'no'], 'runs_in_order');
  await index(db, 'runs', ['owner_id', 'status'], 'runs_of_status');
  await index(db, 'runs', ['owner_id', 'thread_id'], 'runs_by_thread');
};

const createRunRecords = async (db: Db, dialect: SqlDialect): Promise<void> => {
  const events = owned(db, 'run_events')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('v', 'integer', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('visit', 'integer')
    .addColumn('key', 'text')
    .addPrimaryKeyConstraint('run_events_pk', ['owner_id', 'run_id', 'seq'])
    .addUniqueConstraint('run_events_key', ['owner_id', 'run_id', 'visit', 'key']);
  await pointsTo(events, 'run_id', 'runs', 'run_events_run').execute();
  const steps = owned(db, 'run_steps')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('visit', 'integer', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('effect', 'text', (column) => column.notNull())
    .addColumn('input_hash', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('result', 'text')
    .addColumn('reserved_tokens', 'bigint')
    .addColumn('reserved_micros', 'bigint')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_steps_pk', ['owner_id', 'run_id', 'visit', 'key']);
  await pointsTo(steps, 'run_id', 'runs', 'run_steps_run').execute();
  const decisions = numbered(db, dialect, 'run_decisions')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('asked', 'text', (column) => column.notNull())
    .addColumn('decision', 'text')
    .addColumn('decided_at', 'bigint');
  await pointsTo(decisions, 'run_id', 'runs', 'run_decisions_run').execute();
  await index(db, 'run_decisions', ['owner_id', 'run_id'], 'run_decisions_by_run');
};

const createBlobs = async (db: Db): Promise<void> => {
  await owned(db, 'blob_pins')
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('pinned_until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('blob_pins_pk', ['owner_id', 'sha256'])
    .execute();
  await index(db, 'blob_pins', ['sha256'], 'blob_pins_by_sha256');
  await owned(db, 'blob_references')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('holder_id', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('blob_references_pk', ['owner_id', 'kind', 'holder_id', 'sha256'])
    .execute();
  await index(db, 'blob_references', ['sha256'], 'blob_references_by_sha256');
};

export const up = async (db: Db, dialect: SqlDialect): Promise<void> => {
  await createUsers(db);
  await createSources(db, dialect);
  await createFiles(db, dialect);
  await createDocuments(db, dialect);
  await createThreads(db, dialect);
  await createRuns(db, dialect);
  await createRunRecords(db, dialect);
  await createBlobs(db);
};
