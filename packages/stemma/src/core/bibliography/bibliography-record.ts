import type { BibliographyFault } from '@stemma/contract/bibliography';
import type { CslItem } from '@stemma/contract/csl';
import { citationKey } from '../source/citation-key.ts';
import { yearOf } from './csl-date.ts';

/** One record of a bibliography. */
export type BibliographyRecord = {
  readonly item: CslItem;
  /** Line where it begins, from 1. */
  readonly line: number;
  /** What the file calls its kind: `inproceedings`, `JOUR`. */
  readonly entryType: string;
  /** Whether the key stands in the file, or was made from author, year and title. */
  readonly hasOwnKey: boolean;
  /** Files it names, as they stand there. */
  readonly files: readonly string[];
  /** Fields no item has a place for, by name. */
  readonly otherFields: Readonly<Record<string, string>>;
};

export type ParsedBibliography = {
  readonly items: readonly BibliographyRecord[];
  readonly faults: readonly BibliographyFault[];
};

export type ItemFields = Omit<CslItem, 'id'>;

/** Leaves out what is undefined, '' or an empty list; a title stays, since every item has one. */
export const compact = (
  fields: { readonly [N in keyof ItemFields]: ItemFields[N] | undefined },
): ItemFields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) =>
        name === 'title' ||
        (value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)),
    ),
  ) as ItemFields;

/** The key of a record that has none: author, year and title, or its line. */
export const makeKey = (fields: ItemFields, line: number): string =>
  citationKey({
    authors: fields.author ?? fields.editor ?? [],
    year: yearOf(fields.issued) ?? null,
    title: fields.title === '' ? null : fields.title,
    fileName: `record${line}`,
  });

/** Keywords as bibliographies list them: between semicolons where there is one, else between commas. */
export const splitKeywords = (text: string): string[] =>
  text
    .split(/[;；]/.test(text) ? /[;；]/ : /[,，、]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The reverse of {@link splitKeywords}. */
export const joinKeywords = (keywords: readonly string[]): string => {
  const hasComma = keywords.some((word) => /[,，、]/.test(word));
  return hasComma ? `${keywords.join('; ')};` : keywords.join(', ');
};

/** Tells of a key that stands twice and of records without a title. */
export const faultsOfRecords = (records: readonly BibliographyRecord[]): BibliographyFault[] => {
  const seen = new Set<string>();
  return records.flatMap(({ item, line, hasOwnKey }): BibliographyFault[] => {
    const key = hasOwnKey ? item.id : null;
    const isAgain = key !== null && seen.has(key);
    seen.add(item.id);
    return [
      ...(isAgain ? [{ line, key, code: 'duplicate_key', params: {} } as const] : []),
      ...(item.title === '' ? [{ line, key, code: 'missing_title', params: {} } as const] : []),
    ];
  });
};
