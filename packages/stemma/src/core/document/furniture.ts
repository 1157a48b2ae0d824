import { quantile } from './columns.ts';
import { wordCount } from './packed-words.ts';
import type { PageLayout, PrintedLine } from './page-layout.ts';

/** Share of the page height, at its top and at its foot, where running heads and page numbers stand. */
const EDGE = 0.14;
/** Rows counted from an edge that may be furniture. */
const DEEPEST_ROW = 3;
const SAME_HEIGHT_PT = 4;
/** Size of a watermark in units of the size of most lines of its page. */
const WATERMARK_SIZE = 2.2;
const PAGE_NUMBER =
  /^[-–—·\s[(]*(?:(?:page|p\.|第)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|页|，|,)?\s*(?:共\s*)?\d{1,4}\s*页?|\s*页)?[-–—·\s\])]*$/iu;

export type Furniture = {
  /** Lines that belong to the page and not to the text. */
  lines: ReadonlySet<PrintedLine>;
  /** Text of running heads, feet and margin stamps, each once; facts are looked for in them. */
  texts: string[];
};

type Candidate = {
  line: PrintedLine;
  edge: 'top' | 'foot';
  /** Row counted from the edge of the page. */
  depth: number;
  /** Blank space parts its row from the text, itself or with the rows between. */
  apart: boolean;
  /** Text of its whole row without numbers. */
  key: string;
};

/**
 * Running heads, feet, page numbers and margin stamps. A head is known by being there again on other
 * pages at the same height (numbers apart), or by standing on its own above the text on most pages.
 */
export const findFurniture = (pages: readonly PageLayout[]): Furniture => {
  const candidates = pages.flatMap(edgeLines);
  const lines = new Set<PrintedLine>();
  for (const page of pages) {
    const main = page.lines[0]?.turn;
    for (const line of page.lines) if (line.turn !== main && isMarginStamp(line, page)) lines.add(line);
  }
  const slots = countSlots(candidates);
  const twins = groupTwins(candidates);
  const offsets = pageNumberOffsets(candidates);
  for (const candidate of candidates) {
    const { line, apart, depth } = candidate;
    const pagesWithTwin = new Set(
      twins
        .get(twinKey(candidate))
        ?.filter((other) => isSameHeight(other, line))
        .map((other) => other.page),
    ).size;
    const repeated = pagesWithTwin >= (apart ? 2 : Math.max(3, 0.5 * pages.length)) && candidate.key !== '';
    const usual = slots.get(slotsOf(candidate)[0]!) ?? 0;
    const inSlot = depth === 0 && apart && usual >= Math.max(4, 0.5 * pages.length);
    const number = PAGE_NUMBER.test(line.text) && (apart || (depth === 0 && offsets.has(offsetOf(line))));
    const numbered = apart && depth === 0 && line.cells >= 2 && offsets.has(endNumber(line) - line.page);
    if (repeated || inSlot || number || numbered) lines.add(line);
  }
  for (const line of findWatermarks(pages)) lines.add(line);
  return { lines, texts: [...new Set([...lines].map((line) => line.text))] };
};

const countSlots = (candidates: readonly Candidate[]): Map<string, number> => {
  const slots = new Map<string, number>();
  for (const candidate of candidates) {
    if (candidate.depth !== 0 || !candidate.apart) continue;
    for (const slot of slotsOf(candidate)) slots.set(slot, (slots.get(slot) ?? 0) + 1);
  }
  return slots;
};

/** Printed number less the page's place in the file; NaN when there is no number. */
const offsetOf = (line: PrintedLine): number => Number(/\d+/.exec(line.text)?.[0] ?? Number.NaN) - line.page;

/** The number a running head begins or ends with, far from its words; NaN when there is none. */
const endNumber = ({ text }: PrintedLine): number =>
  Number(/^\d{1,4}(?=\s)|(?<=\s)\d{1,4}$/.exec(text)?.[0] ?? Number.NaN);

/** Large print across the text, the same on most pages at one place. */
const findWatermarks = (pages: readonly PageLayout[]): PrintedLine[] => {
  const marks = new Map<string, PrintedLine[]>();
  for (const page of pages) {
    const usual = quantile(
      page.lines.map((line) => line.size),
      0.5,
    );
    for (const line of page.lines) {
      if (line.size < WATERMARK_SIZE * usual || wordCount(line) > 4) continue;
      const key = `${line.text} ${Math.round(line.rect[0] / 4)} ${Math.round(line.rect[1] / 4)}`;
      const group = marks.get(key);
      if (group === undefined) marks.set(key, [line]);
      else group.push(line);
    }
  }
  return [...marks.values()].filter((group) => group.length >= Math.max(2, 0.5 * pages.length)).flat();
};

/** Offsets that page numbers of this file have: the same on several pages. */
const pageNumberOffsets = (candidates: readonly Candidate[]): ReadonlySet<number> => {
  const counts = new Map<number, number>();
  for (const { line, depth } of candidates) {
    if (depth !== 0) continue;
    const offset = PAGE_NUMBER.test(line.text)
      ? offsetOf(line)
      : line.cells >= 2
        ? endNumber(line) - line.page
        : Number.NaN;
    counts.set(offset, (counts.get(offset) ?? 0) + 1);
  }
  return new Set(
    [...counts].filter(([offset, count]) => count >= 2 && !Number.isNaN(offset)).map(([offset]) => offset),
  );
};

const twinKey = (candidate: Candidate): string => `${candidate.edge} ${candidate.key}`;

const groupTwins = (candidates: readonly Candidate[]): Map<string, PrintedLine[]> => {
  const groups = new Map<string, PrintedLine[]>();
  for (const candidate of candidates) {
    const group = groups.get(twinKey(candidate));
    if (group === undefined) groups.set(twinKey(candidate), [candidate.line]);
    else group.push(candidate.line);
  }
  return groups;
};

const isSameHeight = (a: PrintedLine, b: PrintedLine): boolean =>
  Math.abs(a.rect[3] - b.rect[3]) <= SAME_HEIGHT_PT;

const slotsOf = (candidate: Candidate): string[] => {
  const at = Math.round(candidate.line.v / SAME_HEIGHT_PT);
  return [`${candidate.edge}${at}`, `${candidate.edge}${at + 1}`, `${candidate.edge}${at - 1}`];
};

/** Printed along a margin, such as the mark of a preprint server: outside of all other text. */
const isMarginStamp = (line: PrintedLine, page: PageLayout): boolean => {
  if (/arXiv:\S+/i.test(line.text)) return true;
  const main = page.lines.filter((other) => other.turn !== line.turn);
  const left = Math.min(...main.map((other) => other.rect[0]));
  const right = Math.max(...main.map((other) => other.rect[2]));
  const alone = page.lines.filter((other) => other.turn === line.turn).length <= 3;
  return alone && (line.rect[2] <= left || line.rect[0] >= right);
};

const edgeLines = (page: PageLayout): Candidate[] => {
  const main = page.lines[0]?.turn;
  const lines = page.lines.filter((line) => line.turn === main);
  const height = main === 1 || main === 3 ? page.width : page.height;
  const rows = toRows(lines);
  const pitch = quantile(
    rows.slice(1).map((row, index) => row[0]!.v - rows[index]![0]!.v),
    0.5,
  );
  const found: Candidate[] = [];
  const take = (ordered: readonly PrintedLine[][], edge: Candidate['edge']) => {
    const within = ordered
      .slice(0, DEEPEST_ROW)
      .filter(([line]) => (edge === 'top' ? line!.v <= EDGE * height : line!.v >= (1 - EDGE) * height));
    const lastApart = within.findLastIndex((row, depth) => isApart(row[0]!, ordered[depth + 1]?.[0], pitch));
    within.forEach((row, depth) => {
      for (const line of row) found.push({ line, edge, depth, apart: depth <= lastApart, key: keyOf(row) });
    });
  };
  take(rows, 'top');
  take([...rows].reverse(), 'foot');
  return found;
};

/** More space than the lines of the page usually have between them: print may be double-spaced. */
const isApart = (line: PrintedLine, next: PrintedLine | undefined, pitch: number): boolean => {
  if (next === undefined) return true;
  const gap = Math.abs(next.v - line.v);
  return gap > 1.55 * Math.max(next.size, line.size) && gap > 1.25 * pitch;
};

const toRows = (lines: readonly PrintedLine[]): PrintedLine[][] => {
  const rows: PrintedLine[][] = [];
  for (const line of [...lines].sort((a, b) => a.v - b.v)) {
    const row = rows.at(-1);
    if (row !== undefined && Math.abs(row[0]!.v - line.v) < 3) insert(row, line);
    else rows.push([line]);
  }
  return rows;
};

const insert = (row: PrintedLine[], line: PrintedLine): void => {
  const at = row.findIndex((other) => other.u0 > line.u0);
  row.splice(at < 0 ? row.length : at, 0, line);
};

/** Text without numbers: `Smith et al. 12` and `Smith et al. 14` are one head. */
const keyOf = (row: readonly PrintedLine[]): string =>
  row
    .map((line) => line.text)
    .join(' ')
    .toLowerCase()
    .replace(/\d+/g, '#')
    .replace(/\s+/g, '')
    .replace(/^#|#$/g, '');
