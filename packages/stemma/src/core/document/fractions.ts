import type { Rect } from '@stemma/contract/place';
import type { Glyph } from './clean-glyphs.ts';
import type { FramedGlyph } from './frame.ts';

/** Sizes in points where they compare print with print, else in units of the glyph size. */
const WIDEST_BAR_PT = 160;
const THICKEST_BAR_PT = 1.2;
const MOST_GLYPHS = 40;
const CENTRE_PT = 1.6;
const OVERHANG_PT = 1;
const REACH = 1.1;
const NEAR = 0.5;
const BESIDE = 0.25;
const NARROWER_PT = 3.5;
/** Height of the axis, on which TeX sets fraction bars, above the baseline. */
const AXIS = 0.25;

/**
 * Fractions → print on one line: `1/10`, `ω₀/(2γ)`. A fraction is a bar with print centred above and below
 * it that is as wide as the bar; table rules and underlines are not. Ink stays where it is, only the place
 * on the line changes, so that the words of the fraction light as printed. Inner fractions come first.
 */
export const layFractions = (glyphs: readonly FramedGlyph[], bars: readonly Rect[]): FramedGlyph[] => {
  let out = [...glyphs];
  const thin = bars.filter((bar) => bar[3] - bar[1] <= THICKEST_BAR_PT && bar[2] - bar[0] <= WIDEST_BAR_PT);
  for (const bar of thin.sort((a, b) => a[2] - a[0] - (b[2] - b[0]))) {
    const parts = partsOf(out, bar);
    if (parts === undefined) continue;
    const laid = lay(parts, bar, lineOf(out, bar, parts));
    const taken = new Set([...parts.above, ...parts.below]);
    const at = out.findIndex((item) => taken.has(item));
    out = out.filter((item) => !taken.has(item));
    out.splice(at, 0, ...laid);
  }
  return out;
};

type Parts = { above: FramedGlyph[]; below: FramedGlyph[] };

const partsOf = (glyphs: readonly FramedGlyph[], bar: Rect): Parts | undefined => {
  const above: FramedGlyph[] = [];
  const below: FramedGlyph[] = [];
  for (const item of glyphs) {
    const { ink, glyph } = item;
    if (glyph.space || ink[0] < bar[0] - OVERHANG_PT || ink[2] > bar[2] + OVERHANG_PT) continue;
    const middle = (bar[1] + bar[3]) / 2;
    if (ink[3] <= middle + 0.4 && ink[3] > middle - REACH * glyph.size) above.push(item);
    else if (ink[1] >= middle - 0.4 && ink[1] < middle + REACH * glyph.size) below.push(item);
  }
  if (above.length === 0 || below.length === 0 || above.length + below.length > MOST_GLYPHS) return undefined;
  if (!isNear(above, bar, 3) || !isNear(below, bar, 1) || isCut(above, glyphs) || isCut(below, glyphs)) {
    return undefined;
  }
  return fits(above, bar) && fits(below, bar) && widthOf(above, below) > bar[2] - bar[0] - NARROWER_PT
    ? { above: byLine(above), below: byLine(below) }
    : undefined;
};

/** The side of the print that faces the bar is close to it; a line of text further off is no numerator. */
const isNear = (items: readonly FramedGlyph[], bar: Rect, side: 1 | 3): boolean => {
  const middle = (bar[1] + bar[3]) / 2;
  const size = Math.max(...items.map((item) => item.glyph.size));
  return Math.min(...items.map((item) => Math.abs(item.ink[side] - middle))) < NEAR * size;
};

/** Whether print goes on beside the items on their baseline: they are a piece of a longer word or line. */
const isCut = (items: readonly FramedGlyph[], glyphs: readonly FramedGlyph[]): boolean => {
  const inside = new Set(items);
  const [u0, u1] = ends(items);
  return glyphs.some((other) => {
    const { size, space } = other.glyph;
    if (space || inside.has(other) || !items.some((item) => Math.abs(item.v - other.v) < 0.1 * size))
      return false;
    return Math.abs(other.u0 - u1) < BESIDE * size || Math.abs(u0 - other.u1) < BESIDE * size;
  });
};

const ends = (items: readonly FramedGlyph[]): [number, number] => [
  Math.min(...items.map((item) => item.u0)),
  Math.max(...items.map((item) => item.u1)),
];

const fits = (items: readonly FramedGlyph[], bar: Rect): boolean => {
  const [u0, u1] = ends(items);
  return Math.abs((u0 + u1) / 2 - (bar[0] + bar[2]) / 2) < CENTRE_PT + 0.03 * (bar[2] - bar[0]);
};

const widthOf = (above: readonly FramedGlyph[], below: readonly FramedGlyph[]): number =>
  Math.max(...[above, below].map((items) => ends(items)[1] - ends(items)[0]));

const byLine = (items: readonly FramedGlyph[]): FramedGlyph[] => [...items].sort((a, b) => a.u0 - b.u0);

/** Baseline and size of the line a fraction stands in: of a neighbour on the axis, else by the bar itself. */
const lineOf = (glyphs: readonly FramedGlyph[], bar: Rect, parts: Parts): { v: number; size: number } => {
  const inside = new Set([...parts.above, ...parts.below]);
  const middle = (bar[1] + bar[3]) / 2;
  let best: { v: number; size: number } | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const item of glyphs) {
    const { size, space, hangs } = item.glyph;
    if (space || hangs || inside.has(item)) continue;
    const gap = Math.max(bar[0] - item.u1, item.u0 - bar[2]);
    if (gap > 1.5 * size || gap < -1 || Math.abs(item.v - AXIS * size - middle) > 0.12 * size) continue;
    if (gap < nearest) {
      nearest = gap;
      best = { v: item.v, size };
    }
  }
  const size = Math.max(...parts.above.map((item) => item.glyph.size));
  return best ?? { v: middle + AXIS * size, size };
};

const lay = (parts: Parts, bar: Rect, line: { v: number; size: number }): FramedGlyph[] => {
  const pieces = [...raise(parts.above, line), sign('/', parts.above[0]!, line), ...raise(parts.below, line)];
  const all = pieces.reduce((sum, piece) => sum + piece.width, 0) || 1;
  let at = bar[0];
  return pieces.map(({ item, width }) => {
    const u0 = at;
    at += (width / all) * (bar[2] - bar[0]);
    return { ...item, u0, u1: at };
  });
};

type Piece = { item: FramedGlyph; width: number };

/** One side of a fraction on the line, at the size of the line, in brackets when it is more than one thing. */
const raise = (items: readonly FramedGlyph[], line: { v: number; size: number }): Piece[] => {
  const size = Math.max(...items.map((item) => item.glyph.size));
  const baseline = Math.max(
    ...items.filter((item) => item.glyph.size > 0.9 * size && !item.glyph.hangs).map((item) => item.v),
  );
  const scale = line.size / size;
  const v = (item: FramedGlyph) =>
    Number.isFinite(baseline) && !item.glyph.hangs ? line.v + (item.v - baseline) * scale : line.v;
  const pieces = items.map((item) => ({
    item: {
      ...item,
      v: v(item),
      glyph: { ...item.glyph, size: item.glyph.size * scale, hangs: false, blankBefore: false },
    },
    width: item.u1 - item.u0,
  }));
  const base = items.filter((item) => item.glyph.size > 0.9 * size).map((item) => item.glyph.text);
  const simple = base.length <= 1 || /^[\d.,]+$/.test(base.join('')) || /^[([].*[)\]]$/u.test(base.join(''));
  return simple ? pieces : [sign('(', items[0]!, line), ...pieces, sign(')', items.at(-1)!, line)];
};

/** A sign that stands for the bar: it has the ink of the print beside it. */
const sign = (text: string, beside: FramedGlyph, line: { v: number; size: number }): Piece => {
  const glyph: Glyph = {
    ...beside.glyph,
    text,
    size: line.size,
    hangs: false,
    mark: null,
    hyphen: null,
    blankBefore: false,
  };
  return { item: { ...beside, glyph, v: line.v }, width: 0.3 * line.size };
};
