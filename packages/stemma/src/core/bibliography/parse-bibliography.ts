import type { BibliographyFault, BibliographyFormat } from '@stemma/contract/bibliography';
import { faultsOfRecords, type ParsedBibliography } from './bibliography-record.ts';
import { readBibtex } from './read-bibtex.ts';
import { readCslJson } from './read-csl-json.ts';
import { readRis } from './read-ris.ts';
import { type SourceText, toSourceText } from './source-text.ts';

const READERS: Readonly<Record<BibliographyFormat, (source: SourceText) => ParsedBibliography>> = {
  bibtex: readBibtex,
  ris: readRis,
  'csl-json': readCslJson,
};

/**
 * Reads a whole bibliography. Recovering: whatever can be understood is an item, whatever cannot is a fault
 * with its line and key, in the order of the file; never throws, and takes time linear in the text.
 */
export const parseBibliography = (text: string, format: BibliographyFormat): ParsedBibliography => {
  const source = toSourceText(text);
  const { items, faults } = READERS[format](source);
  const { odd } = source;
  const all: BibliographyFault[] = [
    ...(odd
      ? [{ line: odd.line, key: null, code: 'odd_characters', params: { count: odd.count } } as const]
      : []),
    ...faults,
    ...faultsOfRecords(items),
  ];
  return { items, faults: all.toSorted((a, b) => a.line - b.line) };
};
