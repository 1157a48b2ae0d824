import type { BibliographyFormat } from '@stemma/contract/bibliography';

const HEAD = 64 * 1024;
const BY_NAME: readonly (readonly [RegExp, BibliographyFormat])[] = [
  [/\.bib(?:tex|latex)?$/i, 'bibtex'],
  [/\.ris$/i, 'ris'],
];
const ENTRY = /(?:^|[\n}])[ \t]*@[ \t]*[a-z]+[ \t]*[{(]\s*(?:[^\s,{}()="]+\s*,|[\w-]+\s*=)/i;
const RIS = /(?:^|\n)TY {0,2}- ?[A-Z]{2,6}\s*\n/;
const CSL = /^\s*(?:\[\s*)?\{[\s\S]*?"(?:type|title|author|issued|DOI|container-title)"\s*:/;

/**
 * The format of a bibliography by its beginning, and by its name where that says nothing; undefined when it is
 * none. `.json` alone is not enough, since any data may be JSON.
 */
export const detectBibliographyFormat = (head: string, name: string): BibliographyFormat | undefined => {
  const text = head
    .slice(0, HEAD)
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n');
  if (RIS.test(text)) return 'ris';
  const isJson = /\.(?:json|csljson|csl)$/i.test(name) || /^\s*[[{]/.test(text);
  if (isJson && CSL.test(text)) return 'csl-json';
  if (ENTRY.test(text) && !/\.(?:md|markdown|txt|tex|html?)$/i.test(name)) return 'bibtex';
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
};
