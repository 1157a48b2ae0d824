import type { BibliographyFormat } from '@stemma/contract/bibliography';
import type { CslItem } from '@stemma/contract/csl';
import { writeBibtex } from './write-bibtex.ts';
import { writeCslJson } from './write-csl-json.ts';
import { writeRis } from './write-ris.ts';

const WRITERS: Readonly<Record<BibliographyFormat, (items: readonly CslItem[]) => string>> = {
  bibtex: writeBibtex,
  ris: writeRis,
  'csl-json': writeCslJson,
};

/** Items as a file of a format; reading it gives the same items, and writing those the same file. */
export const writeBibliography = (items: readonly CslItem[], format: BibliographyFormat): string =>
  WRITERS[format](items);
