import type { Author, Source } from '@stemma/contract/records';

/** A source as a CSL-JSON item (citeproc data model 1.0); unknown fields are left out. */
export type CslItem = {
  id: string;
  type: 'article';
  title: string;
  author?: readonly Author[];
  issued?: { 'date-parts': [[number]] };
  DOI?: string;
  URL?: string;
};

export const toCslItem = (source: Source): CslItem => ({
  id: source.key,
  type: 'article',
  title: source.title,
  ...(source.authors.length > 0 && { author: source.authors }),
  ...(source.year !== null && { issued: { 'date-parts': [[source.year]] } }),
  ...(source.doi !== null && { DOI: source.doi }),
  ...(source.arxivId !== null && { URL: `https://arxiv.org/abs/${source.arxivId}` }),
});
