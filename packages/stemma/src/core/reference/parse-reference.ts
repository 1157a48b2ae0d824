import type { CslItem, CslType } from '@stemma/contract/csl';
import type { Author } from '@stemma/contract/records';
import { findArxivIds } from '../source/arxiv-id.ts';
import { parseDoi } from '../source/doi.ts';
import { findLocators, type Locators } from './locators.ts';
import { readNames } from './reference-names.ts';
import { splitTitle } from './reference-title.ts';
import { findVenue } from './reference-venue.ts';

/** `sure`: the entry marks it (an id, a quoted title, `[J]`, `12(3):1–9`). `likely`: it stands where such a thing stands. */
export type Confidence = 'sure' | 'likely';

export type ReferenceFields = Partial<Omit<CslItem, 'id'>>;

export type ParsedReference = {
  /** The entry as printed. */
  raw: string;
  /** What stands before it: `12`, `BB94`; null without one. */
  label: string | null;
  /** What could be read; what is not known stays out. */
  item: ReferenceFields;
  confidence: Partial<Record<keyof ReferenceFields, Confidence>>;
  /** More authors than are named. */
  etAl: boolean;
  /** The letter after the year that parts two works of one year; '' without one. */
  yearSuffix: string;
};

const LABEL =
  /^\s*(?:\[(?<bracket>[^\]]{1,60})\]|［(?<wide>[^］]{1,24})］|[(（](?<round>\d{1,4})[)）]|(?<dotted>\d{1,4})[.．](?=\s)|(?<bare>\d{1,3})(?=\s+[\p{Lu}\p{Lo}])|(?<super>[⁰¹²³⁴-⁹]{1,3}))\s*/u;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const URL =
  /(?:https?:\s?\/\/|(?<![\w/.])www\.\s?)[^\s"<>，。；、（）【】]+(?:(?<=[/._-])\s[a-z\d][^\s,;]*)?/iu;
const ARXIV_LOOSE = /(?:arXiv|e-?print|preprint|abs\/|CoRR)[\s,:]*(?:(?:arXiv|abs)[\s:/]*)?$/iu;
const YEAR = '(?:1[5-9]|20)\\d{2}';
const YEAR_AFTER_AUTHORS = new RegExp(
  `^[\\s.,]*[(（](?<year>${YEAR})(?<suffix>[a-z])?(?:[,，]\\s*[^)）]{1,30})?[)）]\\s*[.．:：,，]?\\s*`,
  'u',
);
const PLAIN_YEAR_AFTER_AUTHORS = new RegExp(`^[\\s.,]*(?<year>${YEAR})(?<suffix>[a-z])?[.．:]\\s+`, 'u');
const YEAR_IN_BRACKETS = new RegExp(
  `[(（](?:[^()（）\\d]{0,24})(?<year>${YEAR})(?<suffix>[a-z])?(?:-\\d{1,2}){0,2}[)）]`,
  'gu',
);
const LOOSE_YEAR = new RegExp(
  `(?<![\\d–—/.:-]|[–-]\\s)(?<year>${YEAR})(?<suffix>[a-z])?(?![\\d/–—]|-\\d|[(:]\\d|\\.\\d)`,
  'gu',
);
/** `, editors.` behind names: they edited what the entry is. */
const EDITORS = /^\s*,?\s*\(?(?:eds?\b\.?|editors?\b\.?)\)?[.,:]?/iu;
const NO_TITLE = /^(?:personal|private|verbal) communication/iu;
const ACCESSED =
  /[[(]?\s*\b(?:accessed|retrieved|visited|last checked|引用日期)\b[^\])]{0,60}[\])]?\.?|\[\d{4}-\d{1,2}-\d{1,2}\]/giu;
const MARK_TYPES: Readonly<Record<string, CslType>> = {
  J: 'article-journal',
  M: 'book',
  C: 'paper-conference',
  D: 'thesis',
  R: 'report',
  DS: 'dataset',
  DB: 'dataset',
  CP: 'software',
  EB: 'webpage',
  A: 'chapter',
  N: 'article',
  S: 'document',
  P: 'document',
};

/** Reads one entry of a reference list, as printed in any of the usual styles (APA, IEEE, Nature, plain, GB/T 7714). */
export const parseReference = (text: string): ParsedReference => {
  const raw = text.replace(/\s+/gu, ' ').trim();
  const parsed: ParsedReference = {
    raw,
    label: null,
    item: {},
    confidence: {},
    etAl: false,
    yearSuffix: '',
  };
  const { label, rest: unlabelled } = splitLabel(raw);
  parsed.label = label;
  const body = takeIds(parsed, unlabelled).replace(ACCESSED, ' ').replace(/\s+/gu, ' ').trim();
  const names = readNames(body);
  const behind = body.slice(names.end);
  const edited = EDITORS.exec(behind);
  if (names.authors.length > 0)
    put(parsed, edited === null ? 'author' : 'editor', names.authors, authorsConfidence(names.authors, body));
  parsed.etAl = names.etAl;
  const afterNames =
    edited === null
      ? behind.replace(/^\s*\((?!\d)[^)]{1,40}\)(?=\s*[,.])/u, '')
      : `.${behind.slice(edited[0].length)}`;
  const dated = takeYear(parsed, afterNames, names.authors.length > 0);
  const title = splitTitle(dated, { hasAuthors: names.authors.length > 0 });
  if (title !== undefined && !NO_TITLE.test(title.title))
    put(parsed, 'title', title.title, title.sure ? 'sure' : 'likely');
  const tail = title?.rest ?? dated;
  const locators = findLocators(tail);
  putLocators(parsed, locators);
  const venue = findVenue(tail, locators);
  if (venue.container !== undefined) put(parsed, 'container-title', venue.container, 'likely');
  if (venue.publisher !== undefined) put(parsed, 'publisher', venue.publisher, 'likely');
  if (venue.place !== undefined) put(parsed, 'publisher-place', venue.place, 'likely');
  if (venue.edition !== undefined) put(parsed, 'edition', venue.edition, 'sure');
  const type = typeOf(parsed, title?.mark, venue.kind);
  if (type !== undefined) put(parsed, 'type', type, title?.mark === undefined ? 'likely' : 'sure');
  return parsed;
};

const put = <K extends keyof ReferenceFields>(
  parsed: ParsedReference,
  field: K,
  value: ReferenceFields[K],
  confidence: Confidence,
): void => {
  parsed.item[field] = value;
  parsed.confidence[field] = confidence;
};

/** The label of an entry without its brackets, and what follows it. */
export const splitLabel = (text: string): { label: string | null; rest: string } => {
  const match = LABEL.exec(text);
  if (match === null) return { label: null, rest: text };
  const { bracket, wide, round, dotted, bare, super: raised } = match.groups!;
  const label =
    bracket ??
    wide ??
    round ??
    dotted ??
    bare ??
    [...raised!].map((mark) => SUPERSCRIPTS.indexOf(mark)).join('');
  return { label: label.trim(), rest: text.slice(match[0].length) };
};

/** Takes DOI, arXiv id and address out of the text: their digits are no years and no pages. */
const takeIds = (parsed: ParsedReference, text: string): string => {
  let rest = text;
  const doi = parseDoi(rest);
  if (doi !== undefined && !doi.startsWith('10.48550/arxiv.')) {
    put(parsed, 'DOI', doi, 'sure');
    const at = rest.toLowerCase().indexOf(doi.slice(0, 12));
    const end = at < 0 ? -1 : rest.slice(at).search(/\s|$/u) + at;
    if (at >= 0)
      rest = `${rest.slice(0, at).replace(/(?:https?:\s?\/\/)?(?:dx\.)?doi(?:\.org)?\s*[:/]?\s*$/iu, '')} ${rest.slice(end)}`;
  }
  const [arxiv] = arxivIn(rest);
  if (arxiv !== undefined) {
    put(parsed, 'arxivId', arxiv.id, 'sure');
    if (arxiv.version !== null) put(parsed, 'arxivVersion', arxiv.version, 'sure');
    rest = `${rest.slice(0, arxiv.start).replace(/(?:arXiv preprint|CoRR,?\s*(?:abs\/)?|\blanl e-?print|\blanl preprint,?)?\s*(?:arXiv[\s:]*)?$/iu, '')} ${rest.slice(arxiv.end)}`;
  }
  const url = URL.exec(rest);
  if (url !== null) {
    const address = url[0].replace(/\s/gu, '').replace(/[.,;:)\]]+$/u, '');
    put(parsed, 'URL', address.startsWith('www') ? `http://${address}` : address, 'sure');
    rest = `${rest.slice(0, url.index).replace(/(?:\bURL|available(?: at| from)?|online)\s*[:：]?\s*$/iu, '')} ${rest.slice(url.index + url[0].length)}`;
  }
  return rest.replace(/\(\s*[,.]?\s*\)/gu, ' ').replace(/\s+([,.;])/gu, '$1');
};

/** An id counts with its prefix; a bare new-style number also right after `CoRR, abs/` and the like. */
const arxivIn = (text: string) => {
  const sure = findArxivIds(text);
  if (sure.length > 0) return sure;
  // quant-ph/0809.0444: the archive before an id that has none
  const mixed = /\b(?:arXiv[\s:]*)?[a-z]{2,8}(?:-[a-z]{2,4})?\/(?<id>\d{4}\.\d{4,5})(?!\d)/u.exec(text);
  if (mixed !== null && findArxivIds(mixed.groups!.id!).length > 0)
    return [{ id: mixed.groups!.id!, version: null, start: mixed.index, end: mixed.index + mixed[0].length }];
  return findArxivIds(text.replace(/abs\//giu, '    '), { bare: true }).filter(({ start }) =>
    ARXIV_LOOSE.test(text.slice(0, start).replace(/\s+$/u, '')),
  );
};

/** The year after the authors (APA), in the only brackets that hold one, or the last one printed. */
const takeYear = (parsed: ParsedReference, text: string, hasAuthors: boolean): string => {
  const early = YEAR_AFTER_AUTHORS.exec(text) ?? (hasAuthors ? PLAIN_YEAR_AFTER_AUTHORS.exec(text) : null);
  if (early !== null) {
    putYear(parsed, early.groups as never, 'sure');
    return text.slice(early[0].length);
  }
  const bracketed = [...text.matchAll(YEAR_IN_BRACKETS)];
  if (bracketed.length === 1) {
    putYear(parsed, bracketed[0]!.groups as never, 'sure');
    return text;
  }
  const loose = [...text.matchAll(LOOSE_YEAR)];
  const years = new Set(loose.map((match) => match.groups!.year));
  const last = loose.at(-1);
  if (last !== undefined) putYear(parsed, last.groups as never, years.size === 1 ? 'sure' : 'likely');
  return text;
};

const putYear = (
  parsed: ParsedReference,
  { year, suffix }: { year: string; suffix?: string },
  confidence: Confidence,
): void => {
  put(parsed, 'issued', { 'date-parts': [[Number(year)]] }, confidence);
  parsed.yearSuffix = suffix ?? '';
};

const putLocators = (parsed: ParsedReference, locators: Locators): void => {
  if (locators.volume !== undefined)
    put(parsed, 'volume', locators.volume, locators.sure ? 'sure' : 'likely');
  if (locators.issue !== undefined) put(parsed, 'issue', locators.issue, locators.sure ? 'sure' : 'likely');
  if (locators.pages !== undefined) put(parsed, 'page', locators.pages, 'sure');
};

/** Names with initials are names; spelled-out ones may be words of a title that stands first. */
const authorsConfidence = (authors: readonly Author[], body: string): Confidence =>
  authors.length > 1 || /\p{Lu}\./u.test(body.slice(0, 40)) || /^\p{Script=Han}/u.test(body)
    ? 'sure'
    : 'likely';

const typeOf = (
  { item }: ParsedReference,
  mark: string | undefined,
  kind: CslType | undefined,
): CslType | undefined => {
  if (mark !== undefined) return MARK_TYPES[mark.split('/')[0]!.toUpperCase()];
  if (kind !== undefined) return kind;
  if (item['container-title'] !== undefined && (item.volume !== undefined || item.page !== undefined))
    return 'article-journal';
  if (item.arxivId !== undefined) return 'article';
  if (item.publisher !== undefined) return 'book';
  return item.URL !== undefined && item['container-title'] === undefined ? 'webpage' : undefined;
};
