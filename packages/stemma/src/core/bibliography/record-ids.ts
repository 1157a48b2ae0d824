import type { CslItem } from '@stemma/contract/csl';
import { parseArxivId } from '../source/arxiv-id.ts';
import { parseDoi } from '../source/doi.ts';

type Ids = Pick<CslItem, 'DOI' | 'arxivId' | 'arxivVersion'>;

const ARXIV_LABEL = /arxiv|^abs\//i;
const ARXIV_DOI = /^10\.48550\/arxiv\./i;

/** A DOI in any of its forms (bare, `doi:`, a link), in lower case. */
export const readDoi = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const bare = text.trim().replace(/^(?:doi\s*[:=]?\s*)?(?:https?:\/\/)?(?:(?:dx\.)?doi\.org\/)?/i, '');
  return parseDoi(text) ?? (/^10\.\d+\/\S+$/.test(bare) ? bare.toLowerCase() : undefined);
};

/** An arXiv id out of a field that may hold one; `isArxiv` when the field is known to. */
const readArxiv = (text: string | undefined, isArxiv: boolean): Ids | undefined => {
  if (text === undefined || !(isArxiv || ARXIV_LABEL.test(text))) return undefined;
  const found = parseArxivId(text.trim().replace(/^abs\//i, 'arXiv:'));
  return found && { arxivId: found.id, ...(found.version !== null && { arxivVersion: found.version }) };
};

/** DOI and arXiv id of a record, from the fields that may hold them. */
export const readIds = (fields: {
  readonly doi?: string | undefined;
  readonly eprint?: string | undefined;
  readonly isArxivEprint?: boolean;
  readonly places: readonly (string | undefined)[];
}): Ids => {
  const doi = readDoi(fields.doi);
  const arxiv =
    readArxiv(fields.eprint, fields.isArxivEprint ?? true) ??
    readArxiv(doi && ARXIV_DOI.test(doi) ? doi : undefined, true) ??
    fields.places.map((place) => readArxiv(place, false)).find((found) => found !== undefined);
  return { ...(doi !== undefined && { DOI: doi }), ...arxiv };
};

/** A "journal" that only says that the work is a preprint. */
export const isPreprintVenue = (venue: string): boolean =>
  /^(?:arxiv\b|corr$|computing research repository)/i.test(venue.trim());
