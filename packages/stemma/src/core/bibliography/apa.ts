import type { CslItem } from '@stemma/contract/csl';
import type { Author } from '@stemma/contract/records';
import { yearOf } from './csl-date.ts';
import { isHan, splitSuffix } from './person-name.ts';
import { initials, joined, linkOf, ordinal, pageRange, stopped } from './reference-text.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
/** Publication Manual of the APA, 7th edition, 9.8: up to twenty authors are named. */
const NAMED = 20;

const inverted = ({ family, given }: Author): string => {
  if (!given) return family;
  if (isHan(family)) return family + given;
  const { first, suffix } = splitSuffix(given);
  return joined([family, initials(first, '.'), suffix], ', ');
};

const inOrder = (person: Author): string => {
  if (!person.given || isHan(person.family)) return inverted(person);
  const { first, suffix } = splitSuffix(person.given);
  return joined([`${initials(first, '.')} ${person.family}`, suffix], ', ');
};

/** Chinese names stand without `&`, as Chinese journals in APA style print them. */
const nameList = (names: readonly string[]): string => {
  if (names.length > NAMED) return `${names.slice(0, NAMED - 1).join(', ')}, . . . ${names.at(-1)}`;
  if (names.length < 2 || names.every(isHan)) return names.join(', ');
  return `${names.slice(0, -1).join(', ')}, & ${names.at(-1)}`;
};

const editorList = (editors: readonly Author[]): string => {
  const names = editors.map(inOrder);
  const list = names.length === 2 && !names.every(isHan) ? names.join(' & ') : nameList(names);
  return `${list} (${editors.length === 1 ? 'Ed.' : 'Eds.'})`;
};

/** The day is given for what is not issued by volumes. */
const dateOf = ({ issued, type }: CslItem): string => {
  const [year, month, day] = issued?.['date-parts']?.[0] ?? [];
  if (year === undefined) return issued?.literal ?? 'n.d.';
  if (type !== 'webpage' || month === undefined) return String(year);
  return `${year}, ${joined([MONTHS[month - 1], day === undefined ? undefined : String(day)], ' ')}`;
};

const pages = (page: string | undefined): string | undefined => {
  if (page === undefined) return undefined;
  return `${/[-–,]/.test(page) ? 'pp.' : 'p.'} ${pageRange(page, '–')}`;
};

/** What stands behind the title in round brackets, and what in square ones. */
const titleOf = (item: CslItem): string => {
  const { type, title, genre, publisher, issue, edition } = item;
  const round = {
    book: joined([edition && `${ordinal(edition)} ed.`, item.volume && `Vol. ${item.volume}`], ', '),
    report: issue === undefined ? '' : `${genre ?? 'Report'} No. ${issue}`,
    article: item.arxivId === undefined ? '' : `arXiv:${item.arxivId}`,
  }[type as string];
  const kinds: Readonly<Record<string, string>> = { dataset: 'Data set', software: 'Computer software' };
  const square = type === 'thesis' ? joined([thesisKind(genre), publisher], ', ') : kinds[type];
  return joined([title, round && `(${round})`, square && `[${square}]`], ' ');
};

const thesisKind = (genre: string | undefined): string =>
  genre === undefined || /ph\.?\s*d|doct/i.test(genre) ? 'Doctoral dissertation' : genre;

const inBook = (item: CslItem): string | undefined => {
  const { editor, edition, page } = item;
  const container = item['container-title'];
  if (container === undefined) return undefined;
  const details = joined(
    [edition && `${ordinal(edition)} ed.`, item.volume && `Vol. ${item.volume}`, pages(page)],
    ', ',
  );
  const book = joined([container, details && `(${details})`], ' ');
  return editor?.length ? `In ${editorList(editor)}, ${book}` : `In ${book}`;
};

const inJournal = ({ volume, issue, page, ...item }: CslItem): string => {
  const number = joined([volume, issue && `(${issue})`], '');
  const place = page && (/^e\d/i.test(page) ? `Article ${page}` : pageRange(page, '–'));
  return joined([item['container-title'], number, place], ', ');
};

/** Where the work appeared, each part to be ended with a full stop. */
const sourceOf = (item: CslItem, authors: string): string[] => {
  const publisher = item.publisher === authors ? undefined : item.publisher;
  const parts = (): (string | undefined)[] => {
    switch (item.type) {
      case 'article-journal':
        return [inJournal(item)];
      case 'article':
        return [item.arxivId === undefined ? item['container-title'] : 'arXiv'];
      case 'paper-conference':
      case 'chapter':
        return [inBook(item), publisher];
      case 'thesis':
        return [item['container-title']];
      default:
        return [item['container-title'] === authors ? undefined : item['container-title'], publisher];
    }
  };
  return parts().filter((part) => part !== undefined && part !== '') as string[];
};

/** A reference after APA 7, as plain text; the case of titles is left as it is. */
export const apaReference = (item: CslItem): string => {
  const authors = nameList((item.author ?? []).map(inverted));
  const editors = item.author?.length || item.type !== 'book' ? undefined : item.editor;
  const lead =
    authors ||
    (editors?.length && `${nameList(editors.map(inverted))} (${editors.length === 1 ? 'Ed.' : 'Eds.'})`);
  const date = `(${dateOf(item)}).`;
  const title = stopped(titleOf(item));
  const head = lead ? [stopped(lead), date, title] : [title, date];
  return joined([...head, ...sourceOf(item, authors).map(stopped), linkOf(item)], ' ');
};

const shortNames = (item: CslItem): string => {
  const names = (item.author?.length ? item.author : (item.editor ?? [])).map((person) =>
    isHan(person.family) ? person.family + (person.given ?? '') : person.family,
  );
  const [first, second] = names;
  if (first === undefined) return `“${item.title}”`;
  if (names.length > 2) return isHan(first) ? `${first}等` : `${first} et al.`;
  if (second === undefined) return first;
  return isHan(first) && isHan(second) ? `${first}, ${second}` : `${first} & ${second}`;
};

/** `(Zhang & Li, 2021, p. 12)`. */
export const apaCitation = (item: CslItem, locator?: string): string => {
  const year = yearOf(item.issued);
  return `(${joined([shortNames(item), year === undefined ? (item.issued?.literal ?? 'n.d.') : String(year), locator], ', ')})`;
};
