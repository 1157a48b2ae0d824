import { parseArxivId } from './arxiv-id.ts';
import { parseDoi } from './doi.ts';

/** A work named by what a registry calls it. */
export type Identifier =
  | { readonly kind: 'arxiv'; readonly id: string; readonly version: number | null }
  | { readonly kind: 'doi'; readonly id: string; readonly version: null };

const ARXIV =
  /^(?:arxiv\s*:\s*|(?:https?:\/\/)?(?:[a-z]+\.)*(?:arxiv\.org|xxx\.lanl\.gov)\/\S+|\S*10\.48550\/arxiv\.)/i;
const DOI = /^(?:doi\s*:\s*|(?:https?:\/\/)?(?:dx\.)?doi\.org\/)?(10\.\d{4,9}(?:\.\d+)*\/\S+)$/i;
const BARE = /^(?:[a-z-]+(?:\.[a-z]{2})?\/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?$/i;

/** Reads a whole input as an arXiv id or a DOI, bare, with its prefix, or as its link. */
export const parseIdentifier = (input: string): Identifier | undefined => {
  const text = input.trim().replace(/(?<=\d)\.pdf$/i, '');
  if (BARE.test(text) || ARXIV.test(text)) {
    const arxiv = parseArxivId(text);
    if (arxiv) return { kind: 'arxiv', ...arxiv };
  }
  if (!DOI.test(text)) return undefined;
  const doi = parseDoi(text);
  return doi === undefined ? undefined : { kind: 'doi', id: doi, version: null };
};

/** As people write it. */
export const identifierText = ({ kind, id, version }: Identifier): string =>
  kind === 'doi' ? id : `arXiv:${id}${version === null ? '' : `v${version}`}`;
