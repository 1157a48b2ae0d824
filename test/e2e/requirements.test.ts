import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { citationsIn } from './citations.ts';
import { cites, REQUIREMENTS, requirement, requirementIds } from './requirements.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** End-to-end tests of every kind; the rules of the house are none. */
const testFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return entry.name === 'architecture' || entry.name === 'fixtures' ? [] : testFiles(path);
    return entry.name.endsWith('.test.ts') && entry.name !== 'requirements.test.ts' ? [path] : [];
  });

const files = testFiles(join(root, 'test'));
const found = files.map((path) => citationsIn(relative(root, path), readFileSync(path, 'utf8')));
const cited = new Set(found.flatMap((file) => file.cited));

describe('the requirements', () => {
  it('have every row of the product table', () => {
    const rows = { L: 8, P: 6, S: 4, A: 11, G: 11, R: 15, D: 6, O: 4 };
    const wanted = Object.entries(rows).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
    );
    expect(Object.keys(REQUIREMENTS).sort()).toEqual(wanted.sort());
  });

  it('are each one sentence under a name in kebab-case', () => {
    const ids = requirementIds();
    expect(ids.length).toBeGreaterThan(150);
    for (const id of ids) {
      expect(id).toMatch(/^[A-Z]\d+\.[a-z]+(?:-[a-z]+)*$/);
      expect(requirement(id).text, id).toMatch(/\S.*\.$/);
    }
  });

  it('are each shown by an end-to-end test when done', () => {
    const open = requirementIds().filter((id) => requirement(id).status === 'done' && !cited.has(id));
    process.stdout.write(`requirements: ${cited.size} cited in ${files.length} test files\n`);
    expect(open).toEqual([]);
  });

  it('are cited only where they exist and where a test runs', () => {
    const known = new Set(requirementIds());
    expect([...cited].filter((id) => !known.has(id))).toEqual([]);
    expect(found.flatMap((file) => file.faults)).toEqual([]);
  });
});

describe('cites', () => {
  it('makes a title that ends with what is shown, and refuses what does not exist', () => {
    expect(cites('P6.password', 'P6.empty', 'asks for a password')).toBe(
      'asks for a password [P6.password, P6.empty]',
    );
    expect(() => cites('P6.nothing' as 'P6.empty', 'x')).toThrow('P6.nothing');
  });
});

describe('citationsIn', () => {
  const read = (text: string) => citationsIn('a.test.ts', text);

  it('finds what titles of running tests cite', () => {
    const { cited: ids, faults } = read(`
      it(cites('P6.password', 'P6.empty', 'one'), () => {});
      describe('x', () => { test.concurrent(cites('L1.pdf', 'two'), async () => {}); });
      it.each([1, 2])(cites('A4.missing', 'three %d'), () => {});
    `);
    expect(ids).toEqual(['P6.password', 'P6.empty', 'L1.pdf', 'A4.missing']);
    expect(faults).toEqual([]);
  });

  it.each([
    [`it.skip(cites('L1.pdf', 'x'), () => {});`, 'a.test.ts:1 titles a test that is marked skip'],
    [`it.todo(cites('L1.pdf', 'x'));`, 'a.test.ts:1 titles a test that is marked todo'],
    [`describe(cites('L1.pdf', 'x'), () => {});`, 'a.test.ts:1 is not the title of a test'],
    [`const title = cites('L1.pdf', 'x');`, 'a.test.ts:1 is not the title of a test'],
    [`it(cites(id, 'x'), () => {});`, 'a.test.ts:1 must cite requirements by their names, written out'],
    [`it(cites('x'), () => {});`, 'a.test.ts:1 must cite requirements by their names, written out'],
    [`it(cites('L1.pdf', 'x'), () => {`, 'a.test.ts does not parse: Expected `}` but found `EOF`'],
  ])('counts nothing that proves nothing: %s', (text, fault) => {
    const { cited: ids, faults } = read(text);
    expect(ids).toEqual([]);
    expect(faults.join()).toContain(fault);
  });
});
