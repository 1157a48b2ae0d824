import type { Rect } from '@stemma/contract/place';
import { describe, expect, it } from 'vitest';
import { layOutPage } from './page-layout.ts';
import { type TypesetLine, typesetPage } from './typeset.fixture.ts';

const textsOf = (lines: readonly TypesetLine[], rules: Rect[]) =>
  layOutPage({ ...typesetPage(lines), rules }).lines.map((line) => line.text);

describe('fractions', () => {
  it('stand on the line, with brackets where they are needed', () => {
    const lines = [
      { text: 'so Q =', x: 50, y: 100 },
      { text: 'w', x: 89.5, y: 93 },
      { text: '2g', x: 87, y: 107 },
      { text: 'holds.', x: 103, y: 100 },
    ];
    expect(textsOf(lines, [[87, 97.3, 97, 97.7]])).toEqual(['so Q = w/(2g) holds.']);
  });

  it('set small in a line of text are as large as the line', () => {
    const lines = [
      { text: 'd <', x: 50, y: 100 },
      { text: '1', x: 71.75, y: 96, size: 7 },
      { text: '10', x: 70, y: 103.5, size: 7 },
      { text: 'here', x: 82, y: 100 },
    ];
    expect(textsOf(lines, [[70, 97.3, 77, 97.7]])).toEqual(['d < 1/10 here']);
  });

  it('are not seen in rules of tables, wider than what stands over them', () => {
    const lines = [
      { text: 'Rate', x: 80, y: 92 },
      { text: 'low', x: 60, y: 107 },
      { text: 'high', x: 100, y: 107 },
    ];
    expect(textsOf(lines, [[55, 97.3, 155, 97.7]])).toEqual(['Rate', 'low high']);
  });
});
