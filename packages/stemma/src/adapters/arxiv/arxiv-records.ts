import type { CslItem } from '@stemma/contract/csl';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { RecordQuery, RecordSource } from '../../ports/record-source.ts';
import type { PoliteHttp } from '../polite-http/polite-http.ts';
import { childrenOf, parseXml, textOf, type XmlElement } from './xml-tree.ts';

/** arXiv's terms of use of its API: one question in three seconds. */
export const ARXIV_HOST = 'export.arxiv.org';
export const ARXIV_INTERVAL_MS = 3_000;

const ENTRY_ID = /^https?:\/\/arxiv\.org\/abs\/(.+?)v([1-9]\d{0,2})$/;

const HAN = /^\p{Script=Han}{2,4}$/u;
const PARTICLE = /^(?:v[ao]n|de[rnl]?|d[aiu]|la|le|ter|ten|zu[rm]?|af|al|bin|ibn)$/i;
const SUFFIX = /^(?:Jr|Sr|II|III|IV)\.?$/;

/** arXiv gives a name in one piece: the last word and the particles before it are the family. */
const toAuthor = (name: string): { family: string; given?: string } => {
  if (HAN.test(name)) return { family: name };
  const words = name.split(' ');
  let end = words.length;
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1)!) ? words[--end] : undefined;
  let start = end - 1;
  while (start > 1 && PARTICLE.test(words[start - 1]!)) start -= 1;
  if (start < 1) return { family: name };
  const family = words.slice(start, end).join(' ');
  const given = [...words.slice(0, start), ...(suffix === undefined ? [] : [suffix])].join(' ');
  return { family, given };
};

const datePart = (text: string): number[] | undefined => {
  const match = /^(\d{4})-(\d{2})-(\d{2})T/.exec(text);
  return match ? match.slice(1).map(Number) : undefined;
};

/** An Atom entry as an item; the name of what is missing when it is not whole. */
const toItem = (
  entry: XmlElement,
  { id, version }: { id: string; version: number },
): Omit<CslItem, 'id'> | string => {
  const title = textOf(entry, 'title');
  const issued = datePart(textOf(entry, 'published'));
  const author = childrenOf(entry, 'author')
    .map((element) => textOf(element, 'name'))
    .filter((name) => name !== '')
    .map(toAuthor);
  if (title === '') return 'title';
  if (!issued) return 'published';
  if (author.length === 0) return 'author';
  const abstract = textOf(entry, 'summary');
  const doi = textOf(entry, 'arxiv:doi');
  const journal = textOf(entry, 'arxiv:journal_ref');
  return {
    type: 'article',
    title,
    author,
    issued: { 'date-parts': [issued] },
    arxivId: id,
    arxivVersion: version,
    URL: `https://arxiv.org/abs/${id}v${version}`,
    ...(abstract !== '' && { abstract }),
    ...(doi !== '' && { DOI: doi.toLowerCase() }),
    ...(journal !== '' && { note: journal }),
  };
};

const written = ({ id, version }: RecordQuery): string => `${id}${version === null ? '' : `v${version}`}`;

/**
 * Records of arXiv by its Atom API (https://info.arxiv.org/help/api/user-manual.html): `id_list` with a
 * version gives that version, without one the latest. An unknown id is an empty feed or an entry `Error`.
 */
export const createArxivRecords = (http: PoliteHttp): RecordSource => ({
  find: async (query, signal) => {
    const id = `arXiv:${written(query)}`;
    const { host } = http;
    const bad = (reason: string): StemmaError => new StemmaError('lookup_answer_bad', { id, host, reason });
    const absent = (): StemmaError => new StemmaError('lookup_not_found', { id, host });
    const search = new URLSearchParams({ id_list: written(query), max_results: '1' });
    const accepts = ['application/atom+xml', 'application/xml', 'text/xml'];
    const text = await http.ask({ id, path: `?${search}`, accepts }, signal);
    if (text === undefined) throw absent();
    let feed: XmlElement;
    try {
      feed = parseXml(text);
    } catch (error) {
      if (error instanceof SyntaxError) throw bad(error.message);
      throw error;
    }
    if (feed.name !== 'feed') throw bad(`<${feed.name}>`);
    const [entry] = childrenOf(feed, 'entry');
    if (!entry || textOf(entry, 'title') === 'Error') throw absent();
    const [, found = '', version = ''] = ENTRY_ID.exec(textOf(entry, 'id')) ?? [];
    if (found.toLowerCase() !== query.id.toLowerCase()) throw bad(`id ${textOf(entry, 'id')}`.slice(0, 80));
    if (query.version !== null && Number(version) !== query.version) throw bad(`v${version}`);
    const item = toItem(entry, { id: query.id, version: Number(version) });
    if (typeof item === 'string') throw bad(item);
    return item;
  },
});
