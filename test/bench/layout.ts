import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PassageDraft } from '@stemma/contract/records';
import { createPdfiumReader } from 'stemma/adapters/pdfium/pdfium-reader';
import { processEntry } from 'stemma/processes/entry';
import { type Benchmark, type Figure, figure } from './figure.ts';
import { comparable, type OrderTruth, orderTruth, type Piece } from './order-truth.ts';

const CORPUS = join(process.cwd(), '..', 'shared', 'corpus', 'formula');
const EXAMPLES = join(process.cwd(), 'examples', 'library');
const PAPERS = join(process.cwd(), 'test', 'bench', 'papers');
const STYLES = ['article', 'cm', 'fleqn', 'ieee', 'leqno', 'xe'] as const;
const OWN = ['damped-oscillator', 'driven-resonance', 'integrators', 'zh-decay'] as const;
/** Papers whose style the reader was tuned on, and those that were written after and only measured. */
const TUNED = ['review-copy', 'zh-thesis'] as const;
const UNSEEN = ['letter-twocolumn', 'memo-centred'] as const;

type Counts = {
  pieces: number;
  whole: number;
  pairs: number;
  ordered: number;
  headings: number;
  found: number;
  told: number;
  captions: number;
  captioned: number;
  passages: number;
  mixed: number;
};

/** How exactly a reading follows its source. */
export const compareReading = (truth: OrderTruth, passages: readonly PassageDraft[]): Counts => {
  const texts = passages.map((passage) => comparable(passage.text));
  const running = passages.map(({ kind }) => kind === 'text' || kind === 'abstract');
  const stream = texts.map((text, index) => (running[index] ? text : ''));
  const places = truth.pieces.map((piece) => findAll(piece, stream));
  const all = truth.headings.filter(({ title }) => !isApart(title));
  const told = toldHeadings(passages).filter(({ title }) => !isApart(title));
  const captions = texts.filter((_, index) => passages[index]!.kind === 'caption');
  let ordered = 0;
  for (let index = 1; index < places.length; index += 1) {
    if (follows(places[index - 1]!, places[index]!)) ordered += 1;
  }
  return {
    pieces: places.length,
    whole: places.filter((found) => found.length > 0).length,
    pairs: Math.max(0, places.length - 1),
    ordered,
    headings: all.length,
    found: commonHeadings(all, told),
    told: told.length,
    captions: truth.captions.length,
    captioned: truth.captions.filter((caption) => findAll(caption, captions).length > 0).length,
    passages: passages.length,
    mixed: passages.filter(mixesColumns).length,
  };
};

/** Places in the running text, counted over passages. */
type Place = { start: number; end: number };

/** Longest stretch a formula or citation inside a sentence may take. */
const HOLE_LENGTH = 160;

export const findAll = (piece: Piece, texts: readonly string[]): Place[] => {
  const places: Place[] = [];
  let offset = 0;
  for (const text of texts) {
    for (let at = text.indexOf(piece[0]!); at >= 0; at = text.indexOf(piece[0]!, at + 1)) {
      const end = endOf(piece, text, at);
      if (end !== undefined) places.push({ start: offset + at, end: offset + end });
    }
    offset += text.length + 1;
  }
  return places;
};

const endOf = (piece: Piece, text: string, start: number): number | undefined => {
  let end = start + piece[0]!.length;
  for (const run of piece.slice(1)) {
    const next = text.indexOf(run, end);
    if (next < 0 || next - end > HOLE_LENGTH) return undefined;
    end = next + run.length;
  }
  return end;
};

/** Longest print of a displayed formula between two sentences. */
const BETWEEN = 420;

export const follows = (before: readonly Place[], after: readonly Place[]): boolean =>
  before.some(({ end }) => after.some(({ start }) => start >= end && start - end <= BETWEEN));

const isApart = (title: string): boolean =>
  /^(?:abstract|references|bibliography|contents|摘要|参考文献|目录|关键词|致谢)$/iu.test(
    comparable(bareTitle(title)),
  );

const bareTitle = (title: string): string =>
  title
    .replace(
      /^(?:(?:appendix\s+)?(?:\d+|[A-Z]|[IVX]+)(?:\.\d+)*\.?(?=[\s\u4e00-\u9fff])|第[一二三四五六七八九十\d]+[章节]|[一二三四五六七八九十]+、|[（(][一二三四五六七八九十]+[)）])\s*/iu,
      '',
    )
    .trim();

export const toldHeadings = (passages: readonly PassageDraft[]): { level: number; title: string }[] => {
  const told: { level: number; title: string }[] = [];
  let last: readonly string[] = [];
  for (const { section } of passages) {
    const from = section.findIndex((title, depth) => title !== last[depth]);
    if (from >= 0)
      told.push(...section.slice(from).map((title, index) => ({ level: from + index + 1, title })));
    if (section.length > 0) last = section;
  }
  return told;
};

/** Longest common run of headings in order, level and title equal. */
const commonHeadings = (
  a: readonly { level: number; title: string }[],
  b: readonly { level: number; title: string }[],
): number => {
  const keyOf = (level: number, title: string) => `${level} ${comparable(title).replaceAll(' ', '')}`;
  const left = a.map(({ level, title }) => keyOf(level, title));
  const right = b.map(({ level, title }) => keyOf(level, bareTitle(title)));
  let row = new Array<number>(right.length + 1).fill(0);
  for (const one of left) {
    const next = [0];
    right.forEach((other, index) => {
      next.push(one === other ? row[index]! + 1 : Math.max(row[index + 1]!, next[index]!));
    });
    row = next;
  }
  return row.at(-1)!;
};

/** Lines that go to the right column and come back on one page: two columns read across. */
const mixesColumns = ({ lines, kind }: PassageDraft): boolean => {
  if (kind === 'table') return false;
  let turns = 0;
  for (let index = 1; index < lines.length; index += 1) {
    const [a, b] = [lines[index - 1]!, lines[index]!];
    if (isShort(a) || isShort(b)) continue;
    const right = b.rect[0] >= a.rect[2] && b.rect[1] < a.rect[3] && b.rect[3] > a.rect[1];
    const left = a.rect[0] >= b.rect[2];
    if (a.page === b.page && (right || left)) turns += 1;
  }
  return turns >= 2;
};

/** Parts of formulas stand beside each other in any paper. */
const isShort = ({ start, end, rect }: PassageDraft['lines'][number]): boolean =>
  end - start < 15 || rect[2] - rect[0] < 60;

const add = (a: Counts, b: Counts): Counts =>
  Object.fromEntries(
    Object.entries(a).map(([name, value]) => [name, value + b[name as keyof Counts]]),
  ) as Counts;

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

const figuresOf = (name: string, counts: Counts, goals: boolean): Figure[] => [
  figure(
    `${name}: sentences found whole`,
    share(counts.whole, counts.pieces),
    '',
    goals ? ['>=', 0.98] : undefined,
  ),
  figure(
    `${name}: neighbours in order`,
    share(counts.ordered, counts.pairs),
    '',
    goals ? ['>=', 0.97] : undefined,
  ),
  figure(
    `${name}: headings found, with level`,
    share(counts.found, counts.headings),
    '',
    goals ? ['>=', 0.98] : undefined,
  ),
  figure(`${name}: headings right`, share(counts.found, counts.told), '', goals ? ['>=', 0.98] : undefined),
  figure(`${name}: captions found`, share(counts.captioned, counts.captions), ''),
  figure(`${name}: passages that mix columns`, counts.mixed, '', goals ? ['<=', 0] : undefined),
];

type Paper = { set: 'tuned on' | 'held out' | 'unseen styles'; name: string; base: string };

export const papers = (): Paper[] => {
  const at = (set: Paper['set'], folder: string, names: readonly string[]): Paper[] =>
    names.map((name) => ({ set, name, base: join(folder, name) }));
  return [
    ...at(
      'tuned on',
      CORPUS,
      STYLES.map((style) => `${style}_dev`),
    ),
    ...at('tuned on', EXAMPLES, OWN),
    ...at('tuned on', PAPERS, TUNED),
    ...at(
      'held out',
      CORPUS,
      STYLES.map((style) => `${style}_test`),
    ),
    ...at('unseen styles', PAPERS, UNSEEN),
  ].filter(({ base }) => existsSync(`${base}.tex`) && existsSync(`${base}.pdf`));
};

/** L: order and structure of what is read, against the TeX source of each paper. */
export const layout: Benchmark = {
  id: 'L',
  title: 'reading order and headings against TeX sources',
  run: async (size) => {
    const all = size === 'full' ? papers() : papers().filter(({ name }) => name === OWN[0]);
    const reader = createPdfiumReader({ entry: processEntry('pdf-reader'), concurrency: 2 });
    const signal = new AbortController().signal;
    const measured = await Promise.all(
      all.map(async ({ set, name, base }) => {
        const path = `${base}.pdf`;
        const { passages } = await reader.read({ path, shownPath: name, kind: 'pdf' }, { signal });
        const truth = orderTruth(await readFile(`${base}.tex`, 'utf8'));
        return { set, name, counts: compareReading(truth, passages) };
      }),
    );
    await reader.close();
    const figures: Figure[] = [];
    for (const set of ['tuned on', 'held out', 'unseen styles'] as const) {
      const of = measured.filter((one) => one.set === set);
      if (of.length === 0) continue;
      figures.push(...figuresOf(set, of.map(({ counts }) => counts).reduce(add), set !== 'tuned on'));
    }
    const rows = measured.map(
      ({ set, name, counts: c }) =>
        `${name} (${set}): sentences whole ${c.whole}/${c.pieces}, neighbours in order ${c.ordered}/${c.pairs}, headings ${c.found}/${c.headings} of ${c.told} told, captions ${c.captioned}/${c.captions}, mixed ${c.mixed}/${c.passages}.`,
    );
    return { on: `${all.length} papers with TeX source`, figures, notes: rows };
  },
};
