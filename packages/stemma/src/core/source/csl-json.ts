import type { CslItem } from '@stemma/contract/csl';
import type { Source } from '@stemma/contract/records';

/** A source as a CSL-JSON item; what is not known is left out. */
export const toCslItem = (source: Source): CslItem => ({
  id: source.key,
  type: 'article',
  title: source.title,
  ...(source.authors.length > 0 && { author: source.authors }),
  ...(source.year !== null && { issued: { 'date-parts': [[source.year]] } }),
  ...(source.doi !== null && { DOI: source.doi }),
  ...(source.arxivId !== null && {
    arxivId: source.arxivId,
    ...(source.arxivVersion !== null && { arxivVersion: source.arxivVersion }),
    URL: `https://arxiv.org/abs/${source.arxivId}`,
  }),
});
