import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutPage } from './page-layout.ts';
import { typesetColumn, typesetPage } from './typeset.fixture.ts';

const LEFT = [
  'Tin melts at 232 degrees and it',
  'is soft. In air it keeps its',
  'lustre for years and years, so',
  'that cups were made of it once',
];
const RIGHT = [
  'Zinc melts at 420 degrees, much',
  'higher, and is brittle. In air',
  'it turns grey within weeks and',
  'is used to cover sheets of iron',
];
const textsOf = (page: Parameters<typeof layOutPage>[0]) => layOutPage(page).lines.map((line) => line.text);

describe('layOutPage', () => {
  it('reads columns one after the other, whatever the order of the file', () => {
    const rows = LEFT.flatMap((text, index) => [
      { text, x: 50, y: 200 + 12 * index },
      { text: RIGHT[index]!, x: 320, y: 200 + 12 * index },
    ]);
    expect(textsOf(typesetPage(rows))).toEqual([...LEFT, ...RIGHT]);
  });

  it('reads what crosses the gutter before, between and after the columns in its place', () => {
    const wide = (text: string, y: number) => ({ text, x: 50, y });
    const title = 'A title that is wide enough to cross the strip between the columns';
    const figure = 'Figure 1: a caption as wide as the page, between two bands of columns';
    const lower = (texts: readonly string[]) => texts.map((text) => `${text}!`);
    const page = typesetPage([
      ...typesetColumn(RIGHT, 320, 200),
      ...typesetColumn(LEFT, 50, 200),
      wide(figure, 300),
      ...typesetColumn(lower(LEFT), 50, 330),
      ...typesetColumn(lower(RIGHT), 320, 330),
      wide(title, 100),
    ]);
    expect(textsOf(page)).toEqual([title, ...LEFT, ...RIGHT, figure, ...lower(LEFT), ...lower(RIGHT)]);
  });

  it('takes a table for no columns', () => {
    const rows = ['iron 7.87', 'zinc 7.14', 'gold 19.3', 'lead 11.3'].flatMap((row, index) => {
      const [name, value] = row.split(' ') as [string, string];
      return [
        { text: name, x: 50, y: 100 + 12 * index },
        { text: value, x: 320, y: 100 + 12 * index },
      ];
    });
    expect(textsOf(typesetPage(rows))).toEqual(['iron 7.87', 'zinc 7.14', 'gold 19.3', 'lead 11.3']);
  });

  it('reads sideways and upside-down print along its own lines', () => {
    const down = [
      { text: 'first line', x: 300, y: 50, turn: 1 as const },
      { text: 'second line', x: 288, y: 50, turn: 1 as const },
    ];
    expect(textsOf(typesetPage(down))).toEqual(['first line', 'second line']);
    const up = [
      { text: 'second line', x: 112, y: 500, turn: 3 as const },
      { text: 'first line', x: 100, y: 500, turn: 3 as const },
    ];
    expect(textsOf(typesetPage(up))).toEqual(['first line', 'second line']);
    const over = [
      { text: 'second line', x: 300, y: 288, turn: 2 as const },
      { text: 'first line', x: 300, y: 300, turn: 2 as const },
    ];
    expect(textsOf(typesetPage(over))).toEqual(['first line', 'second line']);
    const { lines } = layOutPage(typesetPage(down));
    expect(lines[0]!.rect[3] - lines[0]!.rect[1]).toBeGreaterThan(lines[0]!.rect[2] - lines[0]!.rect[0]);
  });

  it('keeps indices on their line', () => {
    const page = typesetPage([
      { text: 'x', x: 50, y: 100 },
      { text: '2', x: 55, y: 96, size: 7 },
      { text: 'and a', x: 62, y: 100 },
      { text: 'n', x: 87, y: 102, size: 7 },
    ]);
    expect(textsOf(page)).toEqual(['x² and an']);
  });

  it('puts no space between Han characters and one between letter-spaced words', () => {
    expect(textsOf(typesetPage([{ text: '阻尼振动', x: 50, y: 100 }]))).toEqual(['阻尼振动']);
    const spaced = [...'GOLD'].map((text, index) => ({ text, x: 50 + 8 * index, y: 100 }));
    const more = [...'IRON'].map((text, index) => ({ text, x: 93 + 8 * index, y: 100 }));
    expect(textsOf(typesetPage([...spaced, ...more]))).toEqual(['GOLD IRON']);
  });

  it('keeps every rectangle and word on the page', () => {
    const line = fc.record({
      text: fc
        .string({ minLength: 1, maxLength: 30, unit: 'binary' })
        .filter((text) => !text.includes('\u0002')),
      x: fc.integer({ min: -50, max: 650 }),
      y: fc.integer({ min: -50, max: 850 }),
      size: fc.integer({ min: 4, max: 40 }),
      turn: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const layout = layOutPage(typesetPage(lines));
        for (const { rect, marks, text } of layout.lines) {
          expect(rect[0]).toBeGreaterThanOrEqual(0);
          expect(rect[1]).toBeGreaterThanOrEqual(0);
          expect(rect[2]).toBeLessThanOrEqual(600);
          expect(rect[3]).toBeLessThanOrEqual(800);
          expect(rect[0]).toBeLessThanOrEqual(rect[2]);
          expect(rect[1]).toBeLessThanOrEqual(rect[3]);
          expect(marks.length).toBeGreaterThan(0);
          expect(text).not.toMatch(/[\p{Cs}\u0000-\u001F\u202A-\u202E\uFFFE\uFFFF]/u);
        }
      }),
    );
  });
});
