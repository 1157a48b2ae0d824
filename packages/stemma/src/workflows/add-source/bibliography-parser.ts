import { CslItem, CslType } from '@stemma/contract/csl';

/** An entry with the line it begins on, from 1. */
export type ParsedEntry = { item: CslItem; line: number };

/** What an entry or a part of one could not be read for. */
export type EntryFault = {
  line: number;
  key: string;
  code: string;
  params: Readonly<Record<string, string | number>>;
};

export type ParsedBibliography = { items: ParsedEntry[]; faults: EntryFault[] };

/** Recognises and reads bibliography files; never throws for what a file holds. */
export type BibliographyParser = {
  /** Endings of names that a folder's files are taken in by. */
  endings: readonly string[];
  /** The format of a file by its first bytes as text and its name; undefined when it is none. */
  detect(head: string, name: string): string | undefined;
  parse(text: string, format: string): ParsedBibliography;
  /** The text of a file; `text_undecodable`, `text_binary`. */
  decode(bytes: Uint8Array, path: string): string;
};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const TEXT_FIELDS = [
  'container-title',
  'collection-title',
  'publisher',
  'publisher-place',
  'volume',
  'issue',
  'page',
  'edition',
  'genre',
  'DOI',
  'arxivId',
  'ISBN',
  'ISSN',
  'URL',
  'abstract',
  'language',
  'note',
] as const;

/** A name as CSL-JSON writes it: in parts, or literal for a group. */
const nameOf = (value: unknown): unknown => {
  const name = value as Record<string, unknown>;
  const family = [text(name?.['non-dropping-particle']), text(name?.family) ?? text(name?.literal)]
    .filter(Boolean)
    .join(' ');
  const given = text(name?.given);
  return family === '' ? undefined : { family, ...(given !== undefined && { given }) };
};

const namesOf = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(nameOf).filter((name) => name !== undefined) : undefined;

const dateOf = (value: unknown): unknown => {
  const date = value as Record<string, unknown> | undefined;
  const parts = (date?.['date-parts'] as unknown[][] | undefined)?.[0]?.map(Number);
  if (parts?.every(Number.isInteger) && parts.length > 0) return { 'date-parts': [parts.slice(0, 3)] };
  const literal = text(date?.literal) ?? text(date?.raw);
  return literal === undefined ? undefined : { literal };
};

const toItem = (value: unknown): CslItem | 'entry_without_title' | 'entry_not_understood' => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'entry_not_understood';
  const entry = value as Record<string, unknown>;
  const title = text(entry.title)?.trim();
  if (!title) return 'entry_without_title';
  const type = CslType.safeParse(entry.type);
  const fields = Object.fromEntries(TEXT_FIELDS.map((name) => [name, text(entry[name])]));
  const item = {
    ...fields,
    id: text(entry.id) ?? '',
    type: type.success ? type.data : 'document',
    title,
    author: namesOf(entry.author),
    editor: namesOf(entry.editor),
    issued: dateOf(entry.issued),
  };
  const parsed = CslItem.safeParse(
    Object.fromEntries(Object.entries(item).filter(([, v]) => v !== undefined)),
  );
  return parsed.success ? parsed.data : 'entry_not_understood';
};

/** The line each entry of a JSON array begins on: strings are stepped over, depth is counted. */
const entryLines = (source: string): number[] => {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  for (const [token] of source.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]\n]/gs)) {
    if (token === '{' && depth === 1) lines.push(line);
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else line += token.split('\n').length - 1;
  }
  return lines;
};

const LOOKS_LIKE_CSL = /^\s*\[\s*(?:\]|\{[\s\S]*"(?:id|type|title)"\s*:)/;

const parseCslJson = (source: string): ParsedBibliography => {
  const items: ParsedEntry[] = [];
  const faults: EntryFault[] = [];
  let values: unknown;
  try {
    values = JSON.parse(source);
  } catch {
    return { items, faults: [{ line: 1, key: '', code: 'entry_not_understood', params: {} }] };
  }
  const lines = entryLines(source);
  (Array.isArray(values) ? values : [values]).forEach((value, index) => {
    const line = lines[index] ?? 1;
    const item = toItem(value);
    const key = text((value as { id?: unknown } | null)?.id) ?? '';
    if (typeof item === 'string') faults.push({ line, key, code: item, params: {} });
    else items.push({ item, line });
  });
  return { items, faults };
};

/** Reads CSL-JSON alone. */
export const cslJsonParser: Omit<BibliographyParser, 'decode'> = {
  endings: [],
  detect: (head, name) =>
    /\.(?:json|csl)$/i.test(name) && LOOKS_LIKE_CSL.test(head.replace(/^\uFEFF/, ''))
      ? 'csl-json'
      : undefined,
  parse: (source) => parseCslJson(source.replace(/^\uFEFF/, '')),
};
