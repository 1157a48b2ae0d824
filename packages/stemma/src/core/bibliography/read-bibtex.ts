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
import { type BibtexEntry, readBibtexEntries } from './bibtex-entries.ts';
import { parseBibtexNames } from './bibtex-names.ts';
import { parseDate, toCslDate } from './csl-date.ts';
import { decodeTex, decodeVerbatim } from './decode-tex.ts';
import { isPreprintVenue, readIds } from './record-ids.ts';
import type { SourceText } from './source-text.ts';

const TYPES: Readonly<Record<string, CslType>> = {
  article: 'article-journal',
  periodical: 'article-journal',
  suppperiodical: 'article-journal',
  inproceedings: 'paper-conference',
  conference: 'paper-conference',
  book: 'book',
  mvbook: 'book',
  collection: 'book',
  mvcollection: 'book',
  proceedings: 'book',
  mvproceedings: 'book',
  reference: 'book',
  booklet: 'book',
  manual: 'report',
  incollection: 'chapter',
  inbook: 'chapter',
  inreference: 'chapter',
  bookinbook: 'chapter',
  suppbook: 'chapter',
  thesis: 'thesis',
  phdthesis: 'thesis',
  mastersthesis: 'thesis',
  techreport: 'report',
  report: 'report',
  dataset: 'dataset',
  software: 'software',
  online: 'webpage',
  electronic: 'webpage',
  www: 'webpage',
  webpage: 'webpage',
  unpublished: 'article',
};

const GENRES: Readonly<Record<string, string>> = {
  phdthesis: 'PhD thesis',
  mastersthesis: "Master's thesis",
};
/** Words of BibLaTeX for `type`. */
const GENRE_WORDS: Readonly<Record<string, string>> = {
  phdthesis: 'PhD thesis',
  mathesis: "Master's thesis",
  mastersthesis: "Master's thesis",
  techreport: '',
  resreport: '',
};

/** What a child has from the entry it refers to. */
const INHERITED =
  `author editor publisher address location year month day date series volume number edition isbn issn language langid
organization school institution`.split(/\s+/);

type Fields = ReadonlyMap<string, string>;

const keyForm = (key: string): string => key.toLowerCase();

const inherit = (child: BibtexEntry, parent: BibtexEntry): Fields => {
  const fields = new Map(child.fields);
  const hasDate = fields.has('date') || fields.has('year');
  for (const name of INHERITED) {
    const value = parent.fields.get(name);
    const isDate = /^(?:year|month|day|date)$/.test(name);
    if (value !== undefined && !fields.has(name) && !(isDate && hasDate)) fields.set(name, value);
  }
  const title = parent.fields.get('booktitle') ?? parent.fields.get('title');
  const place = child.type === 'article' ? 'journal' : 'booktitle';
  if (title !== undefined && !fields.has('booktitle') && !fields.has(place)) fields.set(place, title);
  if (title !== undefined && !fields.has('title')) fields.set('title', title);
  return fields;
};

/** Fields read from an entry, each taken once; what is left has no place in an item. */
class EntryFields {
  private readonly left: Map<string, string>;

  constructor(fields: Fields) {
    this.left = new Map(fields);
  }

  raw(...names: readonly string[]): string | undefined {
    let found: string | undefined;
    for (const name of names) {
      const value = this.left.get(name);
      if (found !== undefined || value === undefined) continue;
      if (value.trim() !== '') found = value;
      this.left.delete(name);
    }
    return found;
  }

  text(...names: readonly string[]): string | undefined {
    const value = this.raw(...names);
    return value === undefined ? undefined : decodeTex(value) || undefined;
  }

  verbatim(...names: readonly string[]): string | undefined {
    const value = this.raw(...names);
    return value === undefined ? undefined : decodeVerbatim(value) || undefined;
  }

  others(): Record<string, string> {
    return Object.fromEntries([...this.left].map(([name, value]) => [name, decodeTex(value)]));
  }
}

const PAGE_DASH = /\s*[-\u2010-\u2015\u2212]+\s*/g;

const readIssued = (fields: EntryFields): ItemFields['issued'] => {
  const [date, year, month, day] = ['date', 'year', 'month', 'day'].map((name) => fields.text(name));
  return date === undefined ? toCslDate(year, month, day) : parseDate(date);
};

/** `:home/a.pdf:PDF;b.pdf`, as JabRef and others write it. */
const readFiles = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/(?<!\\);/)
    .map((part) => part.split(/(?<!\\):(?![\\/])/))
    .map((parts) => (parts.length >= 3 ? parts.slice(1, -1).join(':') : parts.join(':')))
    .map((path) => path.replace(/\\([:;\\])/g, '$1').trim())
    .filter((path) => path !== '');

const readType = (type: string, container: string | undefined, hasArxiv: boolean): CslType => {
  const known = Object.hasOwn(TYPES, type) ? TYPES[type]! : 'document';
  const isLoose = known === 'article-journal' || known === 'document' || known === 'webpage';
  return hasArxiv && container === undefined && isLoose ? 'article' : known;
};

const readGenre = (type: string, written: string | undefined): string | undefined => {
  const word = written?.toLowerCase() ?? '';
  return Object.hasOwn(GENRE_WORDS, word) ? GENRE_WORDS[word] : (written ?? GENRES[type]);
};

const readTitle = (fields: EntryFields): string => {
  const [title, subtitle] = [fields.text('title'), fields.text('subtitle')];
  return [title, subtitle].filter((part) => part !== undefined).join(': ');
};

type ReadEntry = { fields: ItemFields; hasOthers: boolean; files: string[]; others: Record<string, string> };

const readEntry = (type: string, raw: Fields): ReadEntry => {
  const fields = new EntryFields(raw);
  const [author, editor] = ['author', 'editor'].map((name) => parseBibtexNames(fields.raw(name) ?? ''));
  const venue = fields.text('journal', 'journaltitle', 'booktitle', 'eventtitle');
  const container = venue !== undefined && isPreprintVenue(venue) ? undefined : venue;
  const volume = fields.text('volume');
  const archive = fields.text('archiveprefix', 'eprinttype');
  const [url, note] = [fields.verbatim('url'), fields.text('note')];
  const howPublished = fields.text('howpublished');
  const ids = readIds({
    doi: fields.verbatim('doi'),
    eprint: fields.verbatim('eprint'),
    isArxivEprint: archive === undefined || /arxiv/i.test(archive),
    places: [
      fields.verbatim('arxiv', 'arxivid'),
      url,
      venue,
      /^corr$/i.test(venue ?? '') ? volume : '',
      note,
    ],
  });
  const link = url ?? (/^https?:\/\/\S+$/.test(howPublished ?? '') ? howPublished : undefined);
  const item: ItemFields = {
    type: readType(type, container, ids.arxivId !== undefined),
    title: readTitle(fields) || (fields.text('maintitle') ?? ''),
    author: author!.authors,
    editor: editor!.authors,
    issued: readIssued(fields),
    'container-title': container,
    'collection-title': fields.text('series'),
    publisher: fields.text('publisher', 'school', 'institution', 'organization'),
    'publisher-place': fields.text('address', 'location'),
    volume:
      container === undefined && ids.arxivId !== undefined && /^abs\//.test(volume ?? '')
        ? undefined
        : volume,
    issue: fields.text('number', 'issue'),
    page: fields.text('pages')?.replace(PAGE_DASH, '-'),
    edition: fields.text('edition'),
    genre: readGenre(type, fields.text('type')),
    ...ids,
    ISBN: fields.text('isbn'),
    ISSN: fields.text('issn'),
    URL: link,
    abstract: fields.text('abstract'),
    language: fields.text('langid', 'language'),
    keywords: splitKeywords(fields.text('keywords', 'keyword') ?? ''),
    note: note ?? (link === howPublished ? undefined : howPublished),
    accessed: toAccessed(fields.text('urldate')),
  } as ItemFields;
  fields.raw('crossref', 'xref', 'xdata', 'primaryclass', 'eprintclass');
  return {
    fields: compact(item),
    hasOthers: author!.hasOthers || editor!.hasOthers,
    files: readFiles(fields.raw('file')),
    others: fields.others(),
  };
};

const toAccessed = (text: string | undefined): CslItem['accessed'] =>
  text === undefined ? undefined : parseDate(text);

const isEmpty = ({ title, type: _, ...rest }: ItemFields): boolean =>
  title === '' && Object.keys(rest).length === 0;

/** BibTeX and BibLaTeX: every entry that can be understood, and what is wrong with the others. */
export const readBibtex = (source: SourceText): ParsedBibliography => {
  const { entries, faults: syntax } = readBibtexEntries(source);
  const byKey = new Map(entries.toReversed().map((entry) => [keyForm(entry.key), entry]));
  const items: BibliographyRecord[] = [];
  const faults: BibliographyFault[] = [...syntax];
  for (const entry of entries) {
    const { type, key, line } = entry;
    const tell = (code: BibliographyFault['code'], params: BibliographyFault['params'] = {}): void => {
      faults.push({ line, key: key || null, code, params });
    };
    if (entry.fields.size === 0) {
      tell('empty_entry');
      continue;
    }
    const parentKey = decodeTex(entry.fields.get('crossref') ?? '');
    const parent = parentKey === '' ? undefined : byKey.get(keyForm(parentKey));
    if (parentKey !== '' && !parent) tell('unknown_crossref', { name: parentKey });
    const read = readEntry(type, parent && parent !== entry ? inherit(entry, parent) : entry.fields);
    if (isEmpty(read.fields)) {
      tell('empty_entry');
      continue;
    }
    if (read.hasOthers) tell('names_left_out');
    items.push({
      item: { id: key === '' ? makeKey(read.fields, line) : key, ...read.fields },
      line,
      entryType: type,
      hasOwnKey: key !== '',
      files: read.files,
      otherFields: read.others,
    });
  }
  return { items, faults };
};
