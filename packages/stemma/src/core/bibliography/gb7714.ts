import type { CslItem } from '@stemma/contract/csl';
import type { Author, Locale } from '@stemma/contract/records';
import { isoDate, yearOf } from './csl-date.ts';
import { isHan, splitSuffix } from './person-name.ts';
import { initials, joined, languageOf, linkOf, ordinal, stopped } from './reference-text.ts';

/** GB/T 7714-2015, 8.1.2: the first three are named. */
const NAMED = 3;

/** Family names of persons in capitals, given names by their letters without marks (8.1.1). */
const nameOf = ({ family, given }: Author): string => {
  if (!given) return family;
  if (isHan(family)) return family + given;
  const { first, suffix } = splitSuffix(given);
  return joined([`${family.toUpperCase()} ${initials(first, '')}`, suffix.replace(/\.$/, '')], ', ');
};

const nameList = (people: readonly Author[] | undefined, language: Locale): string => {
  const names = (people ?? []).map(nameOf);
  const more = language === 'zh' ? '等' : 'et al';
  return joined([...names.slice(0, NAMED), names.length > NAMED ? more : ''], ', ');
};

const CODES: Readonly<Record<CslItem['type'], string>> = {
  article: 'EB',
  'article-journal': 'J',
  'paper-conference': 'C',
  book: 'M',
  chapter: 'M',
  thesis: 'D',
  report: 'R',
  dataset: 'DS',
  software: 'CP',
  webpage: 'EB',
  document: 'Z',
};

const isOnline = ({ DOI, URL, arxivId }: CslItem): boolean =>
  DOI !== undefined || URL !== undefined || arxivId !== undefined;

/** A preprint known by its DOI alone is an article of a place not known; without any link it is just a text. */
const codeOf = (item: CslItem): string => {
  const { type, DOI, arxivId, URL } = item;
  const isPreprint = type === 'article' && (arxivId !== undefined || URL !== undefined);
  const code = type === 'article' && !isPreprint ? (DOI === undefined ? 'Z' : 'J') : CODES[type];
  return `[${code}${isOnline(item) ? '/OL' : ''}]`;
};

const dateOf = (item: CslItem): string | undefined => {
  const year = yearOf(item.issued);
  return year === undefined ? item.issued?.literal : String(year);
};

/** Place, publisher and year; what a printed work does not name is said to be unknown (8.4.1.4, 8.4.2.3). */
const imprint = (item: CslItem, language: Locale): string => {
  const isPrinted = !isOnline(item) && item.type !== 'document' && item.type !== 'article';
  const unknown = language === 'zh' ? ['出版地不详', '出版者不详'] : ['S.l.', 's.n.'];
  const { publisher } = item;
  const place = item['publisher-place'];
  const year = dateOf(item);
  if (place === undefined && publisher === undefined)
    return joined([isPrinted ? `[${unknown.join(': ')}]` : undefined, year], ', ');
  const where = place ?? (isPrinted ? `[${unknown[0]}]` : undefined);
  const who = publisher ?? (isPrinted ? `[${unknown[1]}]` : undefined);
  return joined([joined([where, who], ': '), year], ', ');
};

const editionOf = ({ edition }: CslItem, language: Locale): string | undefined => {
  if (edition === undefined || /^(?:1|first|1st|第?[1一]版?)$/i.test(edition)) return undefined;
  if (language === 'zh') return /^\d+$/.test(edition) ? `${edition}版` : edition.replace(/^第/, '');
  return /^\d+(?:st|nd|rd|th)?$/i.test(edition) ? `${ordinal(edition)} ed` : edition;
};

const withPages = (text: string, page: string | undefined): string => joined([text, page], ': ');

/** The serial: `刊名, 年, 卷(期): 页码`. */
const serialOf = (item: CslItem): string => {
  const number = joined([item.volume, item.issue && `(${item.issue})`], '');
  return withPages(joined([item['container-title'], dateOf(item), number], ', '), item.page);
};

/** What the work stands in, behind `//`. */
const hostOf = (item: CslItem, language: Locale): string => {
  const container = item['container-title'];
  if (container === undefined) return '';
  const volume = item.volume && (language === 'zh' ? `第${item.volume}卷` : `vol. ${item.volume}`);
  return joined([nameList(item.editor, language), joined([container, volume], ': ')], '. ');
};

const accessDate = ({ accessed }: CslItem): string => (isoDate(accessed) ? `[${isoDate(accessed)}]` : '');

const tailOf = (item: CslItem): (string | undefined)[] => {
  const { URL, DOI, arxivId } = item;
  const link = URL ?? (DOI === undefined && arxivId !== undefined ? linkOf(item) : undefined);
  return [link, DOI && `DOI:${DOI}`];
};

/** Everything behind the title and its code, without the links. */
const bodyOf = (item: CslItem, language: Locale): string[] => {
  const code = codeOf(item);
  switch (code.slice(1, code.search(/[/\]]/))) {
    case 'J':
      return [serialOf(item) + accessDate(item)];
    case 'EB': {
      const date = isoDate(item.issued);
      return [(date === undefined ? '' : `(${date})`) + accessDate(item)];
    }
    default:
      return [
        editionOf(item, language) ?? '',
        withPages(imprint(item, language), item.page) + accessDate(item),
      ];
  }
};

/** A reference after GB/T 7714-2015 without its number, in the language of the work. */
export const gbReference = (item: CslItem, locale: Locale): string => {
  const language = languageOf(item, locale);
  const isAlone = item.type === 'book' && !item.author?.length;
  const authors = nameList(isAlone ? item.editor : item.author, language);
  const host = item.type === 'chapter' || item.type === 'paper-conference' ? hostOf(item, language) : '';
  const number = item.type === 'report' && item.issue ? `: ${item.issue}` : '';
  const title = `${item.title}${number}${codeOf(item)}${host && `//${host}`}`;
  const parts = [authors, title, ...bodyOf(item, language), ...tailOf(item)];
  return parts
    .filter((part) => part !== undefined && part !== '')
    .map((part) => stopped(part!))
    .join(' ');
};

/** `[3]`, with the page behind it; without a number by author and year: `（张忠智, 1997）`, `(Crane, 1972)`. */
export const gbCitation = (
  item: CslItem,
  locale: Locale,
  { number, locator }: { readonly number?: number; readonly locator?: string } = {},
): string => {
  if (number !== undefined) return `[${number}]${locator ?? ''}`;
  const language = languageOf(item, locale);
  const [first, ...others] = item.author?.length ? item.author : (item.editor ?? []);
  const name = first && (isHan(first.family) ? first.family + (first.given ?? '') : first.family);
  const many = others.length === 0 ? '' : language === 'zh' ? '等' : ' et al';
  const text =
    joined([name ? name + many : item.title, dateOf(item)], ', ') + (locator ? `: ${locator}` : '');
  return language === 'zh' ? `（${text}）` : `(${text})`;
};
