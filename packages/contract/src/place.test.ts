import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlaceFragment, placeFragment, type Rect, rectUnion } from './place.ts';

const edge = fc.integer({ min: -1_000, max: 200_000 }).map((hundredths) => hundredths / 100);
const rect = fc
  .tuple(edge, edge, edge, edge)
  .map(([a, b, c, d]): Rect => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]);

describe('placeFragment', () => {
  it('names the page and, where known, the rectangle', () => {
    expect(placeFragment({ page: 12, rects: [] })).toBe('#page=12');
    expect(placeFragment({ page: 12, rects: [[72, 100.256, 540, 112]] })).toBe(
      '#page=12&rect=72,100.26,540,112',
    );
  });

  it('lights the whole of several lines', () => {
    const lines: Rect[] = [
      [72, 100, 540, 112],
      [60, 114, 300, 126],
    ];
    expect(placeFragment({ page: 1, rects: lines })).toBe('#page=1&rect=60,100,540,126');
  });

  it('is read back as written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), fc.array(rect, { maxLength: 4 }), (page, rects) => {
        const expected = rects.length === 0 ? [] : [rectUnion(rects)];
        expect(parsePlaceFragment(placeFragment({ page, rects }))).toEqual({ page, rects: expected });
      }),
    );
  });

  it('never writes an exponent, which no reader takes', () => {
    expect(placeFragment({ page: 1, rects: [[0.0000001, -0.0000001, 1e-9, 5]] })).toBe(
      '#page=1&rect=0,0,0,5',
    );
  });
});

describe('parsePlaceFragment', () => {
  it.each([
    '',
    '#',
    '#page=0',
    '#page=-1',
    '#page=1.5',
    '#page=12&rect=1,2,3',
    '#page=12&rect=1,2,3,4,5',
    '#page=12&rect=a,b,c,d',
    '#page=12&rect=1..2,2,3,4',
    '#page=12&rect=-,2,3,4',
    '#page=12&zoom=100',
    '#page=99999999',
  ])('refuses %j', (fragment) => {
    expect(parsePlaceFragment(fragment)).toBeUndefined();
  });

  it('reads a fragment without its sign', () => {
    expect(parsePlaceFragment('page=3&rect=1,2,3,4')).toEqual({ page: 3, rects: [[1, 2, 3, 4]] });
  });
});
