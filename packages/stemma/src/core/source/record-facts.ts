import type { CslItem } from '@stemma/contract/csl';
import type { Author, Facts, PassageDraft } from '@stemma/contract/records';
import { toStoredText } from '../document/stored-text.ts';
import { packPieces } from '../document/text-passages.ts';
import { parseArxivId } from './arxiv-id.ts';
import { parseDoi } from './doi.ts';

const clean = (text: string | undefined): string =>
  toStoredText(text ?? '')
    .text.replace(/\s+/gu, ' ')
    .trim()
    .normalize('NFC');

const yearOf = ({ issued }: CslItem): number | undefined => {
  const year =
    issued?.['date-parts']?.[0][0] ?? Number(/\b(1[5-9]|2[01])\d\d\b/.exec(issued?.literal ?? '')?.[0]);
  return Number.isInteger(year) && year >= 1500 && year <= 2200 ? year : undefined;
};

const authorsOf = ({ author = [] }: CslItem): Author[] =>
  author
    .map(({ family, given }) => ({ family: clean(family), ...(given && { given: clean(given) }) }))
    .filter(({ family }) => family !== '');

/** The arXiv id an entry names, in its own field, as arXiv's DOI, or by its link. */
const arxivOf = (item: CslItem): { id: string; version: number | null } | undefined => {
  const named =
    item.arxivId === undefined
      ? undefined
      : parseArxivId(`arXiv:${item.arxivId.replace(/^arxiv\s*:\s*/i, '')}`);
  if (named) return { id: named.id, version: item.arxivVersion ?? named.version };
  for (const text of [item.DOI, item.URL])
    if (text !== undefined && /arxiv/i.test(text)) {
      const found = parseArxivId(text);
      if (found) return found;
    }
  return undefined;
};

/** What an imported entry says of its work; what it does not say, or says impossibly, is left out. */
export const recordFacts = (item: CslItem): Facts => {
  const origin = 'import' as const;
  const title = clean(item.title);
  const authors = authorsOf(item);
  const year = yearOf(item);
  const venue = clean(item['container-title'] ?? item.publisher);
  const arxiv = arxivOf(item);
  const doi = item.DOI === undefined ? undefined : parseDoi(item.DOI);
  const isArxivDoi = doi?.startsWith('10.48550/arxiv.') === true;
  const language = clean(item.language);
  return {
    ...(title !== '' && { title: { value: title, origin } }),
    ...(authors.length > 0 && { authors: { value: authors, origin } }),
    ...(year !== undefined && { year: { value: year, origin } }),
    ...(venue !== '' && { venue: { value: venue, origin } }),
    ...(doi !== undefined && !isArxivDoi && { doi: { value: doi, origin } }),
    ...(arxiv && { arxivId: { value: arxiv.id, origin } }),
    ...(arxiv?.version && { arxivVersion: { value: arxiv.version, origin } }),
    ...(language !== '' && { language: { value: language, origin } }),
  };
};

/** The abstract of an entry as passages: citable, without page or rectangle. */
export const abstractPassages = (item: CslItem): PassageDraft[] => {
  const text = clean(item.abstract);
  return text === '' ? [] : packPieces([{ kind: 'abstract', section: [], text }]);
};

/** Where the record of a work can be looked at; undefined when no registry has it. */
export const recordUri = (work: {
  doi: string | null;
  arxivId: string | null;
  arxivVersion: number | null;
}): string | undefined => {
  if (work.arxivId !== null)
    return `https://arxiv.org/abs/${work.arxivId}${work.arxivVersion === null ? '' : `v${work.arxivVersion}`}`;
  return work.doi === null ? undefined : `https://doi.org/${encodeURI(work.doi)}`;
};
