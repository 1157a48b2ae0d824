import type { Author, Facts } from '@stemma/contract/records';
import { parse } from 'yaml';

const BLOCK = /^\uFEFF?---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const LONGEST = 64 * 1024;

/** YAML front matter of a Markdown file → facts; the rest is the body. Bad YAML is left in the body. */
export const splitFrontMatter = (source: string): { body: string; facts: Facts } => {
  const match = BLOCK.exec(source.slice(0, LONGEST));
  if (match === null) return { body: source, facts: {} };
  const fields = parseFields(match[1]!);
  if (fields === undefined) return { body: source, facts: {} };
  return { body: source.slice(match[0].length), facts: toFacts(fields) };
};

const parseFields = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = parse(text, { maxAliasCount: 0 });
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key.toLowerCase(), field]))
      : undefined;
  } catch {
    return undefined;
  }
};

const toFacts = (fields: Record<string, unknown>): Facts => {
  const facts: Facts = {};
  const origin = 'front_matter' as const;
  const title = textOf(fields.title);
  if (title !== undefined) facts.title = { value: title, origin };
  const authors = authorsOf(fields.authors ?? fields.author);
  if (authors.length > 0) facts.authors = { value: authors, origin };
  const year = Number(
    /(?:^|\D)((?:1[5-9]|20|21)\d{2})(?:\D|$)/.exec(textOf(fields.year ?? fields.date) ?? '')?.[1],
  );
  if (Number.isInteger(year) && year >= 1500 && year <= 2200) facts.year = { value: year, origin };
  const doi = /10\.\d{4,9}\/\S+/.exec(textOf(fields.doi) ?? '')?.[0];
  if (doi !== undefined) facts.doi = { value: doi, origin };
  const venue = textOf(fields.journal ?? fields.venue);
  if (venue !== undefined) facts.venue = { value: venue, origin };
  const arxiv = /(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v(\d{1,3}))?$/.exec(
    textOf(fields.arxiv) ?? '',
  );
  if (arxiv !== null) {
    facts.arxivId = { value: arxiv[1]!, origin };
    if (arxiv[2] !== undefined) facts.arxivVersion = { value: Number(arxiv[2]), origin };
  }
  const language = textOf(fields.language ?? fields.lang);
  if (language !== undefined && /^[a-z]{2,3}(?:-[A-Za-z\d]+)*$/.test(language))
    facts.language = { value: language, origin };
  return facts;
};

const textOf = (value: unknown): string | undefined => {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).normalize('NFC').replace(/\s+/gu, ' ').trim();
  return text === '' ? undefined : text;
};

/** `A. B. Name`, `Name, A. B.`, a list of either, or a list of `{ name }` and `{ given, family }`. */
const authorsOf = (value: unknown): Author[] => {
  if (typeof value === 'string') {
    return value.split(/\s*;\s*|\s+and\s+|\s*、\s*/u).flatMap((name) => authorOf(name) ?? []);
  }
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => authorOf(item) ?? []);
};

const authorOf = (value: unknown): Author | undefined => {
  if (typeof value === 'object' && value !== null) {
    const record = value as Record<string, unknown>;
    const family = textOf(record.family);
    const given = textOf(record.given);
    if (family !== undefined) return given === undefined ? { family } : { family, given };
    return authorOf(record.name ?? record.author);
  }
  const name = textOf(value);
  if (name === undefined) return undefined;
  const [family, given] = name.split(/\s*,\s*/u);
  if (given !== undefined && given !== '') return { family: family!, given };
  if (/^[\u4e00-\u9fff]{2,4}$/u.test(name)) return { family: name.slice(0, 1), given: name.slice(1) };
  const words = name.split(' ');
  const last = words.pop()!;
  return words.length === 0 ? { family: last } : { family: last, given: words.join(' ') };
};
