import { familyForm } from '../source/identity.ts';
import type { CitationMention, CitedWork } from './find-citations.ts';
import type { ParsedReference } from './parse-reference.ts';

export type LinkedCitation = {
  mention: CitationMention;
  /** For each work of the mention the index of its entry; null where none or more than one fits. */
  entries: readonly (number | null)[];
};

/** Mentions → entries of the list. What fits none or several stays unlinked. */
export const linkCitations = (
  mentions: readonly CitationMention[],
  entries: readonly ParsedReference[],
): LinkedCitation[] => {
  const byLabel = new Map<string, number | null>();
  entries.forEach(({ label }, index) => {
    if (label !== null) byLabel.set(label, byLabel.has(label) ? null : index);
  });
  const find = (work: CitedWork): number | null =>
    work.kind === 'label' ? (byLabel.get(work.label) ?? null) : byAuthorYear(work, entries);
  return mentions.map((mention) => ({ mention, entries: mention.works.map(find) }));
};

const byAuthorYear = (
  work: Extract<CitedWork, { kind: 'author_year' }>,
  entries: readonly ParsedReference[],
): number | null => {
  const fits = entries.flatMap((entry, index) =>
    yearOf(entry) === work.year && namesFit(work.families, entry) ? [index] : [],
  );
  const lettered =
    work.suffix === '' ? fits : fits.filter((index) => entries[index]!.yearSuffix === work.suffix);
  return lettered.length === 1 ? lettered[0]! : null;
};

export const yearOf = ({ item }: ParsedReference): number | null =>
  item.issued?.['date-parts']?.[0][0] ?? null;

/** The first named is the first author, and every other is one of them. */
const namesFit = (named: readonly string[], { item }: ParsedReference): boolean => {
  const authors = item.author ?? item.editor ?? [];
  const [first, ...others] = named;
  if (first === undefined || authors[0] === undefined) return false;
  return (
    isNamed(first, authors[0]) && others.every((name) => authors.some((author) => isNamed(name, author)))
  );
};

/** Words run into a Han name from the left: `此前张等` ends with the family name, or the whole name. */
const isNamed = (name: string, author: { family: string; given?: string | undefined }): boolean => {
  const [said, family] = [familyForm(name), familyForm(author.family)];
  if (family === '') return false;
  if (!/\p{Script=Han}/u.test(family))
    return said === family || said === familyForm(author.family.split(' ').at(-1)!);
  return said.endsWith(family) || said.endsWith(family + familyForm(author.given ?? ''));
};
