import type { BibliographyFault } from '@stemma/contract/bibliography';
import type { CslItem, CslType } from '@stemma/contract/csl';
import {
  type BibliographyRecord,
  compact,
  type ItemFields,
  makeKey,
  type ParsedBibliography,
  splitKeywords,
} from './bibliography-record.ts';
import { parseDate, toCslDate } from './csl-date.ts';
import { parseInvertedName } from './person-name.ts';
import { isPreprintVenue, readIds } from './record-ids.ts';
import type { SourceText } from './source-text.ts';

const TYPES: Readonly<Record<string, CslType>> = {
  JOUR: 'article-journal',
  JFULL: 'article-journal',
  EJOUR: 'article-journal',
  MGZN: 'article-journal',
  NEWS: 'article-journal',
  INPR: 'article',
  UNPB: 'article',
  CPAPER: 'paper-conference',
  CONF: 'paper-conference',
  BOOK: 'book',
  EBOOK: 'book',
  EDBOOK: 'book',
  CHAP: 'chapter',
  ECHAP: 'chapter',
  THES: 'thesis',
  RPRT: 'report',
  DATA: 'dataset',
  COMP: 'software',
  ELEC: 'webpage',
  WEB: 'webpage',
  BLOG: 'webpage',
};

/** `TY  - JOUR`; some writers leave out a blank. */
const TAG_LINE = /^\s{0,3}([A-Z][A-Z0-9]) {0,2}-(?: (.*)|)$/;
const EXCERPT = 40;

type Tags = { readonly line: number; readonly values: Map<string, string[]>; last: string };

const addValue = ({ values }: Tags, tag: string, value: string): void => {
  const known = values.get(tag);
  if (known) known.push(value);
  else values.set(tag, [value]);
};

const all = (tags: Tags, ...names: readonly string[]): string[] =>
  names.flatMap((name) => tags.values.get(name) ?? []);

const first = (tags: Tags, ...names: readonly string[]): string | undefined => all(tags, ...names)[0];

const people = (tags: Tags, ...names: readonly string[]): CslItem['author'] =>
  all(tags, ...names)
    .map(parseInvertedName)
    .filter((name) => name !== undefined);

const readPages = (tags: Tags): string | undefined => {
  const [start, end] = [first(tags, 'SP'), first(tags, 'EP')].map((page) =>
    page?.replace(/\s*[-\u2010-\u2015\u2212]+\s*/g, '-'),
  );
  if (start === undefined || end === undefined || start === end) return start ?? end;
  return start.includes('-') ? start : `${start}-${end}`;
};

const readIssued = (tags: Tags): CslItem['issued'] => {
  const [date, year] = [first(tags, 'DA'), first(tags, 'PY', 'Y1')];
  const exact = date === undefined ? undefined : parseDate(date);
  if (exact?.['date-parts']) return exact;
  const [written = '', month, day] = year?.split('/') ?? [];
  return /^\d+$/.test(written) ? toCslDate(written, month, day) : toCslDate(year ?? date);
};

/** Serial numbers share one tag; eight signs are a journal's. */
const isIssn = (text: string): boolean => /^\d{4}-?\d{3}[\dX]\b/i.test(text) && !/^[\d-]{10,}/.test(text);

const readItem = (tags: Tags): ItemFields => {
  const type = TYPES[first(tags, 'TY') ?? ''] ?? 'document';
  const serials = all(tags, 'SN');
  const venue = first(tags, 'T2', 'JO', 'JF', 'BT', 'JA', 'J2');
  const isPreprint = venue !== undefined && isPreprintVenue(venue);
  const [links, archive, notes] = [all(tags, 'UR', 'LK'), first(tags, 'AN'), all(tags, 'N1')];
  return compact({
    type,
    title: first(tags, 'TI', 'T1', 'CT') ?? '',
    author: people(tags, 'AU', 'A1'),
    editor: people(tags, 'ED', 'A2'),
    issued: readIssued(tags),
    'container-title': isPreprint ? undefined : venue,
    'collection-title': first(tags, 'T3'),
    publisher: first(tags, 'PB'),
    'publisher-place': first(tags, 'CY', 'PP'),
    volume: first(tags, 'VL'),
    issue: first(tags, 'IS'),
    page: readPages(tags),
    edition: first(tags, 'ET'),
    genre: first(tags, 'M3'),
    ...readIds({ doi: first(tags, 'DO', 'M1'), places: [archive, ...links, venue] }),
    ISBN: serials.find((serial) => !isIssn(serial)),
    ISSN: serials.find(isIssn),
    URL: links[0],
    abstract: first(tags, 'AB', 'N2'),
    language: first(tags, 'LA'),
    keywords: all(tags, 'KW').flatMap((words) => (/[;；]/.test(words) ? splitKeywords(words) : [words])),
    note: notes.join(' '),
    accessed: first(tags, 'Y2') === undefined ? undefined : parseDate(first(tags, 'Y2')!),
  });
};

const KNOWN = new Set(
  `TY ER TI T1 CT AU A1 ED A2 DA PY Y1 T2 JO JF BT JA J2 T3 PB CY PP VL IS SP EP ET M3 DO UR LK AN SN AB N2 LA KW N1 Y2
ID L1 L2`.split(/\s+/),
);

const toRecord = (tags: Tags): BibliographyRecord | undefined => {
  if (tags.values.size === 1) return undefined;
  const fields = readItem(tags);
  if (Object.keys(fields).every((name) => name === 'type' || name === 'title') && !fields.title)
    return undefined;
  const key = first(tags, 'ID');
  return {
    item: { id: key ?? makeKey(fields, tags.line), ...fields },
    line: tags.line,
    entryType: first(tags, 'TY') ?? '',
    hasOwnKey: key !== undefined,
    files: all(tags, 'L1', 'L2'),
    otherFields: Object.fromEntries(
      [...tags.values]
        .filter(([name]) => !KNOWN.has(name))
        .map(([name, values]) => [name, values.join('; ')]),
    ),
  };
};

/** RIS: each record from `TY` to `ER`; lines without a tag go on with the one before. */
export const readRis = (source: SourceText): ParsedBibliography => {
  const items: BibliographyRecord[] = [];
  const faults: BibliographyFault[] = [];
  let open: Tags | undefined;
  let wasLoose = false;
  const close = (isClosed: boolean): void => {
    if (!open) return;
    const record = toRecord(open);
    const key = first(open, 'ID') ?? null;
    if (!isClosed) faults.push({ line: open.line, key, code: 'unclosed_entry', params: {} });
    if (record) items.push(record);
    else faults.push({ line: open.line, key, code: 'empty_entry', params: {} });
    open = undefined;
  };
  for (const [index, text] of source.text.split('\n').entries()) {
    const line = index + 1;
    const [, tag, raw = ''] = TAG_LINE.exec(text) ?? [];
    const value = (tag === undefined ? text : raw).replace(/\s+/g, ' ').trim().normalize('NFC');
    if (tag === 'ER') close(true);
    else if (tag === 'TY') {
      close(false);
      open = { line, values: new Map([['TY', [value.toUpperCase()]]]), last: 'TY' };
    } else if (open && tag !== undefined) {
      if (value !== '') addValue(open, tag, value);
      open.last = value === '' ? '' : tag;
    } else if (open && value !== '' && open.last !== '' && open.last !== 'TY') {
      const values = open.values.get(open.last)!;
      values[values.length - 1] += ` ${value}`;
    } else if (value !== '' && !wasLoose)
      faults.push({ line, key: null, code: 'unexpected_text', params: { text: value.slice(0, EXCERPT) } });
    wasLoose = !open && value !== '' && tag !== 'ER';
  }
  close(false);
  return { items, faults };
};
