import type { CslItem } from '@stemma/contract/csl';
import { joinKeywords } from './bibliography-record.ts';
import { writeBibtexNames } from './bibtex-names.ts';
import { isoDate } from './csl-date.ts';
import { escapeTex, escapeTitle, escapeVerbatim } from './escape-tex.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const THESES: Readonly<Record<string, string>> = {
  'phd thesis': 'phdthesis',
  'doctoral dissertation': 'phdthesis',
  "master's thesis": 'mastersthesis',
};

const entryType = (item: CslItem): string => {
  switch (item.type) {
    case 'article':
      if (item['container-title'] !== undefined) return 'article';
      return item.arxivId === undefined ? 'unpublished' : 'misc';
    case 'article-journal':
      return 'article';
    case 'paper-conference':
      return 'inproceedings';
    case 'chapter':
      return 'incollection';
    case 'thesis':
      return THESES[item.genre?.toLowerCase() ?? ''] ?? 'thesis';
    case 'report':
      return 'techreport';
    case 'webpage':
      return 'online';
    case 'document':
      return 'misc';
    case 'book':
    case 'dataset':
    case 'software':
      return item.type;
  }
};

const publisherField = ({ type }: CslItem): string => {
  if (type === 'thesis') return 'school';
  return type === 'report' ? 'institution' : 'publisher';
};

const containerField = ({ type }: CslItem): string =>
  type === 'paper-conference' || type === 'chapter' || type === 'book' ? 'booktitle' : 'journal';

/** Ranges as TeX sets them, `1--20`; a number with hyphens of its own stays. */
const writePages = (page: string): string =>
  escapeTex(page).replace(/(?<![\w-])(\w+)-(\w+)(?![\w-])/g, '$1--$2');

const dateFields = ({ issued }: CslItem): [string, string | undefined][] => {
  const parts = issued?.['date-parts']?.[0];
  if (!parts) return [['year', issued?.literal === undefined ? undefined : `{${escapeTex(issued.literal)}}`]];
  const [year, month, day] = parts;
  const name = month === undefined ? undefined : (MONTHS[month - 1] ?? `{${month}}`);
  return [
    ['year', `{${year}}`],
    ['month', name],
    ['day', day === undefined ? undefined : `{${day}}`],
  ];
};

const braced = (text: string | undefined, write: (text: string) => string = escapeTex): string | undefined =>
  text === undefined || text === '' ? undefined : `{${write(text)}}`;

const names = (people: CslItem['author']): string | undefined =>
  people && people.length > 0 ? `{${writeBibtexNames(people)}}` : undefined;

const eprintFields = ({ arxivId, arxivVersion }: CslItem): [string, string | undefined][] =>
  arxivId === undefined
    ? []
    : [
        ['eprint', `{${arxivId}${arxivVersion === undefined ? '' : `v${arxivVersion}`}}`],
        ['archiveprefix', '{arXiv}'],
      ];

const fieldsOf = (item: CslItem): [string, string | undefined][] => [
  ['author', names(item.author)],
  ['editor', names(item.editor)],
  ['title', braced(item.title, escapeTitle)],
  [containerField(item), braced(item['container-title'])],
  ['series', braced(item['collection-title'])],
  [publisherField(item), braced(item.publisher)],
  ['address', braced(item['publisher-place'])],
  ...dateFields(item),
  ['volume', braced(item.volume)],
  ['number', braced(item.issue)],
  ['pages', braced(item.page, writePages)],
  ['edition', braced(item.edition)],
  ['type', braced(item.genre)],
  ['doi', braced(item.DOI, escapeVerbatim)],
  ...eprintFields(item),
  ['isbn', braced(item.ISBN)],
  ['issn', braced(item.ISSN)],
  ['url', braced(item.URL, escapeVerbatim)],
  ['urldate', braced(isoDate(item.accessed))],
  ['language', braced(item.language)],
  ['keywords', item.keywords?.length ? braced(joinKeywords(item.keywords)) : undefined],
  ['note', braced(item.note)],
  ['abstract', braced(item.abstract)],
];

/** What would end a key or the entry. */
const safeKey = (key: string): string =>
  key.replace(/[\s,{}="#%\\~]+/g, '-').replace(/^-+|-+$/g, '') || 'record';

const writeEntry = (item: CslItem): string => {
  const lines = fieldsOf(item)
    .filter((field): field is [string, string] => field[1] !== undefined)
    .map(([name, value]) => `  ${name} = ${value},\n`);
  return `@${entryType(item)}{${safeKey(item.id)},\n${lines.join('')}}\n`;
};

/** BibTeX in UTF-8 that reads back as the same items; also for BibLaTeX, which takes the same names. */
export const writeBibtex = (items: readonly CslItem[]): string => items.map(writeEntry).join('\n');
