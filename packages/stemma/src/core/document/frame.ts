import type { Rect } from '@stemma/contract/place';
import type { Glyph } from './clean-glyphs.ts';

/** Quarter turns clockwise from left-to-right. */
export type Turn = Glyph['turn'];

/**
 * A glyph in the frame of its writing direction: `u` grows along the line, `v` from line to line, so that
 * sideways and upside-down text is read by the same steps as upright text.
 */
export type FramedGlyph = {
  glyph: Glyph;
  /** Left end of the advance and its right end. */
  u0: number;
  u1: number;
  /** Baseline. */
  v: number;
  /** Ink box. */
  ink: Rect;
};

/** The frame of one writing direction on a page. */
export type Frame = {
  turn: Turn;
  width: number;
  height: number;
  toFrame(x: number, y: number): [u: number, v: number];
  toPage(rect: Rect): Rect;
};

export const createFrame = (turn: Turn, page: { width: number; height: number }): Frame => {
  const { width: w, height: h } = page;
  const sideways = turn === 1 || turn === 3;
  const toFrame = (x: number, y: number): [number, number] => {
    if (turn === 1) return [y, w - x];
    if (turn === 2) return [w - x, h - y];
    if (turn === 3) return [h - y, x];
    return [x, y];
  };
  const fromFrame = (u: number, v: number): [number, number] => {
    if (turn === 1) return [w - v, u];
    if (turn === 2) return [w - u, h - v];
    if (turn === 3) return [v, h - u];
    return [u, v];
  };
  return {
    turn,
    width: sideways ? h : w,
    height: sideways ? w : h,
    toFrame,
    toPage: (rect) => ordered(fromFrame(rect[0], rect[1]), fromFrame(rect[2], rect[3])),
  };
};

export const frameGlyphs = (frame: Frame, glyphs: readonly Glyph[]): FramedGlyph[] =>
  glyphs.map((glyph) => {
    const [u0, v] = frame.toFrame(glyph.x, glyph.y);
    const a = frame.toFrame(glyph.box[0], glyph.box[1]);
    const b = frame.toFrame(glyph.box[2], glyph.box[3]);
    return { glyph, u0, u1: u0 + glyph.advance, v, ink: ordered(a, b) };
  });

const ordered = (a: [number, number], b: [number, number]): Rect => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
];
