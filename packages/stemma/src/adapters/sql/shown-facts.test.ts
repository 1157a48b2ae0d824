import { describe, expect, it } from 'vitest';
import { nearestKeys } from './nearest-keys.ts';
import { combineFacts } from './shown-facts.ts';

const current = 'current' as const;

describe('the facts a source shows', () => {
  it('come from the most trusted origin, and of equals from the latest file', () => {
    const shown = combineFacts([
      {
        standing: current,
        facts: {
          title: { value: 'of the first page', origin: 'first_page' },
          year: { value: 2001, origin: 'metadata' },
        },
      },
      {
        standing: 'beside',
        facts: {
          title: { value: 'of metadata', origin: 'metadata' },
          year: { value: 2002, origin: 'metadata' },
        },
      },
    ]);
    expect(shown).toEqual({
      title: { value: 'of the first page', origin: 'first_page' },
      year: { value: 2002, origin: 'metadata' },
    });
  });

  it('are taken from an older version only where nothing newer says anything', () => {
    const shown = combineFacts([
      {
        standing: current,
        facts: {
          title: { value: 'New', origin: 'metadata' },
          arxivId: { value: '2401.00001', origin: 'metadata' },
        },
      },
      {
        standing: 'older',
        facts: {
          title: { value: 'Old', origin: 'first_page' },
          venue: { value: 'Journal', origin: 'first_page' },
          arxivVersion: { value: 1, origin: 'first_page' },
        },
      },
      { standing: 'replaced', facts: { language: { value: 'en', origin: 'import' } } },
    ]);
    expect(shown.title?.value).toBe('New');
    expect(shown.venue?.value).toBe('Journal');
    expect(shown.arxivVersion).toBeUndefined();
    expect(shown.language).toBeUndefined();
  });

  it('are overruled by a person until that is taken back', () => {
    const files = [{ standing: current, facts: { year: { value: 2001, origin: 'import' as const } } }];
    const edit = { field: 'year' as const, value: 1999, at: 1 };
    expect(combineFacts(files, [edit]).year).toEqual({ value: 1999, origin: 'user' });
    expect(combineFacts(files, [edit, { ...edit, value: null }]).year?.value).toBe(2001);
  });

  it('are empty when no file has any', () => {
    expect(combineFacts([{ standing: current, facts: {} }])).toEqual({});
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
