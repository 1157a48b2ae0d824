import type { Passage } from '@stemma/contract/records';
import type { LedgerEntry } from './ledger.ts';

/** A passage for tests: one line per text unless lines are given. */
export const testPassage = (text: string, more: Partial<Passage> = {}): Passage => ({
  id: '0'.repeat(32),
  documentId: '1'.repeat(32),
  ordinal: 0,
  kind: 'text',
  text,
  section: [],
  lines: [],
  regions: [],
  page: 1,
  pageLabel: null,
  rects: [],
  ...more,
});

export const testEntry = (evidence: string, text: string, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  evidence,
  passage: testPassage(text),
  sourceKey: 'zhang2021rate',
  sourceTitle: 'Rates of Convergence',
  authors: [
    { family: 'Zhang', given: 'Wei' },
    { family: 'Li', given: 'Na' },
  ],
  year: 2021,
  doi: '10.1234/abc.5',
  arxivId: '2401.00001',
  arxivVersion: 1,
  fileSha256: 'a'.repeat(64),
  uri: null,
  ...more,
});
