import { z } from 'zod';

/**
 * A rectangle `[x0, y0, x1, y1]` in PDF points of the page as displayed (crop box, rotation and user
 * unit applied), origin top left, two decimals, `x0 <= x1` and `y0 <= y1`.
 */
export const Rect = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Rect = z.infer<typeof Rect>;

/** Rectangles on one page; `page` counts from 1. */
export const Region = z.object({ page: z.int().positive(), rects: z.array(Rect).min(1) });
export type Region = z.infer<typeof Region>;

/**
 * One printed line of a passage: the half-open UTF-16 span `[start, end)` of the passage text it
 * carries, and its rectangle. `words` holds triples `offset, x0, x1` for each word of the line, offset
 * counted from `start`, so that part of a line can be lit exactly; without it the whole line is lit.
 */
export const Line = z.object({
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  page: z.int().positive(),
  rect: Rect,
  words: z.array(z.number()).optional(),
});
export type Line = z.infer<typeof Line>;

/** A half-open span of UTF-16 code units. */
export const Span = z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() });
export type Span = z.infer<typeof Span>;

export type Place = { page: number; rects: readonly Rect[] };

const round = (value: number): number => Math.round(value * 100) / 100;

export const rectUnion = (rects: readonly Rect[]): Rect => [
  Math.min(...rects.map((rect) => rect[0])),
  Math.min(...rects.map((rect) => rect[1])),
  Math.max(...rects.map((rect) => rect[2])),
  Math.max(...rects.map((rect) => rect[3])),
];

/** The fragment of a link that opens at a page and lights a rectangle: `#page=12&rect=x0,y0,x1,y1`. */
export const placeFragment = (place: Place): string =>
  place.rects.length === 0
    ? `#page=${place.page}`
    : `#page=${place.page}&rect=${rectUnion(place.rects).map(round).join(',')}`;

/** Reads a fragment made by {@link placeFragment}; undefined when it is not one. */
export const parsePlaceFragment = (fragment: string): Place | undefined => {
  const match = /^#?page=([1-9]\d{0,6})(?:&rect=(-?[\d.]+),(-?[\d.]+),(-?[\d.]+),(-?[\d.]+))?$/.exec(
    fragment,
  );
  if (!match) return undefined;
  const [, page, ...edges] = match;
  if (edges[0] === undefined) return { page: Number(page), rects: [] };
  const rect = Rect.safeParse(edges.map(Number));
  return rect.success ? { page: Number(page), rects: [rect.data] } : undefined;
};
