import { describe, expect, it } from 'vitest';
import { nearestKeys } from './nearest-keys.ts';
import { shownFacts } from './shown-facts.ts';

describe('the facts a source shows', () => {
  it('come from the most trusted origin, and of equals from the latest file', () => {
    const shown = shownFacts([
      {
        title: { value: 'of the first page', origin: 'first_page' },
        year: { value: 2001, origin: 'metadata' },
      },
      { title: { value: 'of metadata', origin: 'metadata' }, year: { value: 2002, origin: 'metadata' } },
    ]);
    expect(shown).toEqual({
      title: 'of the first page',
      authors: [],
      year: 2002,
      doi: null,
      arxivId: null,
      arxivVersion: null,
    });
  });

  it('are empty when no file has any', () => {
    expect(shownFacts([{}]).title).toBe('');
  });
});

describe('the nearest keys', () => {
  it('are within a few edits, nearest first, three at most', () => {
    const keys = ['smith2020a', 'smith2020b', 'smith2021', 'smith2020', 'smyth2020', 'jones1999'];
    expect(nearestKeys(keys, 'smith2020')).toEqual(['smith2020', 'smith2020a', 'smith2020b']);
    expect(nearestKeys(keys, 'SMITH202')).toEqual(['smith2020', 'smith2021', 'smith2020a']);
    expect(nearestKeys(keys, 'li')).toEqual([]);
    expect(nearestKeys([], 'anything')).toEqual([]);
  });
});
