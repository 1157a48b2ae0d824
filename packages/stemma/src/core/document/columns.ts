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
const NARROWEST_PT = 5;
const EDGE_TOLERANCE_PT = 2.5;

/**
 * Finds the strips that part columns of prose. The right column is known by many lines that start at one
 * edge; the left one by lines that end before it over the same height. Tables, contents lists and
 * numbered references have such edges too, but short entries on one side.
 */
export const findGutters = (segments: readonly Segment[]): Gutter[] => {
  const first = bestGutter(segments);
  if (first === undefined) return [];
  const left = segments.filter((segment) => segment.u1 <= first.u1);
  const right = segments.filter((segment) => segment.u0 >= first.u0);
  return [...findGutters(left), first, ...findGutters(right)].sort((a, b) => a.u0 - b.u0);
};

const bestGutter = (segments: readonly Segment[]): Gutter | undefined => {
  if (segments.length < 2 * FEWEST_LINES) return undefined;
  let best: { gutter: Gutter; score: number } | undefined;
  for (const edge of commonLeftEdges(segments)) {
    const found = gutterBefore(segments, edge);
    if (found !== undefined && (best === undefined || found.score > best.score)) best = found;
  }
  return best?.gutter;
};

/** Left edges shared by several lines, other than the leftmost of the page. */
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

const gutterBefore = (
  segments: readonly Segment[],
  edge: number,
): { gutter: Gutter; score: number } | undefined => {
  const right = segments.filter((segment) => segment.u0 >= edge - EDGE_TOLERANCE_PT);
  const others = segments.filter((segment) => segment.u0 < edge - EDGE_TOLERANCE_PT);
  const left = others.filter((segment) => segment.u1 <= edge - NARROWEST_PT);
  if (!isProse(left) || !isProse(right)) return undefined;
  if (!areColumns(left, right, edge)) return undefined;
  const shared = overlap(extent(left), extent(right));
  if (shared === undefined) return undefined;
  const within = (segment: Segment) => segment.v >= shared.v0 - 1 && segment.v <= shared.v1 + 1;
  const leftLines = left.filter(within).length;
  const rightLines = right.filter(within).length;
  const crossing = others.filter((segment) => segment.u1 > edge - NARROWEST_PT && within(segment)).length;
  if (Math.min(leftLines, rightLines) < FEWEST_LINES) return undefined;
  if (crossing > 0.6 * (leftLines + rightLines)) return undefined;
  const range = reach(
    shared,
    others.filter((segment) => segment.u1 > edge - NARROWEST_PT),
  );
  const end = quantile(
    left.map((segment) => segment.u1),
    0.98,
  );
  const u0 = Math.min(end, edge - NARROWEST_PT);
  return {
    gutter: { u0, u1: edge - 0.5, ...range },
    score: Math.min(printWithin(left, within), printWithin(right, within)),
  };
};

/** A gutter reaches beyond the height both columns share, up and down to the next line that crosses it. */
const reach = (
  shared: { v0: number; v1: number },
  crossing: readonly Segment[],
): { v0: number; v1: number } => ({
  v0: Math.max(-1, ...crossing.filter((segment) => segment.v < shared.v0).map((segment) => segment.v + 1)),
  v1: Math.min(
    1e6,
    ...crossing.filter((segment) => segment.v > shared.v1).map((segment) => segment.v - segment.size),
  ),
});

/** Columns of prose are wide, and about equally so; listings with remarks beside them are not. */
const areColumns = (left: readonly Segment[], right: readonly Segment[], edge: number): boolean => {
  const leftWidth =
    edge -
    quantile(
      left.map((segment) => segment.u0),
      0.05,
    );
  const rightWidth =
    quantile(
      right.map((segment) => segment.u1),
      0.95,
    ) - edge;
  const [narrow, wide] = leftWidth < rightWidth ? [leftWidth, rightWidth] : [rightWidth, leftWidth];
  return narrow >= NARROWEST_COLUMN_PT && wide <= MOST_UNEQUAL * narrow;
};

const printWithin = (segments: readonly Segment[], within: (segment: Segment) => boolean): number =>
  segments.reduce((sum, segment) => sum + (within(segment) ? glyphWeight(segment) : 0), 0);

const isProse = (segments: readonly Segment[]): boolean => {
  let lines = 0;
  let inLines = 0;
  let all = 0;
  for (const segment of segments) {
    const weight = glyphWeight(segment);
    all += weight;
    if (weight < FEWEST_GLYPHS) continue;
    lines += 1;
    inLines += weight;
  }
  return lines >= FEWEST_LINES && inLines >= PROSE_SHARE * all;
};

/** Han characters say about as much as two or three Latin letters. */
const glyphWeight = (segment: Segment): number => {
  let weight = 0;
  for (const item of segment.glyphs) {
    if (item.glyph.space) continue;
    weight += item.glyph.text >= '\u2E80' ? 2 : 1;
  }
  return weight;
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
