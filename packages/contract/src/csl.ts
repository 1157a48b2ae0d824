import { z } from 'zod';
import { Author } from './records.ts';

/** A CSL-JSON date (citeproc data model 1.0): year, month, day, as far as known. */
export const CslDate = z.object({
  'date-parts': z.tuple([z.array(z.int()).min(1).max(3)]).optional(),
  literal: z.string().optional(),
});
export type CslDate = z.infer<typeof CslDate>;

/** Item types that are read and written as such; anything else counts as `document`. */
export const CslType = z.enum([
  'article',
  'article-journal',
  'paper-conference',
  'book',
  'chapter',
  'thesis',
  'report',
  'dataset',
  'software',
  'webpage',
  'document',
]);
export type CslType = z.infer<typeof CslType>;

/** A bibliographic record as a CSL-JSON item. Inside Stemma every bibliography is this. */
export const CslItem = z.object({
  /** Citation key. */
  id: z.string(),
  type: CslType,
  title: z.string(),
  author: z.array(Author).optional(),
  editor: z.array(Author).optional(),
  issued: CslDate.optional(),
  'container-title': z.string().optional(),
  'collection-title': z.string().optional(),
  publisher: z.string().optional(),
  'publisher-place': z.string().optional(),
  volume: z.string().optional(),
  issue: z.string().optional(),
  page: z.string().optional(),
  edition: z.string().optional(),
  genre: z.string().optional(),
  DOI: z.string().optional(),
  /** arXiv id without version. */
  arxivId: z.string().optional(),
  arxivVersion: z.int().positive().optional(),
  ISBN: z.string().optional(),
  ISSN: z.string().optional(),
  URL: z.string().optional(),
  abstract: z.string().optional(),
  language: z.string().optional(),
  keywords: z.array(z.string()).optional(),
  note: z.string().optional(),
  accessed: CslDate.optional(),
});
export type CslItem = z.infer<typeof CslItem>;
