import { z } from 'zod';
import { Author } from './records.ts';

/** A CSL-JSON item (citeproc data model 1.0), as far as this release fills it. */
export const CslItem = z.object({
  id: z.string(),
  type: z.literal('article'),
  title: z.string(),
  author: z.array(Author).optional(),
  issued: z.object({ 'date-parts': z.tuple([z.tuple([z.int()])]) }).optional(),
  DOI: z.string().optional(),
  URL: z.string().optional(),
});
export type CslItem = z.infer<typeof CslItem>;
