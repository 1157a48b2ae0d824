import type { Rect } from '@stemma/contract/place';
import { findGutters, type Gutter } from './columns.ts';
import { measureSegment, type Segment } from './segments.ts';

/**
 * Segments → regions of lines in reading order. Lines that cross a gutter part the page into bands; in a
 * band each column is read to its end before the next. `headHeight` is how far down a first page two
 * blocks side by side (authors) may be parted from the columns below them by blank space alone.
 */
export const orderSegments = (
  segments: Segment[],
  { headHeight, rules }: { headHeight: number; rules: readonly Rect[] },
): Segment[][] => {
  const gutters = findGutters(segments);
  const pieces = segments.flatMap((segment) => cutAtGutters(segment, gutters));
  const full = [...ruledBands(rules, gutters), ...cellBands(pieces, gutters)];
  const lines = joinRows(pieces, gutters, full).sort((a, b) => a.line.v - b.line.v);
  const regions: Segment[][] = [];
  let band: Map<number, Segment[]> = new Map();
  let bottom = -Infinity;
  const flush = () => {
    for (const column of [...band.keys()].sort((a, b) => a - b)) regions.push(band.get(column)!);
    band = new Map();
  };
  let lastFull = false;
  for (const { line, column } of lines) {
    const headGap = line.v < headHeight && line.ink[1] - bottom > 0.9 * line.size;
    bottom = Math.max(bottom, line.ink[3]);
    const full = column === FULL;
    if (full !== lastFull || (headGap && gutters.length > 0 && !full)) flush();
    lastFull = full;
    const key = full ? 0 : column;
    const list = band.get(key);
    if (list === undefined) band.set(key, [line]);
    else list.push(line);
  }
  flush();
  return regions;
};

const FULL = -1;

const crosses = (segment: Segment, gutter: Gutter): boolean =>
  segment.u0 < gutter.u0 - 1 && segment.u1 > gutter.u1 + 1;

/** Columns may begin and end at different heights on one page. */
const isBeside = (segment: Segment, gutter: Gutter): boolean =>
  segment.v > gutter.v0 && segment.v < gutter.v1;

/** A line that happens to reach over a gutter through a gap between its words is two lines. */
const cutAtGutters = (segment: Segment, gutters: readonly Gutter[]): Segment[] => {
  const gutter = gutters.find((one) => crosses(segment, one));
  if (gutter === undefined || !isBeside(segment, gutter)) return [segment];
  const at = segment.glyphs.findIndex((item) => item.u0 >= gutter.u1 - 2 && !item.glyph.space);
  const before = segment.glyphs.slice(0, Math.max(at, 0)).filter((item) => !item.glyph.space);
  const end = Math.max(-Infinity, ...before.map((item) => item.u1));
  const start = segment.glyphs[at]?.u0 ?? 0;
  if (
    at <= 0 ||
    before.length === 0 ||
    start - end < 0.55 * segment.size ||
    Math.abs(start - gutter.u1) > 2.5
  ) {
    return [segment];
  }
  return [measureSegment(before), ...cutAtGutters(measureSegment(segment.glyphs.slice(at)), gutters)];
};

type Band = { v0: number; v1: number };

/** A table as wide as the page is known by equal rules that cross a gutter above and below its rows. */
const ruledBands = (rules: readonly Rect[], gutters: readonly Gutter[]): Band[] => {
  const wide = rules.filter((rule) =>
    gutters.some((gutter) => rule[0] < gutter.u0 - 20 && rule[2] > gutter.u1 + 20),
  );
  const groups: Rect[][] = [];
  for (const rule of wide.sort((a, b) => a[1] - b[1])) {
    const group = groups.find(
      (one) => Math.abs(one[0]![0] - rule[0]) < 2 && Math.abs(one[0]![2] - rule[2]) < 2,
    );
    if (group === undefined) groups.push([rule]);
    else group.push(rule);
  }
  return groups
    .filter((group) => group.length >= 2 && group.at(-1)![3] - group[0]![1] < 400)
    .map((group) => ({ v0: group[0]![1], v1: group.at(-1)![3] }));
};

const FEWEST_ROWS = 3;
const FEWEST_CELLS = 5;
const LONGEST_CELL = 14;

/** The same for tables without rules: rows of many short cells on both sides of a gutter. */
const cellBands = (segments: readonly Segment[], gutters: readonly Gutter[]): Band[] => {
  const rows: { v: number; size: number; cells: Segment[] }[] = [];
  for (const segment of [...segments].sort((a, b) => a.v - b.v)) {
    const row = rows.at(-1);
    if (row !== undefined && segment.v - row.v < 1) row.cells.push(segment);
    else rows.push({ v: segment.v, size: segment.size, cells: [segment] });
  }
  const isTableRow = ({ v, cells }: { v: number; cells: Segment[] }): boolean => {
    const gutter = gutters.find((one) => v > one.v0 && v < one.v1);
    return (
      gutter !== undefined &&
      cells.length >= FEWEST_CELLS &&
      cells.filter((cell) => cell.count <= LONGEST_CELL).length >= cells.length - 1 &&
      cells.filter((cell) => cell.u1 < gutter.u1).length >= 2 &&
      cells.filter((cell) => cell.u0 > gutter.u0).length >= 2
    );
  };
  const bands: (Band & { rows: number })[] = [];
  for (const row of rows) {
    if (!isTableRow(row)) continue;
    const band = bands.at(-1);
    if (band !== undefined && row.v - band.v1 < 2.5 * row.size) {
      band.v1 = row.v + 1;
      band.rows += 1;
    } else {
      bands.push({ v0: row.v - 1, v1: row.v + 1, rows: 1 });
    }
  }
  return bands.filter((band) => band.rows >= FEWEST_ROWS);
};

/** Joins what stands on one baseline within a column into lines. */
const joinRows = (
  segments: readonly Segment[],
  gutters: readonly Gutter[],
  full: readonly Band[],
): { line: Segment; column: number }[] => {
  const columnOf = (segment: Segment): number => {
    if (full.some((band) => segment.v > band.v0 && segment.v < band.v1)) return FULL;
    if (gutters.length === 0) return 0;
    const here = gutters.filter((gutter) => isBeside(segment, gutter));
    if (here.length === 0 || here.some((gutter) => crosses(segment, gutter))) return FULL;
    const middle = (segment.u0 + segment.u1) / 2;
    return here.filter((gutter) => middle > (gutter.u0 + gutter.u1) / 2).length;
  };
  const rows: { parts: Segment[]; column: number; v: number; size: number }[] = [];
  const open: typeof rows = [];
  const sorted = [...segments].sort((a, b) => a.v - b.v);
  for (const segment of sorted) {
    const column = columnOf(segment);
    const row = open.find(
      (one) => one.column === column && Math.abs(one.v - segment.v) <= 0.3 * Math.min(one.size, segment.size),
    );
    if (row !== undefined) {
      row.parts.push(segment);
      continue;
    }
    const made = { parts: [segment], column, v: segment.v, size: segment.size };
    rows.push(made);
    open.unshift(made);
    if (open.length > 24) open.pop();
  }
  return rows.map((row) => ({
    column: row.column,
    line:
      row.parts.length === 1
        ? row.parts[0]!
        : measureSegment([...row.parts].sort((a, b) => a.u0 - b.u0).flatMap((part) => part.glyphs)),
  }));
};
