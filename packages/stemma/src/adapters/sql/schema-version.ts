import { MIGRATIONS, type Migration } from './migrations/migrations.ts';
import type { SqlDialect } from './sql-dialect.ts';
import type { Db } from './tables.ts';

export const KNOWN_VERSION = MIGRATIONS.length;

/** The version a database was brought to; 0 when it is new. */
export const findVersion = async (db: Db, dialect: SqlDialect): Promise<number> => {
  if (!(await dialect.hasTable(db, 'migrations'))) return 0;
  const row = await db
    .selectFrom('migrations')
    .select((eb) => eb.fn.max('version').as('version'))
    .executeTakeFirst();
  return row?.version ?? 0;
};

/** Brings a database from one version to the newest in one transaction; the caller holds it alone. */
export const migrateFrom = async (
  db: Db,
  dialect: SqlDialect,
  version: number,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    if (version === 0)
      await tx.schema
        .createTable('migrations')
        .addColumn('version', 'integer', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('applied_at', 'bigint', (column) => column.notNull())
        .execute();
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue;
      await migration.up(tx, dialect);
      await tx
        .insertInto('migrations')
        .values({ version: index + 1, name: migration.name, applied_at: dialect.now })
        .execute();
    }
  });
};
