import { describe, expect, it } from 'vitest';
import { decideStandings, type StandingFile } from './standing.ts';

const file = (id: string, more: Partial<StandingFile> = {}): StandingFile => ({
  id,
  kind: 'pdf',
  standing: 'current',
  arxivId: '2401.00001',
  arxivVersion: null,
  ...more,
});
const standings = (...files: StandingFile[]) => Object.fromEntries(decideStandings(files));

describe('how files stand in their source', () => {
  it('searches the newer of two versions, whichever came first, and files that name none', () => {
    const v1 = file('v1', { arxivVersion: 1 });
    const v3 = file('v3', { arxivVersion: 3, standing: 'older' });
    const journal = file('journal', { arxivId: null });
    const expected = { v1: 'older', v3: 'current', journal: 'current' };
    expect(standings(v1, v3, journal)).toEqual(expected);
    expect(standings(journal, v3, v1)).toEqual(expected);
  });

  it('searches a record only while its work has no text, of records the newest version', () => {
    const record = file('r', { kind: 'record', arxivVersion: 4 });
    expect(standings(record)).toEqual({ r: 'current' });
    expect(standings(record, file('v2', { arxivVersion: 2 }))).toEqual({ r: 'beside', v2: 'current' });
    expect(standings(record, file('r2', { kind: 'record', arxivVersion: 2 }))).toEqual({
      r: 'current',
      r2: 'older',
    });
  });

  it('leaves a replaced entry replaced, and measures no other by it', () => {
    const gone = file('gone', { kind: 'record', standing: 'replaced', arxivVersion: 9 });
    expect(standings(gone, file('r', { kind: 'record', arxivVersion: 1 }))).toEqual({
      gone: 'replaced',
      r: 'current',
    });
  });
});
