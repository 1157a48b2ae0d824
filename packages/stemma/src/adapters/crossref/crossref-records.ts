import type { CslItem, CslType } from '@stemma/contract/csl';
import { z } from 'zod';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { RecordSource } from '../../ports/record-source.ts';
import type { PoliteHttp } from '../polite-http/polite-http.ts';

const TYPES: Readonly<Record<string, CslType>> = {
  'journal-article': 'article-journal',
  'proceedings-article': 'paper-conference',
  'posted-content': 'article',
  book: 'book',
  monograph: 'book',
  'edited-book': 'book',
  'book-chapter': 'chapter',
  dissertation: 'thesis',
  report: 'report',
  dataset: 'dataset',
};

const Person = z.object({
  family: z.string().optional(),
  given: z.string().optional(),
  name: z.string().optional(),
});
const Texts = z.array(z.string()).optional();
const DateParts = z.object({ 'date-parts': z.array(z.array(z.int().nullable())).min(1) }).optional();

/** What is used of a work (https://github.com/CrossRef/rest-api-doc); the rest is left alone. */
const Work = z.object({
  DOI: z.string(),
  type: z.string().optional(),
  title: z.array(z.string()).min(1),
  author: z.array(Person).optional(),
  editor: z.array(Person).optional(),
  issued: DateParts,
  'container-title': Texts,
  publisher: z.string().optional(),
  volume: z.string().optional(),
  issue: z.string().optional(),
  page: z.string().optional(),
  ISSN: Texts,
  ISBN: Texts,
  abstract: z.string().optional(),
  language: z.string().optional(),
});
type Work = z.infer<typeof Work>;
const Answer = z.object({ status: z.literal('ok'), message: Work });

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text of JATS or HTML mark-up: tags off, the five entities and numbers undone. */
const plain = (markup: string): string =>
  markup
    .replace(/<jats:title>\s*abstract\s*<\/jats:title>/giu, ' ')
    .replace(/<\/(?:jats:)?(?:p|title|sec)>/giu, ' ')
    .replace(/<[^<>]*>/gu, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/giu, (whole, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()]!;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/\s+/gu, ' ')
    .trim();

const people = (list: z.infer<typeof Person>[] | undefined) =>
  (list ?? []).flatMap(({ family, given, name }) => {
    const whole = family ?? name;
    return whole ? [{ family: plain(whole), ...(given && { given: plain(given) }) }] : [];
  });

const dateOf = ({ issued }: Work): CslItem['issued'] => {
  const parts = issued?.['date-parts'][0]?.filter((part) => part !== null) ?? [];
  return parts.length > 0 ? { 'date-parts': [parts.slice(0, 3)] } : undefined;
};

const toItem = (work: Work): Omit<CslItem, 'id'> => {
  const author = people(work.author);
  const editor = people(work.editor);
  const issued = dateOf(work);
  const text = {
    publisher: work.publisher,
    volume: work.volume,
    issue: work.issue,
    page: work.page,
    language: work.language,
  };
  const lists = {
    'container-title': work['container-title']?.[0],
    ISSN: work.ISSN?.[0],
    ISBN: work.ISBN?.[0],
  };
  const abstract = plain(work.abstract ?? '');
  const known = Object.entries({ ...text, ...lists }).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  return {
    ...Object.fromEntries(known.map(([name, value]) => [name, plain(value!)])),
    type: TYPES[work.type ?? ''] ?? 'document',
    title: plain(work.title[0]!),
    DOI: work.DOI.toLowerCase(),
    URL: `https://doi.org/${work.DOI.toLowerCase()}`,
    ...(author.length > 0 && { author }),
    ...(editor.length > 0 && { editor }),
    ...(issued && { issued }),
    ...(abstract !== '' && { abstract }),
  };
};

/** The first thing about an answer that is not as it should be, by its place in it. */
const problemOf = (error: z.ZodError): string => error.issues[0]?.path.join('.') || 'JSON';

/** Records of Crossref by its REST API: `GET /works/{doi}`. */
export const createCrossrefRecords = (http: PoliteHttp): RecordSource => ({
  find: async ({ id }, signal) => {
    const { host } = http;
    const bad = (reason: string): StemmaError => new StemmaError('lookup_answer_bad', { id, host, reason });
    const path = `/${encodeURIComponent(id)}`;
    const text = await http.ask({ id, path, accepts: ['application/json'] }, signal);
    if (text === undefined) throw new StemmaError('lookup_not_found', { id, host });
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      throw bad('JSON');
    }
    const answer = Answer.safeParse(json);
    if (!answer.success) throw bad(problemOf(answer.error));
    const { message } = answer.data;
    if (message.DOI.toLowerCase() !== id) throw bad(`DOI ${message.DOI}`.slice(0, 80));
    const item = toItem(message);
    if (item.title === '') throw bad('title');
    return item;
  },
});
