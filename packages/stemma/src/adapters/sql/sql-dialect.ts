import type { SearchFilter } from '@stemma/contract/search';
import type { ColumnDefinitionBuilder, RawBuilder, SelectQueryBuilder } from 'kysely';
import type { QueryTerm } from '../../ports/lexical-index.ts';
import type { Db, Tables } from './tables.ts';

/** Tokens of one passage on their way into an index. */
export type IndexEntry = { no: number; titleTokens: readonly string[]; textTokens: readonly string[] };

/** Whose index is meant: the id rows carry, and the small number indexes are named by. */
export type IndexOwner = { id: string; no: number };

/** The full-text engine of a database. Takes analysed terms, never raw text. */
export interface SearchDialect {
  /** Makes the index of a new user. */
  createIndex(db: Db, owner: IndexOwner): Promise<void>;
  put(db: Db, owner: IndexOwner, entries: readonly IndexEntry[]): Promise<void>;
  /** Takes the passages of one reading out of the index. */
  removeDocument(db: Db, owner: IndexOwner, documentNo: number): Promise<void>;
  /** Ids of passages holding at least one term, best first by BM25, ties by passage id. */
  candidates(
    db: Db,
    owner: IndexOwner,
    terms: readonly QueryTerm[],
    options: { limit: number; filter: SearchFilter },
  ): Promise<string[]>;
  documentFrequency(db: Db, owner: IndexOwner, terms: readonly QueryTerm[]): Promise<Map<string, number>>;
  /** What the engine's own check of this index finds. */
  problems(db: Db, owner: IndexOwner): Promise<string[]>;
}

/** What differs between databases. All raw SQL stands in the `dialect.ts` that implements it. */
export interface SqlDialect {
  /** The database's time, as an expression: integer milliseconds UTC. */
  readonly now: RawBuilder<number>;
  readonly search: SearchDialect;
  /** An integer primary key that grows with every insert and is never given twice. */
  readonly number: {
    readonly type: 'integer' | 'bigserial';
    define(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
  };
  readonly bytesType: 'blob' | 'bytea';
  /** Keeps rows another worker is claiming out of a claim, where the database locks rows. */
  skipLocked<O>(query: SelectQueryBuilder<Tables, 'runs', O>): SelectQueryBuilder<Tables, 'runs', O>;
  hasTable(db: Db, name: string): Promise<boolean>;
  /** Problems the engine's integrity check finds in tables; empty is healthy. */
  problems(db: Db): Promise<string[]>;
  sizeBytes(db: Db): Promise<number>;
  /** What the driver threw, as the StemmaError it stands for; anything else is returned as it is. */
  toFault(error: unknown): unknown;
}
