import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newFolder, startChild } from '../../conformance/children.ts';
import { addSource } from '../../conformance/specimens.ts';
import { processEntry } from '../../processes/entry.ts';
import { MIGRATIONS, type Migration } from '../sql/migrations/migrations.ts';
import { openSystem } from '../system/system.ts';
import { openSqliteStores, type SqliteOptions } from './open.ts';

const openOnce = new URL('./fixtures/open-once.mjs', import.meta.url);

let folder: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ folder, remove } = await newFolder());
});
afterEach(() => remove());

const open = (more: Partial<SqliteOptions> = {}) =>
  openSqliteStores({ folder, entry: processEntry('sqlite-thread'), ...openSystem(), ...more });

const NEXT = MIGRATIONS.length + 1;
const WAITS = { busyTimeoutMs: 200, busyTotalMs: 600 };
const later: Migration = {
  name: 'later',
  up: async (db) => {
    await db.schema.createTable('later').addColumn('id', 'text').execute();
  },
};
const failing: Migration = {
  name: 'failing',
  up: async (db) => {
    await db.schema.createTable('half').addColumn('id', 'text').execute();
    throw new Error('on purpose');
  },
};

describe('a data folder', () => {
  it('is made private, with everything in its place, and opens again with the same user', async () => {
    const path = join(folder, 'deep', 'data');
    const stores = await open({ folder: path });
    const user = await stores.localUser();
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect((await readdir(path)).toSorted()).toEqual(
      expect.arrayContaining(['backups', 'open.lock', 'processes', 'stemma.db']),
    );
    const note = JSON.parse(await readFile(join(path, 'processes', `${process.pid}.json`), 'utf8'));
    expect(note).toMatchObject({ pid: process.pid });
    const second = await open({ folder: path });
    expect(await second.localUser()).toEqual(user);
    await stores.close();
    expect(await readdir(join(path, 'processes'))).toHaveLength(1);
    await second.close();
    expect(await readdir(join(path, 'processes'))).toEqual([]);
    expect(await readdir(path)).not.toContain('stemma.db-wal');
  });

  it('is a fault that names it when it cannot be made', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(open({ folder: join(folder, 'file', 'data') })).rejects.toMatchObject({
      code: 'data_folder_unwritable',
      params: { path: join(folder, 'file', 'data'), reason: 'ENOTDIR' },
    });
  });

  it('is a fault that names it when the database is damaged', async () => {
    await writeFile(
      join(folder, 'stemma.db'),
      'this is no database, and long enough to be looked at'.repeat(99),
    );
    await expect(open()).rejects.toMatchObject({
      code: 'data_damaged',
      params: { path: folder, reason: 'SQLITE_NOTADB' },
    });
  });

  it('is created once by several processes that open it at once', async () => {
    const children = Array.from({ length: 4 }, () => startChild(openOnce, [folder]));
    const users = await Promise.all(children.map((child) => child.nextLine()));
    expect(new Set(users).size).toBe(1);
    expect(users[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(await readdir(join(folder, 'processes'))).toHaveLength(4);
    for (const child of children) child.process.stdin?.end();
    expect(await Promise.all(children.map((child) => child.ended))).toEqual([0, 0, 0, 0]);
  });
});

describe('a migration', () => {
  it('keeps a backup of what it changes, three at most, and all records', async () => {
    let stores = await open();
    await addSource(stores.for((await stores.localUser()).id), ['kept words'], { key: 'kept' });
    await stores.close();
    for (let count = 1; count <= 5; count++) {
      const added = Array.from({ length: count }, (_, index) => ({
        ...later,
        name: `later ${index}`,
        up: async (db: Parameters<Migration['up']>[0]) => {
          await db.schema.createTable(`later_${index}`).addColumn('id', 'text').execute();
        },
      }));
      stores = await open({ migrations: [...MIGRATIONS, ...added] });
      expect(await stores.maintenance.problems()).toEqual([]);
      expect((await stores.maintenance.version()).found).toBe(MIGRATIONS.length + count);
      await stores.close();
    }
    const backups = (await readdir(join(folder, 'backups'))).toSorted();
    expect(backups.map((name) => name.replace(/^\d+-/, ''))).toEqual(
      [1, 2, 3].map((count) => `version-${NEXT + count}.db`),
    );
  });

  it('fills what is new in records of an older database', async () => {
    await (await open({ migrations: MIGRATIONS.slice(0, 1) })).close();
    const database = new Database(join(folder, 'stemma.db'));
    const { id: owner } = database.prepare('select id from users').get() as { id: string };
    const at = Date.UTC(2026, 0, 1);
    const facts = JSON.stringify({ arxivVersion: { value: 2, origin: 'first_page' } });
    database
      .prepare(
        "insert into sources (owner_id, id, key, kind, title_form, title, authors, notes, pages, passages, formulas, added_at) values (?, 's', 'old2020', 'pdf', 'an old title', '', '[]', '[]', 0, 0, 0, ?)",
      )
      .run(owner, at);
    database
      .prepare("insert into source_keys (owner_id, key, source_id) values (?, 'old2020', 's')")
      .run(owner);
    database
      .prepare(
        "insert into source_files (owner_id, id, source_id, sha256, size_bytes, kind, name, path, added_at, facts, notes) values (?, 'f', 's', 'aa', 1, 'pdf', 'a.pdf', '/a.pdf', ?, ?, '[]')",
      )
      .run(owner, at, facts);
    database.close();
    const stores = await open();
    const { sources } = stores.for(owner);
    expect(await sources.find('old2020')).toMatchObject({ key: 'old2020', kind: 'pdf' });
    expect(await sources.files('s')).toMatchObject([{ standing: 'current', record: null, entry: null }]);
    const sought = { doi: null, arxivId: null, titleForm: 'an old title' };
    expect(await sources.findIdentities(sought)).toMatchObject([{ titleForms: ['an old title'] }]);
    expect(await stores.maintenance.problems()).toEqual([]);
    await stores.close();
  });

  it('leaves the database as it was when it fails', async () => {
    await (await open()).close();
    await expect(open({ migrations: [...MIGRATIONS, failing] })).rejects.toThrow('on purpose');
    const stores = await open({ migrations: [...MIGRATIONS, later] });
    expect((await stores.maintenance.version()).found).toBe(NEXT);
    await stores.close();
  });

  it('refuses a database that a newer release wrote, and changes nothing', async () => {
    await (await open({ migrations: [...MIGRATIONS, later] })).close();
    await expect(open()).rejects.toMatchObject({
      code: 'data_newer',
      params: { path: folder, found: NEXT, known: NEXT - 1 },
    });
  });

  it('names the process that has the folder open, and works once it is gone, however it ended', async () => {
    const child = startChild(openOnce, [folder]);
    await child.nextLine();
    const migrations = [...MIGRATIONS, later];
    await expect(open({ migrations, waits: WAITS })).rejects.toMatchObject({
      code: 'data_in_use',
      params: { path: folder, pid: child.process.pid },
    });
    child.process.kill('SIGKILL');
    await child.ended;
    const stores = await open({ migrations, waits: WAITS });
    expect((await stores.maintenance.version()).found).toBe(NEXT);
    expect(await readdir(join(folder, 'processes'))).toEqual([`${process.pid}.json`]);
    await stores.close();
  });
});
