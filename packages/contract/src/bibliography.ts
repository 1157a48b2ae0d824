import { z } from 'zod';

/** Formats of bibliographies that are read and written. */
export const BibliographyFormat = z.enum(['bibtex', 'ris', 'csl-json']);
export type BibliographyFormat = z.infer<typeof BibliographyFormat>;

/** Styles in which references are printed. */
export const ReferenceStyle = z.enum(['apa', 'gb7714']);
export type ReferenceStyle = z.infer<typeof ReferenceStyle>;

/** Everything `cite` can write. */
export const CiteStyle = z.enum([...ReferenceStyle.options, ...BibliographyFormat.options, 'pandoc']);
export type CiteStyle = z.infer<typeof CiteStyle>;

/**
 * What is wrong at one place of a bibliography, with the names of its parameters. The entry is kept as far
 * as it can be understood; the words are `words.bibliographyFaults`.
 */
export const BIBLIOGRAPHY_FAULTS = {
  missing_comma: ['field'],
  missing_key: [],
  duplicate_key: [],
  duplicate_field: ['field'],
  missing_value: ['field'],
  missing_title: [],
  empty_entry: [],
  unclosed_entry: [],
  unclosed_value: ['field'],
  unexpected_text: ['text'],
  unknown_string: ['name'],
  unknown_crossref: ['name'],
  names_left_out: [],
  odd_characters: ['count'],
  not_json: [],
  not_a_record: [],
} as const;

export type BibliographyFaultCode = keyof typeof BIBLIOGRAPHY_FAULTS;
const codes = Object.keys(BIBLIOGRAPHY_FAULTS) as [BibliographyFaultCode, ...BibliographyFaultCode[]];

/** A fault of one entry: its line from 1, and its key where there is one. */
export const BibliographyFault = z.object({
  line: z.int().positive(),
  key: z.string().nullable(),
  code: z.enum(codes),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type BibliographyFault = z.infer<typeof BibliographyFault>;
