import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearestName } from './nearest.ts';

describe('editDistance', () => {
  it('counts inserts, deletes, replacements and swaps', () => {
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(editDistance('serach', 'search')).toBe(1);
  });

  it('is a symmetric distance bounded by the longer text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });
});

describe('nearestName', () => {
  const names = ['topK', 'language', 'capPerSource'];
  it('sees through case and separators, and stays silent when nothing is near', () => {
    expect(nearestName('top-k', names)).toBe('topK');
    expect(nearestName('langauge', names)).toBe('language');
    expect(nearestName('STEMMA_CAP_PER_SORCE', ['STEMMA_CAP_PER_SOURCE'])).toBe('STEMMA_CAP_PER_SOURCE');
    expect(nearestName('temperature', names)).toBe('');
    expect(nearestName('', names)).toBe('');
  });
});
