import type { SearchFilter } from '@stemma/contract/search';
import { sql } from 'kysely';
import type { QueryTerm } from '../../ports/lexical-index.ts';
import type { IndexEntry, IndexOwner, SearchDialect, SqlDialect } from '../sql/sql-dialect.ts';
import type { Db } from '../sql/tables.ts';
import { isDamage, toFault } from './failures.ts';

/** All SQL that is written out by hand for SQLite. */

const MIB = 1024 ** 2;

const opening = (busyTimeoutMs: number, cacheBytes: number): string[] => [
  `pragma busy_timeout = ${busyTimeoutMs}`,
  `pragma cache_size = ${-Math.round(cacheBytes / 1024)}`,
  'pragma temp_store = memory',
  'pragma foreign_keys = on',
];

/** Statements a connection begins with. FULL: what was acknowledged outlives a power cut. */
export const OPENING = {
  writer: (busyTimeoutMs: number): string[] => [
    ...opening(busyTimeoutMs, 32 * MIB),
    'pragma journal_mode = wal',
    'pragma synchronous = full',
    // The log grows while a reader stands in its way; afterwards it shrinks to this.
    `pragma journal_size_limit = ${64 * MIB}`,
  ],
  reader: (busyTimeoutMs: number): string[] => [
    ...opening(busyTimeoutMs, 16 * MIB),
    'pragma query_only = on',
  ],
  lock: (busyTimeoutMs: number): string[] => [`pragma busy_timeout = ${busyTimeoutMs}`],
};

export const TRANSACTION = { begin: 'begin immediate', commit: 'commit', rollback: 'rollback' };

/**
 * The lock of an open data folder is a transaction on a file of its own: shared while it is open,
 * exclusive while it is migrated. It ends with the process, however that ends.
 */
export const FOLDER_LOCK = {
  shared: ['begin', 'select count(*) from sqlite_master'],
  exclusive: ['begin exclusive'],
  release: 'rollback',
};

export const copyInto = (path: string): { sql: string; parameters: string[] } => ({
  sql: 'vacuum into ?',
  parameters: [path],
});

const table = (owner: IndexOwner) => sql.id(`fts_${owner.no}`);
const vocabulary = (owner: IndexOwner) => sql.id(`fts_${owner.no}_terms`);

/** Every printing character of ASCII belongs to a token, so that only our spaces part them. */
const TOKENIZER = `ascii tokenchars '${'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'.replaceAll("'", "''")}'`;

/** What parts tokens is taken out of them, alike when they are stored and when they are sought. */
const toStoredToken = (token: string): string =>
  token.replaceAll(/[\u0000-\u0020\u007f]/g, '\ufffd').toLowerCase();

const toText = (tokens: readonly string[]): string => tokens.map(toStoredToken).join(' ');

const toMatch = ({ term, prefix }: QueryTerm): string =>
  `"${toStoredToken(term).replaceAll('"', '""')}"${prefix ? ' *' : ''}`;

const countMatches = async (db: Db, owner: IndexOwner, term: QueryTerm): Promise<number> => {
  const fts = table(owner);
  const { rows } = await sql<{
    found: number;
  }>`select count(*) as found from ${fts} where ${fts} match ${toMatch(term)}`.execute(db);
  return rows[0]!.found;
};

const filtered = (owner: IndexOwner, filter: SearchFilter) => {
  const kinds = filter.kinds && sql`and p.kind in (${sql.join([...filter.kinds, ''])})`;
  const sources =
    filter.sourceKeys &&
    sql`and p.document_no in (
      select d.no from source_keys k
      join source_files f on f.owner_id = k.owner_id and f.source_id = k.source_id
      join documents d on d.owner_id = f.owner_id and d.file_id = f.id
      where k.owner_id = ${owner.id} and k.key in (${sql.join([...filter.sourceKeys, ''])}))`;
  return sql`${kinds ?? sql``} ${sources ?? sql``}`;
};

/**
 * Scores every match, then looks up the passages of the best alone: rows of equal score to the last one
 * wanted all count, so that ties are settled by passage id and not by the order of storage. `cross join`
 * keeps the planner from walking all passages of the owner instead.
 */
const findBest = (owner: IndexOwner, match: string, limit: number) => {
  const fts = table(owner);
  return sql<{ id: string }>`
    with hit as materialized (
      select rowid as no, bm25(${fts}, 2.0, 1.0) as score from ${fts} where ${fts} match ${match})
    select p.id from hit cross join passages p on p.no = hit.no
    where p.owner_id = ${owner.id}
      and hit.score <= coalesce((select score from hit order by score limit 1 offset ${limit - 1}), 0)
    order by hit.score, p.id limit ${limit}`;
};

const findBestFiltered = (owner: IndexOwner, match: string, limit: number, filter: SearchFilter) => {
  const fts = table(owner);
  return sql<{ id: string }>`
    select p.id from ${fts} cross join passages p on p.no = ${fts}.rowid
    where ${fts} match ${match} and p.owner_id = ${owner.id} ${filtered(owner, filter)}
    order by bm25(${fts}, 2.0, 1.0), p.id limit ${limit}`;
};

const sqliteSearch: SearchDialect = {
  createIndex: async (db, owner) => {
    // The text stands in the passages: the index keeps none, and forgets a passage by its number alone.
    await sql`create virtual table ${table(owner)} using fts5(
      title, text, content = '', contentless_delete = 1, tokenize = ${sql.lit(TOKENIZER)})`.execute(db);
    await sql`create virtual table ${vocabulary(owner)} using fts5vocab(${table(owner)}, 'row')`.execute(db);
  },
  put: async (db, owner, entries: readonly IndexEntry[]) => {
    const rows = entries.map(
      (entry) => sql`(${entry.no}, ${toText(entry.titleTokens)}, ${toText(entry.textTokens)})`,
    );
    await sql`insert into ${table(owner)} (rowid, title, text) values ${sql.join(rows)}`.execute(db);
  },
  removeDocument: async (db, owner, documentNo) => {
    await sql`delete from ${table(owner)} where rowid in (
      select no from passages where owner_id = ${owner.id} and document_no = ${documentNo})`.execute(db);
  },
  candidates: async (db, owner, terms, { limit, filter }) => {
    const sought = [...new Set(terms.filter(({ term }) => term !== '').map(toMatch))];
    if (sought.length === 0) return [];
    const match = sought.join(' OR ');
    const isFiltered = filter.kinds !== undefined || filter.sourceKeys !== undefined;
    const query = isFiltered ? findBestFiltered(owner, match, limit, filter) : findBest(owner, match, limit);
    return (await query.execute(db)).rows.map((row) => row.id);
  },
  documentFrequency: async (db, owner, terms) => {
    const whole = terms.filter(({ prefix }) => !prefix).map(({ term }) => toStoredToken(term));
    const { rows } = await sql<{
      term: string;
      doc: number;
    }>`select term, doc from ${vocabulary(owner)} where term in (${sql.join([...whole, ''])})`.execute(db);
    const found = new Map(rows.map((row) => [row.term, row.doc]));
    const frequencies = new Map<string, number>();
    for (const { term, prefix } of terms) {
      const count =
        prefix && term !== ''
          ? await countMatches(db, owner, { term, prefix })
          : found.get(toStoredToken(term));
      if (count) frequencies.set(term, count);
    }
    return frequencies;
  },
  problems: async (db, owner) => {
    try {
      const fts = table(owner);
      await sql`insert into ${fts} (${fts}) values ('integrity-check')`.execute(db);
      return [];
    } catch (error) {
      if (isDamage(error)) return [`index of user ${owner.id}: ${(error as Error).message}`];
      throw error;
    }
  },
};

export const createSqliteDialect = (options: { folder: string; busyTotalMs: number }): SqlDialect => ({
  now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  number: { type: 'integer', define: (column) => column.primaryKey().autoIncrement() },
  bytesType: 'blob',
  // One writer at a time: nothing else claims while a claim is made.
  skipLocked: (query) => query,
  search: sqliteSearch,
  hasTable: async (db, name) => {
    const { rows } = await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(
      db,
    );
    return rows.length > 0;
  },
  problems: async (db) => {
    try {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
      const { rows: dangling } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
      return [
        ...rows.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
        ...dangling.map((row) => `${row.table}: a reference points at nothing`),
      ];
    } catch (error) {
      // Damage may stop the check itself: that is its finding.
      if (isDamage(error)) return [(error as Error).message];
      throw error;
    }
  },
  sizeBytes: async (db) => {
    const { rows } = await sql<{
      bytes: number;
    }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(db);
    return rows[0]!.bytes;
  },
  toFault: (error) => toFault(error, options.folder, options.busyTotalMs),
});
