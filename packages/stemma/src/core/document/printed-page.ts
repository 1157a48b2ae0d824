import type { Rect } from '@stemma/contract/place';

/**
 * One glyph as printed, in points of the page as displayed (crop box, rotation and user unit applied),
 * origin top left. A reader gives glyphs in the order of the file; nothing here relies on that order but
 * for runs of neighbours.
 */
export type PrintedGlyph = {
  /** One UTF-16 unit as the file maps it; astral characters may come as two glyphs with one origin. */
  text: string;
  /** The file gives no Unicode for it; `text` is then the raw character code. */
  unmapped: boolean;
  /** A hyphen at a line end, reported by the engine as such. */
  hyphen: boolean;
  /** The engine sees a blank before it that the file does not print; a hint, often wrong. */
  blankBefore: boolean;
  /** Origin: left end of the advance, on the baseline. */
  x: number;
  y: number;
  /** Ink box; of no width or height for spaces. */
  box: Rect;
  /** Width along the writing direction, side bearings included. */
  advance: number;
  size: number;
  /** Writing direction in quarter turns clockwise from left-to-right; null when oblique. */
  turn: 0 | 1 | 2 | 3 | null;
  /** Index into `fonts` of the page. */
  font: number;
};

export type PrintedFont = { name: string; bold: boolean; italic: boolean; fixed: boolean };

/** Everything a page shows that reading needs. */
export type PrintedPage = {
  /** From 1. */
  page: number;
  width: number;
  height: number;
  fonts: readonly PrintedFont[];
  glyphs: readonly PrintedGlyph[];
  /** Thin bars: table rules, fraction bars, footnote rules. */
  rules: readonly Rect[];
  images: readonly Rect[];
};
