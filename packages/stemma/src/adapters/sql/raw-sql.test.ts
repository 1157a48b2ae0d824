import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** SQL that is written out by hand: a template of Kysely's, or text given to a driver. */
const RAW_SQL = /\bsql(?:<[^`]*?>)?`|\bsql\.raw\(|\.(?:prepare|exec|pragma|query)\(\s*['"`]/;
const ALLOWED = [
  /^adapters\/[^/]+\/dialect\.ts$/,
  /^adapters\/sql\/migrations\//,
  /\.test\.ts$/,
  /\/fixtures\//,
];

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !ALLOWED.some((allowed) => allowed.test(path)));

describe('raw SQL', () => {
  it('is recognised', () => {
    for (const line of [
      'sql`select 1`',
      'sql<{ a: number }>`select 1`',
      "db.prepare('select 1')",
      'db.exec(`x`)',
    ])
      expect(line).toMatch(RAW_SQL);
    for (const line of ['database.prepare(sql)', 'pattern.exec(text)', 'const sql = 1'])
      expect(line).not.toMatch(RAW_SQL);
  });

  it('stands in dialects and migrations alone', () => {
    expect(sources.length).toBeGreaterThan(30);
    const found = sources.filter((path) => RAW_SQL.test(readFileSync(join(root, path), 'utf8')));
    expect(found).toEqual([]);
  });
});
