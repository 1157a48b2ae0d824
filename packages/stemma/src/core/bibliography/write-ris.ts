import type { CslItem, CslType } from '@stemma/contract/csl';
import type { Author } from '@stemma/contract/records';
import { isoDate, yearOf } from './csl-date.ts';
import { splitSuffix } from './person-name.ts';

const TYPES: Readonly<Record<CslType, string>> = {
  article: 'UNPB',
  'article-journal': 'JOUR',
  'paper-conference': 'CPAPER',
  book: 'BOOK',
  chapter: 'CHAP',
  thesis: 'THES',
  report: 'RPRT',
  dataset: 'DATA',
  software: 'COMP',
  webpage: 'ELEC',
  document: 'GEN',
};

/** A comma ends the family name, so that one without given name that holds commas loses them. */
const nameOf = ({ family, given }: Author): string => {
  const plain = family.replace(/\s*,\s*/g, ' ');
  if (given === undefined || given === '') return plain;
  const { first, suffix } = splitSuffix(given);
  return [plain, first.replace(/\s*,\s*/g, ' '), suffix].filter((part) => part !== '').join(', ');
};

type Tagged = readonly [tag: string, value: string | undefined];

const pageTags = (page: string | undefined): Tagged[] => {
  const range = /^([^-\s]+)-([^-\s]+)$/.exec(page ?? '');
  return range && range[1] !== range[2]
    ? [
        ['SP', range[1]],
        ['EP', range[2]],
      ]
    : [['SP', page]];
};

const dateTags = ({ issued }: CslItem): Tagged[] => {
  const year = yearOf(issued);
  const isExact = (issued?.['date-parts']?.[0].length ?? 0) > 1;
  return [
    ['PY', year === undefined ? issued?.literal : String(year)],
    ['DA', isExact ? isoDate(issued)?.replaceAll('-', '/') : undefined],
  ];
};

const arxivTag = ({ arxivId, arxivVersion }: CslItem): string | undefined =>
  arxivId && `arXiv:${arxivId}${arxivVersion === undefined ? '' : `v${arxivVersion}`}`;

const tagsOf = (item: CslItem): Tagged[] => [
  ['TY', TYPES[item.type]],
  ['ID', item.id],
  ...(item.author ?? []).map((author): Tagged => ['AU', nameOf(author)]),
  ...(item.editor ?? []).map((editor): Tagged => ['ED', nameOf(editor)]),
  ['TI', item.title],
  ['T2', item['container-title']],
  ['T3', item['collection-title']],
  ...dateTags(item),
  ['VL', item.volume],
  ['IS', item.issue],
  ...pageTags(item.page),
  ['ET', item.edition],
  ['M3', item.genre],
  ['PB', item.publisher],
  ['CY', item['publisher-place']],
  ['DO', item.DOI],
  ['AN', arxivTag(item)],
  ['SN', item.ISBN],
  ['SN', item.ISSN],
  ['UR', item.URL],
  ['Y2', isoDate(item.accessed)?.replaceAll('-', '/')],
  ['LA', item.language],
  ...(item.keywords ?? []).map((word): Tagged => ['KW', word]),
  ['N1', item.note],
  ['AB', item.abstract],
];

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const writeRecord = (item: CslItem): string =>
  tagsOf(item)
    .map(([tag, value]): Tagged => [tag, oneLine(value ?? '')])
    .filter(([, value]) => value !== '')
    .map(([tag, value]) => `${tag}  - ${value}\n`)
    .concat('ER  - \n')
    .join('');

/** RIS in UTF-8 that reads back as the same items. */
export const writeRis = (items: readonly CslItem[]): string => items.map(writeRecord).join('\n');
