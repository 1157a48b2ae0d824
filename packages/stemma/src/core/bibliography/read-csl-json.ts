import type { BibliographyFault } from '@stemma/contract/bibliography';
import { type CslItem, CslType } from '@stemma/contract/csl';
import type { Author } from '@stemma/contract/records';
import {
  type BibliographyRecord,
  compact,
  type ItemFields,
  makeKey,
  type ParsedBibliography,
  splitKeywords,
} from './bibliography-record.ts';
import { parseDate, toCslDate } from './csl-date.ts';
import { toPerson, toWholeName } from './person-name.ts';
import { readIds } from './record-ids.ts';
import type { SourceText } from './source-text.ts';

type Json = Readonly<Record<string, unknown>>;
type Part = { readonly start: number; readonly end: number };

/**
 * Objects that stand in no other closed object, and those never closed. A text with one broken record still
 * gives the others: strings end at the end of their line at the latest, as JSON demands.
 */
const findObjects = (text: string): { closed: Part[]; open: number[] } => {
  const open: number[] = [];
  let closed: Part[] = [];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"' || character === '\n') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '{') open.push(at);
    else if (character === '}' && open.length > 0) {
      const start = open.pop()!;
      while (closed.length > 0 && closed.at(-1)!.start > start) closed.pop();
      closed.push({ start, end: at + 1 });
    }
  }
  closed = closed.toSorted((a, b) => a.start - b.start);
  return { closed, open };
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return undefined;
  return value
    .replace(/<\/?(?:i|b|sup|sub|sc|span)\b[^<>]*>/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
};

const toName = (value: unknown): Author | undefined => {
  if (!isObject(value)) return undefined;
  const part = (name: string): string => textOf(value[name]) ?? '';
  if (part('literal') !== '') return { family: part('literal') };
  const family = [part('non-dropping-particle'), part('family')].filter((text) => text !== '').join(' ');
  const given = [part('given'), part('dropping-particle')].filter((text) => text !== '').join(' ');
  return family === '' && given !== '' ? toWholeName(given) : toPerson(family, given, part('suffix'));
};

const toNames = (value: unknown): Author[] =>
  Array.isArray(value) ? value.map(toName).filter((name) => name !== undefined) : [];

const toDate = (value: unknown): CslItem['issued'] => {
  if (typeof value === 'string') return parseDate(value);
  if (!isObject(value)) return undefined;
  const parts: unknown = value['date-parts'];
  const [year, month, day] = Array.isArray(parts) && Array.isArray(parts[0]) ? (parts[0] as unknown[]) : [];
  const date = toCslDate(textOf(year), textOf(month), textOf(day));
  if (date?.['date-parts']) return date;
  const written = textOf(value.raw) ?? textOf(value.literal);
  return written === undefined ? date : parseDate(written);
};

const TYPE_NAMES: Readonly<Record<string, CslType>> = {
  'article-magazine': 'article-journal',
  'article-newspaper': 'article-journal',
  'post-weblog': 'webpage',
  post: 'webpage',
  manuscript: 'article',
  'entry-encyclopedia': 'chapter',
  'entry-dictionary': 'chapter',
};

const toType = (value: unknown): CslType => {
  const known = CslType.safeParse(value);
  return known.success ? known.data : (TYPE_NAMES[String(value)] ?? 'document');
};

const toKeywords = (record: Json): string[] => {
  if (Array.isArray(record.keywords)) return record.keywords.flatMap((word) => textOf(word) ?? []);
  return splitKeywords(textOf(record.keyword) ?? '');
};

const toFields = (record: Json): ItemFields => {
  const text = (name: string): string | undefined => textOf(record[name]);
  const version = text('arxivVersion');
  const archived = /arxiv/i.test(text('archive') ?? '') ? text('archive_location') : undefined;
  const own = text('arxivId') && `${text('arxivId')}${version ? `v${version}` : ''}`;
  return compact({
    type: toType(record.type),
    title: text('title') ?? '',
    author: toNames(record.author),
    editor: toNames(record.editor),
    issued: toDate(record.issued),
    'container-title': text('container-title'),
    'collection-title': text('collection-title'),
    publisher: text('publisher'),
    'publisher-place': text('publisher-place'),
    volume: text('volume'),
    issue: text('issue') ?? (/^arxiv/i.test(text('number') ?? '') ? undefined : text('number')),
    page: text('page')?.replace(/\s*[-\u2010-\u2015\u2212]+\s*/g, '-'),
    edition: text('edition'),
    genre: text('genre'),
    ...readIds({
      doi: text('DOI'),
      eprint: own ?? archived,
      places: [text('number'), text('note'), text('URL')],
    }),
    ISBN: text('ISBN'),
    ISSN: text('ISSN'),
    URL: text('URL'),
    abstract: text('abstract'),
    language: text('language'),
    keywords: toKeywords(record),
    note: text('note'),
    accessed: toDate(record.accessed),
  });
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The records of an object: itself, or those it wraps as `items`. */
const recordsOf = (value: unknown): unknown[] =>
  isObject(value) && Array.isArray(value.items) && value.title === undefined ? value.items : [value];

/** CSL-JSON: an array, one object, or `{ items }`; one broken record costs itself. */
export const readCslJson = (source: SourceText): ParsedBibliography => {
  const { closed, open } = findObjects(source.text);
  const items: BibliographyRecord[] = [];
  const faults: BibliographyFault[] = open.map((at) => ({
    line: source.lineAt(at),
    key: null,
    code: 'unclosed_entry',
    params: {},
  }));
  if (closed.length === 0 && open.length === 0 && !/^\s*\[\s*\]\s*$/.test(source.text))
    faults.push({ line: 1, key: null, code: 'not_json', params: {} });
  for (const { start, end } of closed) {
    const line = source.lineAt(start);
    const value = parseJson(source.text.slice(start, end));
    if (value === undefined) {
      faults.push({ line, key: null, code: 'not_json', params: {} });
      continue;
    }
    for (const record of recordsOf(value)) {
      if (!isObject(record) || (record.title === undefined && record.type === undefined)) {
        faults.push({ line, key: null, code: 'not_a_record', params: {} });
        continue;
      }
      const fields = toFields(record);
      const key = textOf(record.id) || textOf(record['citation-key']);
      const id = key || makeKey(fields, line);
      items.push({
        item: { id, ...fields },
        line,
        entryType: typeof record.type === 'string' ? record.type : '',
        hasOwnKey: Boolean(key),
        files: [],
        otherFields: {},
      });
    }
  }
  return { items, faults };
};
