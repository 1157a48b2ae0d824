import { describe, expect, it } from 'vitest';
import { layOutPage } from './page-layout.ts';
import { type TypesetLine, typesetPage } from './typeset.fixture.ts';

const PROSE = 'shallow lakes lose heat faster than the deep ones do';
const textsOf = (lines: readonly TypesetLine[]) =>
  layOutPage(typesetPage(lines)).lines.map(({ text }) => text);
const rows = (from: number, count: number, numbers: Partial<TypesetLine>, text: Partial<TypesetLine> = {}) =>
  Array.from({ length: count }, (_, row) => [
    { text: `${from + row}`, x: 80, y: 100 + 14 * row, size: 6, ...numbers },
    { text: PROSE, x: 100, y: 100 + 14 * row, ...text },
  ]).flat();

describe('dropLineNumbers', () => {
  it('leaves the numbers of a review copy out, also where a page counts from ten', () => {
    expect(textsOf(rows(6, 6, {}))).toEqual(Array.from({ length: 6 }, () => PROSE));
  });

  it('leaves the numbers of a code listing out', () => {
    const code = { text: 'for day in days: count', font: { name: 'Mono', fixed: true } };
    expect(textsOf(rows(1, 4, { x: 90 }, code))).toEqual(Array.from({ length: 4 }, () => code.text));
  });

  it('keeps numbers that count nothing, and a numbered list', () => {
    const years = rows(1990, 6, {}).map((line, at) =>
      at % 2 === 0 ? { ...line, text: `${1990 + at * at}` } : line,
    );
    expect(textsOf(years).join(' ')).toContain('1994');
    expect(textsOf(rows(1, 3, { x: 88, size: 10 })).join(' ')).toContain('3');
  });
});
