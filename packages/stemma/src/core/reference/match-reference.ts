import { decideIdentity, familyForm, familyForms, type Known } from '../source/identity.ts';
import { titleForm, titleWords } from '../source/title-form.ts';
import { yearOf } from './link-citations.ts';
import type { ParsedReference } from './parse-reference.ts';

export type ReferenceMatch = { sourceId: string; key: string; by: 'doi' | 'arxiv_id' | 'title' };

/** What of an entry says which work it is. */
export const describeReference = (entry: ParsedReference) => ({
  titleForm: entry.item.title === undefined ? '' : titleForm(entry.item.title),
  families: familyForms(entry.item.author ?? entry.item.editor ?? []),
  year: yearOf(entry),
  doi: entry.item.DOI ?? null,
  arxivId: entry.item.arxivId ?? null,
});

/** Shortest title that tells a work without a shared name. */
const TELLING_TITLE_WORDS = 6;

/**
 * The source of the library an entry names: by the rules of identity, and, since a link is no merge, also
 * by an equal title of any length with an equal year and a shared name, or a long one with an equal year.
 */
export const matchReference = (
  entry: ParsedReference,
  sources: readonly Known[],
): ReferenceMatch | undefined => {
  const described = describeReference(entry);
  const decision = decideIdentity(described, sources);
  if (decision.kind === 'same') {
    const { key } = sources.find(({ id }) => id === decision.sourceId)!;
    return { sourceId: decision.sourceId, key, by: decision.by };
  }
  const fits = sources.filter((source) => {
    if (described.titleForm === '' || source.titleForm !== described.titleForm) return false;
    if (described.doi !== null && source.doi !== null) return false;
    if (described.year === null || source.year !== described.year) return false;
    const families = new Set(source.families.map(familyForm));
    return (
      described.families.some((family) => families.has(family)) ||
      (described.families.length === 0 && titleWords(described.titleForm) >= TELLING_TITLE_WORDS)
    );
  });
  return fits.length === 1 ? { sourceId: fits[0]!.id, key: fits[0]!.key, by: 'title' } : undefined;
};
