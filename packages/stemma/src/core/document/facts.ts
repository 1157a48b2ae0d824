import type { Author, Facts } from '@stemma/contract/records';
import { isKnownHeading } from './headings.ts';
import { parseNames } from './names.ts';
import { wordsOf } from './packed-words.ts';
import type { PageLayout, PrintedLine } from './page-layout.ts';

export type FileMetadata = { title: string; author: string; createdAt: string };

export type FactSources = {
  firstPage: PageLayout | undefined;
  /** Lines of the first page that are no furniture, in reading order. */
  lines: readonly PrintedLine[];
  /** Running heads, feet and margin stamps. */
  furniture: readonly string[];
  metadata: FileMetadata;
  bodySize: number;
  /** A good part of the text, for its language. */
  sample: string;
};

const REFUSED_TITLE =
  /^(?:untitled.*|no title|title|microsoft (?:word|powerpoint).*|slide \d*|document\d*|main|paper|manuscript|draft|template|.*\.(?:tex|dvi|docx?|pdf|ps|eps|pptx?|indd|qxd|rtf|odt)|\/.*|[a-z]:\\.*|[\d\s._-]+)$/iu;
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const YEAR = '(?:19|20)\\d{2}';
const DATE_LINE = new RegExp(
  `^\\W*(?:(?:dated?|version|draft|revised|submitted|received|published)\\W*(?:of|on)?\\W*)?(?:(?:\\d{1,2}(?:st|nd|rd|th)?\\W+)?(?:${MONTH})\\W+(?:\\d{1,2}(?:st|nd|rd|th)?\\W+)?(?<a>${YEAR})|(?<b>${YEAR})(?:[-/.]\\d{1,2}[-/.]\\d{1,2})?|(?<c>${YEAR})\\s*年(?:\\s*\\d{1,2}\\s*月)?(?:\\s*\\d{1,2}\\s*日)?)\\W*$`,
  'iu',
);
const DATE_INSIDE = new RegExp(
  `(?:(?:${MONTH})\\W{1,2}(?:\\d{1,2}\\W{1,2})?(?<a>${YEAR})|(?<b>${YEAR})\\s*年)`,
  'giu',
);
const COPYRIGHT = new RegExp(
  `(?:©|ⓒ|\\(c\\)|copyright(?:\\s*(?:©|ⓒ|○\\s?c|\\(c\\)))?)\\s*(?:by\\s+)?(?<year>${YEAR})`,
  'iu',
);
const ARXIV =
  /arXiv:\s?(?<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v(?<version>\d{1,3}))?(?:\s*\[[^\]]+\])?(?:\s+\d{1,2}\s+[A-Z][a-z]{2}\s+(?<year>(?:19|20)\d{2}))?/u;
const DOI = /(?:doi(?:\.org)?\s*[:/]?\s*)(?<doi>10\.\d{4,9}\/[^\s"<>,;]+)/giu;
/** `PLDI’09, June 15–20, 2009, Dublin`: what conferences have printed at the foot of a first page. */
const MEETING = new RegExp(
  `^(?:In\\s+)?(?<name>\\p{Lu}[\\p{L}&-]{1,14}\\s?[’'‘](?<short>\\d{2})|\\p{Lu}[\\p{Lu}&-]{1,12}\\s(?<long>${YEAR})),\\s+(?:(?:${MONTH})\\b|\\d{1,2}\\s)[^.]{0,40}?(?<year>${YEAR})?`,
  'iu',
);
const PUBLISHED_IN =
  /^(?:to appear|accepted(?: for publication)?|published) (?:in|at|by)[:\s]+(?:the\s+)?(?<name>\p{Lu}[^.;]{3,100})/iu;
/** `Journal of Examples, Vol. 1, No. 2, March 2015`, `物理学报 第70卷 第3期 2021年`. */
const RUNNING_HEAD = [
  new RegExp(
    `^(?:\\d{1,4}\\s+)?(?<name>\\p{Lu}[\\p{L}&.,:\\s-]{3,90}?),?\\s+vol(?:\\.|ume)\\s*\\d{1,4}(?:.{0,60}?(?<year>${YEAR}))?`,
    'iu',
  ),
  new RegExp(
    `^(?<name>\\p{Script=Han}{2,20})\\s*(?:[,，]?\\s*(?<year>${YEAR})\\s*年?)?[,，]?\\s*第?\\s*\\d{1,4}\\s*卷(?:.{0,20}?(?<later>${YEAR}))?`,
    'u',
  ),
];
const ABSTRACT = /^(?:abstract|summary|摘\s*要)/iu;

/** Lines of the title on the first page: its biggest print, near the top. */
export const findTitleLines = (sources: FactSources): PrintedLine[] => {
  const page = sources.firstPage;
  if (page === undefined) return [];
  const head = sources.lines.filter(
    (line) => line.turn === 0 && line.v < 0.6 * page.height && line.math < 0.5 && /\p{L}{2}/u.test(line.text),
  );
  const abstractAt = head.findIndex((line) => ABSTRACT.test(line.text));
  const candidates = (abstractAt > 0 ? head.slice(0, abstractAt) : head).filter(
    (line) => !isKnownHeading(line.text),
  );
  const biggest = Math.max(0, ...candidates.map((line) => line.size));
  if (biggest < 1.1 * sources.bodySize) return boldTitle(candidates, sources.bodySize);
  const first = candidates.findIndex((line) => line.size > 0.96 * biggest);
  return runOf(candidates, first, (line) => line.size > 0.9 * biggest);
};

/** Typewritten and plain titles: bold or capitals in the very first lines. */
const boldTitle = (lines: readonly PrintedLine[], bodySize: number): PrintedLine[] => {
  const isSet = (line: PrintedLine) =>
    line.size >= 0.98 * bodySize &&
    (line.bold > 0.8 || (/\p{Lu}{4}/u.test(line.text) && line.text === line.text.toUpperCase()));
  const first = lines.slice(0, 3).findIndex(isSet);
  return first < 0 ? [] : runOf(lines, first, isSet);
};

const runOf = (
  lines: readonly PrintedLine[],
  first: number,
  belongs: (line: PrintedLine) => boolean,
): PrintedLine[] => {
  const run = [lines[first]!];
  for (const line of lines.slice(first + 1)) {
    const last = run.at(-1)!;
    if (!belongs(line) || line.v - last.v > 2.2 * last.size || line.v <= last.v || run.length >= 6) break;
    run.push(line);
  }
  return run;
};

/** What the file itself says of the work, each value with its origin; nothing that is not sure. */
export const findFacts = (sources: FactSources, titleLines: readonly PrintedLine[], title: string): Facts => {
  const facts: Facts = {};
  const { metadata } = sources;
  const metadataTitle = sensibleTitle(metadata.title);
  if (isTitle(title)) facts.title = { value: title, origin: 'first_page' };
  else if (metadataTitle !== undefined) facts.title = { value: metadataTitle, origin: 'metadata' };
  const authors = findAuthors(sources, titleLines);
  if (authors !== undefined) facts.authors = authors;
  const stamps = [
    ...sources.furniture,
    ...sources.lines.map((line) => line.text).filter((text) => /^arXiv:/i.test(text)),
  ];
  const arxiv = stamps.map((text) => ARXIV.exec(text)?.groups).find((groups) => groups !== undefined);
  if (arxiv?.id !== undefined) {
    facts.arxivId = { value: arxiv.id, origin: 'first_page' };
    if (arxiv.version !== undefined)
      facts.arxivVersion = { value: Number(arxiv.version), origin: 'first_page' };
  }
  const year = findYear(sources, titleLines, arxiv?.year);
  if (year !== undefined) facts.year = year;
  const venue = findVenue(sources);
  if (venue !== undefined) facts.venue = venue;
  const doi = findDoi([...sources.lines.map((line) => line.text), ...sources.furniture]);
  if (doi !== undefined) facts.doi = { value: doi, origin: 'first_page' };
  const language = findLanguage(sources.sample);
  if (language !== undefined) facts.language = { value: language, origin: 'first_page' };
  return facts;
};

const isTitle = (text: string): boolean =>
  text.length >= 3 &&
  text.length <= 300 &&
  /\p{L}{2}/u.test(text) &&
  !text.includes('\uFFFD') &&
  !/^(?:contents|preface|chapter)$/iu.test(text);

export const sensibleTitle = (text: string): string | undefined => {
  const plain = text
    .replace(/[\u0000-\u001F\uFFFD]/gu, '')
    .normalize('NFC')
    .trim();
  return plain.length >= 4 && plain.length <= 300 && !REFUSED_TITLE.test(plain) && /\p{L}{2}/u.test(plain)
    ? plain
    : undefined;
};

const findAuthors = (sources: FactSources, titleLines: readonly PrintedLine[]): Facts['authors'] => {
  const between = linesBelowTitle(sources, titleLines);
  const authors: Author[] = [];
  for (const line of between) {
    const cells = splitCells(line).map(parseNames);
    if (cells.some((names) => names.length === 0)) {
      if (authors.length > 0 && parseNames(line.text).length === 0 && !/@/.test(line.text)) continue;
      continue;
    }
    for (const name of cells.flat()) {
      if (!authors.some((other) => other.family === name.family && other.given === name.given))
        authors.push(name);
    }
  }
  if (authors.length > 0) return { value: authors, origin: 'first_page' };
  const named = parseNames(sources.metadata.author.normalize('NFC'));
  return named.length > 0 ? { value: named, origin: 'metadata' } : undefined;
};

const linesBelowTitle = (sources: FactSources, titleLines: readonly PrintedLine[]): PrintedLine[] => {
  const last = titleLines.at(-1);
  if (last === undefined) return [];
  const from = sources.lines.indexOf(last) + 1;
  const rest = sources.lines.slice(from, from + 30);
  const end = rest.findIndex(
    (line) => ABSTRACT.test(line.text) || isKnownHeading(line.text) || line.text.length > 110,
  );
  return end < 0 ? rest.slice(0, 12) : rest.slice(0, end);
};

/** Names side by side are cells of one line. */
const splitCells = (line: PrintedLine): string[] => {
  const cells: string[] = [];
  const words = wordsOf(line);
  words.forEach((word, index) => {
    const last = words[index - 1];
    if (last === undefined || word.u0 - last.u1 > 1.3 * line.size) cells.push(word.text);
    else cells[cells.length - 1] += word.glued ? word.text : ` ${word.text}`;
  });
  return cells;
};

const findYear = (
  sources: FactSources,
  titleLines: readonly PrintedLine[],
  stamped: string | undefined,
): Facts['year'] => {
  if (stamped !== undefined) return { value: Number(stamped), origin: 'first_page' };
  for (const line of linesBelowTitle(sources, titleLines)) {
    const groups = DATE_LINE.exec(line.text)?.groups;
    const year = groups?.a ?? groups?.b ?? groups?.c;
    if (year !== undefined) return { value: Number(year), origin: 'first_page' };
  }
  const inside = new Set(
    linesBelowTitle(sources, titleLines).flatMap((line) =>
      [...line.text.matchAll(DATE_INSIDE)].map((match) => match.groups!.a ?? match.groups!.b),
    ),
  );
  if (inside.size === 1) return { value: Number([...inside][0]), origin: 'first_page' };
  const said = meetingOf(sources)?.year ?? runningHeadOf(sources)?.year;
  if (said !== undefined) return said;
  for (const text of [...sources.lines.map((line) => line.text), ...sources.furniture]) {
    const year = COPYRIGHT.exec(text)?.groups?.year;
    if (year !== undefined) return { value: Number(year), origin: 'first_page' };
  }
  const created = /^(?:D:)?((?:19|20)\d{2})/.exec(sources.metadata.createdAt)?.[1];
  return created === undefined ? undefined : { value: Number(created), origin: 'metadata' };
};

type Printed = { name: string; year: Facts['year'] };

const fullYear = (short: string): number => (Number(short) > 60 ? 1900 : 2000) + Number(short);

const meetingOf = (sources: FactSources): Printed | undefined => {
  for (const { text } of sources.lines) {
    const groups = MEETING.exec(text)?.groups;
    if (groups === undefined) continue;
    const { name, short, long, year } = groups;
    const value = short === undefined ? Number(year ?? long) : fullYear(short);
    return { name: name!, year: { value, origin: 'first_page' } };
  }
  return undefined;
};

const runningHeadOf = (sources: FactSources): Printed | undefined => {
  for (const text of sources.furniture) {
    for (const pattern of RUNNING_HEAD) {
      const groups = pattern.exec(text.trim())?.groups;
      if (groups === undefined) continue;
      const year = groups.year ?? groups.later;
      return {
        name: groups.name!.trim(),
        year: year === undefined ? undefined : { value: Number(year), origin: 'running_head' },
      };
    }
  }
  return undefined;
};

/** Where the work appeared, from the foot of the first page or the running heads; nothing is inferred. */
const findVenue = (sources: FactSources): Facts['venue'] => {
  const meeting = meetingOf(sources)?.name;
  if (meeting !== undefined) return { value: meeting, origin: 'first_page' };
  const head = runningHeadOf(sources)?.name;
  if (head !== undefined) return { value: head, origin: 'running_head' };
  const said = sources.lines
    .slice(0, 60)
    .map(({ text }) => PUBLISHED_IN.exec(text)?.groups?.name)
    .find((name) => name !== undefined);
  return said === undefined ? undefined : { value: said.trim(), origin: 'first_page' };
};

const findDoi = (texts: readonly string[]): string | undefined => {
  const found = new Set<string>();
  for (const text of texts) {
    for (const match of text.matchAll(DOI)) found.add(match.groups!.doi!.replace(/[.)\]]+$/u, ''));
  }
  return found.size === 1 ? [...found][0] : undefined;
};

/** `zh` by the share of Han letters, `en` by its commonest words; no other language is named yet. */
export const findLanguage = (sample: string): string | undefined => {
  const letters = sample.replace(/[^\p{L}]/gu, '');
  if (letters.length < 30) return undefined;
  const han = letters.replace(/[^\p{Script=Han}]/gu, '').length;
  const kana = /[\u3040-\u30FF]/u.test(letters) ? letters.replace(/[^\u3040-\u30FF]/gu, '').length : 0;
  if (kana > 0.1 * letters.length) return 'ja';
  if (han > 0.2 * letters.length) return 'zh';
  const words = sample.toLowerCase().split(/[^\p{L}]+/u);
  const common = words.filter((word) => /^(?:the|of|and|to|in|is|that|for|we|with|are)$/.test(word)).length;
  return common > 0.12 * words.length ? 'en' : undefined;
};
