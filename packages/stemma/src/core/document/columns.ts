import type { Segment } from './segments.ts';

/** The blank strip between two columns, across the page between `v0` and `v1`. */
export type Gutter = { u0: number; u1: number; v0: number; v1: number };

/** Fewest lines on each side, and fewest glyphs of a usual line, for a strip to part columns of prose. */
const FEWEST_LINES = 3;
const FEWEST_GLYPHS = 14;
/** Share of the print that stands in such lines; formulas and tables come in many small pieces beside. */
const PROSE_SHARE = 0.4;
const NARROWEST_COLUMN_PT = 80;
const MOST_UNEQUAL = 2.3;
/** Blank space, in units of the size, from baseline to baseline. */
const BLANK_STRIP = 2.2;
const NARROWEST_PT = 5;
const EDGE_TOLERANCE_PT = 2.5;

/**
 * Finds the strips that part columns of prose. The right column is known by many lines that start at one
 * edge; the left one by lines that end before it at the same height, with no line across. Tables, contents
 * lists and numbered references have such edges too, but short entries on one side. One edge gives a
 * gutter for each height at which no line crosses it.
 */
export const findGutters = (segments: readonly Segment[]): Gutter[] => {
  const found = bestEdge(segments);
  const first = found[0];
  if (first === undefined) return [];
  const left = segments.filter((segment) => segment.u1 <= first.u1);
  const right = segments.filter((segment) => segment.u0 >= first.u0);
  return [...findGutters(left), ...found, ...findGutters(right)].sort((a, b) => a.u0 - b.u0);
};

const bestEdge = (segments: readonly Segment[]): Gutter[] => {
  if (segments.length < 2 * FEWEST_LINES) return [];
  let best: { gutters: Gutter[]; score: number } = { gutters: [], score: 0 };
  for (const edge of commonLeftEdges(segments)) {
    const found = guttersBefore(segments, edge);
    if (found.score > best.score) best = found;
  }
  return best.gutters;
};

/** Left edges shared by several lines. */
const commonLeftEdges = (segments: readonly Segment[]): number[] => {
  const counts = new Map<number, number>();
  for (const segment of segments) {
    if (segment.count < 3) continue;
    const key = Math.round(segment.u0 / 2);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const edges: number[] = [];
  for (const [key, count] of counts) {
    if (count + (counts.get(key - 1) ?? 0) + (counts.get(key + 1) ?? 0) >= FEWEST_LINES) edges.push(key * 2);
  }
  return edges;
};

const guttersBefore = (segments: readonly Segment[], edge: number): { gutters: Gutter[]; score: number } => {
  const right = segments.filter((segment) => segment.u0 >= edge - EDGE_TOLERANCE_PT);
  const others = segments.filter((segment) => segment.u0 < edge - EDGE_TOLERANCE_PT);
  const left = others.filter((segment) => segment.u1 <= edge - NARROWEST_PT);
  const crossing = others.filter((segment) => segment.u1 > edge - NARROWEST_PT).sort((a, b) => a.v - b.v);
  const ends: number[] = [];
  const heights: { v0: number; v1: number }[] = [];
  let score = 0;
  for (const height of clearHeights(crossing)) {
    const within = (segment: Segment) => segment.v > height.v0 && segment.v < height.v1;
    const [lefts, rights] = [left.filter(within), right.filter(within)];
    if (lefts.length === 0 || rights.length === 0) continue;
    heights.push(endBelow(height, lefts, rights));
    if (!areColumns(lefts, rights, edge)) continue;
    score += Math.min(printOf(lefts), printOf(rights));
    ends.push(...lefts.map((segment) => segment.u1));
  }
  if (score === 0) return { gutters: [], score };
  const u0 = Math.min(quantile(ends, 0.98), edge - NARROWEST_PT);
  return { gutters: heights.map((height) => ({ u0, u1: edge - 0.5, ...height })), score };
};

/** Stretches of the page between lines that cross. */
const clearHeights = (crossing: readonly Segment[]): { v0: number; v1: number }[] => {
  const heights: { v0: number; v1: number }[] = [];
  let v0 = Number.NEGATIVE_INFINITY;
  for (const segment of crossing) {
    const v1 = segment.v - 0.5 * segment.size;
    if (v1 > v0) heights.push({ v0, v1 });
    v0 = segment.v + 0.1 * segment.size;
  }
  heights.push({ v0, v1: Number.POSITIVE_INFINITY });
  return heights;
};

/** Columns that end at one height above a blank strip end there: what follows is as wide as the page. */
const endBelow = (
  height: { v0: number; v1: number },
  left: readonly Segment[],
  right: readonly Segment[],
): { v0: number; v1: number } => {
  const lines = [...left, ...right].sort((a, b) => a.v - b.v);
  for (let index = lines.length - 1; index > 0; index -= 1) {
    const [above, below] = [lines[index - 1]!, lines[index]!];
    if (below.v - above.v < BLANK_STRIP * below.size) continue;
    const ends = (side: readonly Segment[]) =>
      Math.max(...side.filter((segment) => segment.v <= above.v).map((segment) => segment.v));
    const beside = Math.abs(ends(left) - ends(right)) < 1.6 * above.size;
    const oneSided =
      lines.slice(index).every((one) => left.includes(one)) ||
      lines.slice(index).every((one) => right.includes(one));
    return beside && oneSided && lines.length - index <= 3
      ? { v0: height.v0, v1: (above.v + below.v) / 2 }
      : height;
  }
  return height;
};

/** Both sides are prose, side by side over some lines, and wide, about equally so: no listing with remarks. */
const areColumns = (left: readonly Segment[], right: readonly Segment[], edge: number): boolean => {
  if (!isProse(left) || !isProse(right)) return false;
  const shared = overlap(extent(left), extent(right));
  if (shared === undefined) return false;
  const within = (segment: Segment) => segment.v >= shared.v0 - 1 && segment.v <= shared.v1 + 1;
  if (Math.min(left.filter(within).length, right.filter(within).length) < FEWEST_LINES) return false;
  const starts = left.map((segment) => segment.u0);
  const ends = right.map((segment) => segment.u1);
  const widths = [edge - quantile(starts, 0.05), quantile(ends, 0.95) - edge];
  const [narrow, wide] = [Math.min(...widths), Math.max(...widths)];
  return narrow >= NARROWEST_COLUMN_PT && wide <= MOST_UNEQUAL * narrow;
};

const printOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, segment) => sum + segment.weight, 0);

const isProse = (segments: readonly Segment[]): boolean => {
  let lines = 0;
  let inLines = 0;
  let all = 0;
  for (const segment of segments) {
    const { weight } = segment;
    all += weight;
    if (weight < FEWEST_GLYPHS) continue;
    lines += 1;
    inLines += weight;
  }
  return lines >= FEWEST_LINES && inLines >= PROSE_SHARE * all;
};

const extent = (segments: readonly Segment[]) => ({
  v0: Math.min(...segments.map((segment) => segment.v)),
  v1: Math.max(...segments.map((segment) => segment.v)),
});

const overlap = (a: { v0: number; v1: number }, b: { v0: number; v1: number }) => {
  const v0 = Math.max(a.v0, b.v0);
  const v1 = Math.min(a.v1, b.v1);
  return v1 > v0 ? { v0, v1 } : undefined;
};

export const quantile = (values: readonly number[], share: number): number => {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
};
