import type { Line, Rect, Region } from '@stemma/contract/place';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePlaces, encodePlaces } from './place-code.ts';

const hundredth = fc.integer({ min: -100_000, max: 1_500_000 }).map((value) => value / 100 + 0);
const odd = fc.oneof(
  hundredth,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
);
const rectOf = (value: fc.Arbitrary<number>): fc.Arbitrary<Rect> => fc.tuple(value, value, value, value);
const offset = fc.nat(100_000);
const wordsOf = (value: fc.Arbitrary<number>): fc.Arbitrary<number[]> =>
  fc.array(fc.tuple(offset, value, value), { maxLength: 20 }).map((words) => words.flat());

const lineOf = (value: fc.Arbitrary<number>): fc.Arbitrary<Line> =>
  fc.record(
    {
      start: offset,
      end: offset,
      page: fc.integer({ min: 1, max: 10_000 }),
      rect: rectOf(value),
      words: wordsOf(value),
    },
    { requiredKeys: ['start', 'end', 'page', 'rect'] },
  );
const regionOf = (value: fc.Arbitrary<number>): fc.Arbitrary<Region> =>
  fc.record({
    page: fc.integer({ min: 1, max: 10_000 }),
    rects: fc.array(rectOf(value), { minLength: 1, maxLength: 5 }),
  });
const placesOf = (value: fc.Arbitrary<number>) =>
  fc.record({
    lines: fc.array(lineOf(value), { maxLength: 8 }),
    regions: fc.array(regionOf(value), { maxLength: 3 }),
  });

describe('the code of places', () => {
  it('gives back what two decimals hold, without falling back to JSON', () => {
    fc.assert(
      fc.property(placesOf(hundredth), (places) => {
        const bytes = encodePlaces(places);
        if (bytes) expect(bytes[0]).toBe(1);
        expect(decodePlaces(bytes)).toEqual(places);
      }),
    );
  });

  it('gives back any other number too', () => {
    fc.assert(
      fc.property(placesOf(odd), (places) => {
        expect(decodePlaces(encodePlaces(places))).toEqual(places);
      }),
    );
  });

  it('is nothing for no place, and small for a printed line', () => {
    expect(encodePlaces({ lines: [], regions: [] })).toBeNull();
    const words = Array.from({ length: 12 }, (_, index) => [
      index * 7,
      72 + index * 19.31,
      88.5 + index * 19.31,
    ])
      .flat()
      .map((value) => Math.round(value * 100) / 100);
    const lines = Array.from(
      { length: 10 },
      (_, index): Line => ({
        start: index * 85,
        end: index * 85 + 84,
        page: 3,
        rect: [72, 100 + index * 12, 300.25, 110 + index * 12],
        words,
      }),
    );
    const bytes = encodePlaces({ lines, regions: [{ page: 3, rects: [[72, 100, 300.25, 218]] }] });
    expect(bytes!.length).toBeLessThan(JSON.stringify(lines).length / 3);
  });

  it('refuses bytes that are cut short', () => {
    const bytes = encodePlaces({ lines: [{ start: 0, end: 9, page: 1, rect: [1, 2, 3, 4] }], regions: [] })!;
    expect(() => decodePlaces(bytes.slice(0, -2))).toThrow(RangeError);
  });
});
