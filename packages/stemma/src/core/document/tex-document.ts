import type { Author, Facts, PassageDraft } from '@stemma/contract/records';
import { parseDoi } from '../source/doi.ts';
import { findLanguage } from './facts.ts';
import { parseNames } from './names.ts';
import { readTexBody, type TexFront } from './tex-body.ts';
import { dropComments } from './tex-text.ts';
import { packPieces } from './text-passages.ts';

/**
 * LaTeX source → passages as a person would read them: commands resolved, formulas as written, citations
 * as `[key]`. Macros are put in within bounds and never inside themselves.
 */
export const readTex = (source: string): { passages: PassageDraft[]; facts: Facts } => {
  const { pieces, front } = readTexBody(dropComments(source.replace(/\r\n?/gu, '\n')));
  const facts = factsOf(front);
  const language = findLanguage(sampleOf(pieces.map(({ text }) => text)));
  if (language !== undefined) facts.language = { value: language, origin: 'first_page' };
  return { passages: packPieces(pieces), facts };
};

const SAMPLE_LENGTH = 8000;

const sampleOf = (texts: readonly string[]): string => {
  let sample = '';
  for (const text of texts) {
    if (sample.length > SAMPLE_LENGTH) break;
    sample += ` ${text}`;
  }
  return sample.replace(/\$[^$]*\$/gu, ' ').slice(0, SAMPLE_LENGTH);
};

const factsOf = (front: TexFront): Facts => {
  const facts: Facts = {};
  const origin = 'front_matter' as const;
  const title = front.title?.slice(0, 300).trim();
  if (title !== undefined && /\p{L}{2}/u.test(title)) facts.title = { value: title, origin };
  const authors = front.authors.flatMap(authorsOf);
  if (authors.length > 0) facts.authors = { value: authors, origin };
  const year = /(?<!\d)((?:19|20)\d{2})(?!\d)/u.exec(front.date ?? '')?.[1];
  if (year !== undefined) facts.year = { value: Number(year), origin };
  const doi = front.doi === undefined ? undefined : parseDoi(front.doi);
  if (doi !== undefined) facts.doi = { value: doi, origin };
  if (front.venue !== undefined && /\p{L}{2}/u.test(front.venue))
    facts.venue = { value: front.venue, origin };
  return facts;
};

/** Lines of an author block that are names; affiliations and addresses are none. */
const authorsOf = (block: string): Author[] => block.split('\n').flatMap((line) => parseNames(line.trim()));
