import type { Author } from '@stemma/contract/records';
import { foldText } from '../text/fold.ts';
import { titleWords } from './title-form.ts';

/** What a new file is known by. */
export type Described = {
  readonly titleForm: string;
  readonly families: readonly string[];
  readonly year: number | null;
  readonly doi: string | null;
  readonly arxivId: string | null;
};

/** A source that may be the same work. Structurally the `SourceIdentity` of the source store port. */
export type Known = Described & {
  readonly id: string;
  readonly key: string;
  /** What its files give beside what it shows, as compared. */
  readonly dois?: readonly string[];
  readonly arxivIds?: readonly string[];
  readonly titleForms?: readonly string[];
};

export type IdentityDecision =
  | { readonly kind: 'same'; readonly sourceId: string; readonly by: 'doi' | 'arxiv_id' | 'title' }
  /** Not enough to say it is the same: two sources, and a hint that names the other. */
  | { readonly kind: 'new'; readonly duplicateOf: string | null };

/** Shortest title, in words, that can make two files one work. */
const TITLE_WORDS = 4;
const YEARS_APART = 2;

/** Family name as compared: folded, letters only. */
export const familyForm = (family: string): string => foldText(family).replace(/[^\p{L}\p{M}\p{N}]/gu, '');

export const familyForms = (authors: readonly Author[]): string[] =>
  authors.map((author) => familyForm(author.family)).filter((form) => form !== '');

const form = (id: string | null): string => id?.toLowerCase() ?? '';

const holds = (ids: readonly (string | null)[], sought: string | null): boolean =>
  form(sought) !== '' && ids.some((id) => form(id) === form(sought));

const sharesFamily = (a: readonly string[], b: readonly string[]): boolean => {
  const forms = new Set(a.map(familyForm).filter((form) => form !== ''));
  return b.some((family) => forms.has(familyForm(family)));
};

const hasSameTitle = (a: Known, b: Described): boolean =>
  holds([a.titleForm, ...(a.titleForms ?? [])], b.titleForm);

const isSameByTitle = (a: Known, b: Described): boolean =>
  hasSameTitle(a, b) &&
  titleWords(b.titleForm) >= TITLE_WORDS &&
  sharesFamily(a.families, b.families) &&
  a.year !== null &&
  b.year !== null &&
  Math.abs(a.year - b.year) <= YEARS_APART &&
  !contradicts(a.doi, b.doi);

/** Two DOIs of one title may be preprint and journal; two of one registrant are two works. */
const contradicts = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && a !== b && a.split('/')[0] === b.split('/')[0];

const first = (known: readonly Known[], isIt: (entry: Known) => boolean): Known | undefined =>
  known.filter(isIt).toSorted((a, b) => (a.key < b.key ? -1 : 1))[0];

/**
 * Whether a file is of a work already known: equal DOI; equal arXiv id; or equal title form of at least
 * four words in any script with a shared family name and years within two. An equal title alone is a hint.
 */
export const decideIdentity = (described: Described, known: readonly Known[]): IdentityDecision => {
  const byDoi = first(known, (entry) => holds([entry.doi, ...(entry.dois ?? [])], described.doi));
  if (byDoi) return { kind: 'same', sourceId: byDoi.id, by: 'doi' };
  const byArxiv = first(known, (entry) =>
    holds([entry.arxivId, ...(entry.arxivIds ?? [])], described.arxivId),
  );
  if (byArxiv) return { kind: 'same', sourceId: byArxiv.id, by: 'arxiv_id' };
  const byTitle = first(known, (entry) => isSameByTitle(entry, described));
  if (byTitle) return { kind: 'same', sourceId: byTitle.id, by: 'title' };
  const hint = first(
    known,
    (entry) => hasSameTitle(entry, described) && titleWords(described.titleForm) >= 2,
  );
  return { kind: 'new', duplicateOf: hint?.key ?? null };
};
