import type { Rect } from '@stemma/contract/place';
import type { FramedGlyph } from './frame.ts';
import { dropLineNumbers } from './line-numbers.ts';

/** Glyphs of one line without a wide gap between them, in order along the line. */
export type Segment = {
  glyphs: FramedGlyph[];
  /** Ends of the advances. */
  u0: number;
  u1: number;
  /** Baseline and size of most of its glyphs. */
  v: number;
  size: number;
  ink: Rect;
  /** Glyphs other than spaces. */
  count: number;
  /** How much it says: see {@link glyphWeight}. */
  weight: number;
};

/** Gaps in units of the glyph size. */
const RUN_GAP = 0.6;
const JOIN_GAP = 0.6;
const OVERLAP = 0.5;
const SCRIPT_GAP = 0.35;
/** What a script that stands before its base is held further away, in units of the size. */
const BEFORE_BASE = 0.3;
const SAME_BASELINE = 0.22;

/**
 * Glyphs → segments. Neighbours in the file that stand side by side form runs; runs side by side on one
 * baseline form segments; sub- and superscripts join the run they touch. The order of the file decides
 * nothing beyond a run, so that text drawn across two columns comes apart here.
 */
export const toSegments = (glyphs: readonly FramedGlyph[]): Segment[] => {
  const runs = dropLineNumbers(toRuns(glyphs));
  const groups = groupRuns(runs);
  return groups.map(toSegment);
};

const toRuns = (glyphs: readonly FramedGlyph[]): Segment[] => {
  const runs: Segment[] = [];
  let run: FramedGlyph[] = [];
  const flush = () => {
    if (run.some((item) => !item.glyph.space)) runs.push(toSegment([{ glyphs: run } as Segment]));
    run = [];
  };
  for (const item of glyphs) {
    const last = run.at(-1);
    if (last !== undefined && !continues(last, item)) flush();
    run.push(item);
  }
  flush();
  return runs;
};

const continues = (last: FramedGlyph, next: FramedGlyph): boolean => {
  const size = Math.max(last.glyph.size, next.glyph.size);
  const gap = next.u0 - last.u1;
  const sameSize = next.glyph.space || last.glyph.space || next.glyph.size / last.glyph.size < 1.25;
  return (
    Math.abs(next.v - last.v) <= 0.06 * size &&
    gap <= RUN_GAP * size &&
    gap >= -OVERLAP * size &&
    sameSize &&
    last.glyph.size / next.glyph.size < 1.25
  );
};

/** Joins runs that belong side by side: those on one baseline, and each index or power with its one base. */
const groupRuns = (runs: readonly Segment[]): Segment[][] => {
  const { join, groups } = createUnion(runs);
  const bases = new Map<number, { base: number; distance: number }>();
  const order = runs.map((_, index) => index).sort((a, b) => runs[a]!.v - runs[b]!.v);
  for (let i = 0; i < order.length; i += 1) {
    const [at, a] = [order[i]!, runs[order[i]!]!];
    for (let j = i + 1; j < order.length; j += 1) {
      const [other, b] = [order[j]!, runs[order[j]!]!];
      if (b.v - a.v > Math.max(a.size, b.size)) break;
      if (standOnOneBaseline(a, b)) {
        join(at, other);
        continue;
      }
      const [base, script] = a.size >= b.size ? [at, other] : [other, at];
      const distance = scriptDistance(runs[base]!, runs[script]!);
      if (distance !== undefined && distance < (bases.get(script)?.distance ?? Number.POSITIVE_INFINITY)) {
        bases.set(script, { base, distance });
      }
    }
  }
  for (const [script, { base }] of bases) join(script, base);
  return groups();
};

const createUnion = (runs: readonly Segment[]) => {
  const parent = runs.map((_, index) => index);
  const root = (index: number): number => {
    let at = index;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  const groups = (): Segment[][] => {
    const found = new Map<number, Segment[]>();
    runs.forEach((run, index) => {
      const group = found.get(root(index));
      if (group === undefined) found.set(root(index), [run]);
      else group.push(run);
    });
    return [...found.values()];
  };
  return {
    join: (a: number, b: number) => {
      parent[root(b)] = root(a);
    },
    groups,
  };
};

/** Gap between two runs along the line; undefined when they lie over each other. */
const gapBetween = (a: Segment, b: Segment): number | undefined => {
  const [left, right] = a.u0 <= b.u0 ? [a, b] : [b, a];
  const gap = right.u0 - left.u1;
  return gap < -OVERLAP * Math.max(a.size, b.size) && !isInside(left, right) ? undefined : gap;
};

const standOnOneBaseline = (a: Segment, b: Segment): boolean => {
  const size = Math.min(a.size, b.size);
  if (Math.abs(a.v - b.v) > SAME_BASELINE * size) return false;
  const gap = gapBetween(a, b);
  return gap !== undefined && gap <= JOIN_GAP * size;
};

/** How far a raised or lowered run is from a base it may belong to; a base stands before its script. */
const scriptDistance = (base: Segment, script: Segment): number | undefined => {
  const gap = gapBetween(base, script);
  const raise = base.v - script.v;
  if (gap === undefined || script.size > 0.9 * base.size || gap > SCRIPT_GAP * base.size) return undefined;
  if (raise >= 0.62 * base.size || raise <= -0.4 * base.size) return undefined;
  return Math.abs(gap) + (script.u0 < base.u0 ? BEFORE_BASE * base.size : 0);
};

const isInside = (outer: Segment, inner: Segment): boolean => inner.u1 <= outer.u1 + 0.1 * outer.size;

const toSegment = (parts: readonly Segment[]): Segment => {
  const glyphs =
    parts.length === 1 ? parts[0]!.glyphs : parts.flatMap((part) => part.glyphs).sort((a, b) => a.u0 - b.u0);
  return measureSegment(glyphs);
};

const FIXED_WEIGHT = 0.4;

/** Han characters say about as much as two Latin letters; typewriter print in columns is mostly code. */
const glyphWeight = ({ glyph }: FramedGlyph): number =>
  glyph.text >= '\u2E80' ? 2 : glyph.font.fixed ? FIXED_WEIGHT : 1;

/** Measures glyphs that stand on one line; they must be in order along it. */
export const measureSegment = (glyphs: FramedGlyph[]): Segment => {
  const printed = glyphs.filter((item) => !item.glyph.space);
  const size =
    printed.length <= FEW_GLYPHS ? largestSize(printed) : weightedMode(printed, (item) => item.glyph.size);
  const onBaseline = printed.filter((item) => item.glyph.size > 0.9 * size && !item.glyph.hangs);
  const ink: Rect = [Infinity, Infinity, -Infinity, -Infinity];
  let u0 = Infinity;
  let u1 = -Infinity;
  let weight = 0;
  for (const item of printed) {
    ink[0] = Math.min(ink[0], item.ink[0]);
    ink[1] = Math.min(ink[1], item.ink[1]);
    ink[2] = Math.max(ink[2], item.ink[2]);
    ink[3] = Math.max(ink[3], item.ink[3]);
    u0 = Math.min(u0, item.u0);
    u1 = Math.max(u1, item.u1);
    weight += glyphWeight(item);
  }
  const v =
    onBaseline.length > 0 ? weightedMode(onBaseline, (item) => item.v) : (ink[1] + ink[3]) / 2 + 0.25 * size;
  return { glyphs, u0, u1, v, size, ink, count: printed.length, weight };
};

/** `ηₖ²` has more glyphs in its scripts than on its baseline. */
const FEW_GLYPHS = 6;

const largestSize = (printed: readonly FramedGlyph[]): number => {
  const standing = printed.filter((item) => !item.glyph.hangs);
  const sizes = (standing.length > 0 ? standing : printed).map((item) => item.glyph.size);
  return Math.round(Math.max(0, ...sizes) * 10) / 10;
};

/** The value most glyphs share, to a tenth of a point; ties go to the greater. */
const weightedMode = (items: readonly FramedGlyph[], of: (item: FramedGlyph) => number): number => {
  const counts = new Map<number, number>();
  let best = 0;
  let most = 0;
  for (const item of items) {
    const value = Math.round(of(item) * 10) / 10;
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    if (count > most || (count === most && value > best)) {
      most = count;
      best = value;
    }
  }
  return best;
};
