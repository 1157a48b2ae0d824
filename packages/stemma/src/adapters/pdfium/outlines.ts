/** A rectangle to draw around, in points of the page as displayed, with a number at its corner. */
export type Outline = { rect: readonly number[]; style: 'block' | 'line'; number?: number | undefined };

type Picture = { rgb: Uint8Array; width: number; height: number };

const COLOURS = { block: [200, 30, 30], line: [60, 120, 220] } as const;
/** Digits of three by five dots, a row of bits each. */
const DIGITS = [
  [7, 5, 5, 5, 7],
  [2, 6, 2, 2, 7],
  [7, 1, 7, 4, 7],
  [7, 1, 7, 1, 7],
  [5, 5, 7, 1, 1],
  [7, 4, 7, 1, 7],
  [7, 4, 7, 5, 7],
  [7, 1, 1, 2, 2],
  [7, 5, 7, 5, 7],
  [7, 5, 7, 1, 7],
] as const;

/** Draws frames one pixel wide, and the numbers of blocks on a plain ground outside their left edge. */
export const drawOutlines = (picture: Picture, outlines: readonly Outline[], scale: number): void => {
  const dot = Math.max(1, Math.round(scale));
  for (const { rect, style, number } of outlines) {
    const [x0, y0, x1, y1] = rect.map((edge) => Math.round(edge * scale)) as [number, number, number, number];
    const colour = COLOURS[style];
    fill(picture, [x0, y0, x1, y0 + 1], colour);
    fill(picture, [x0, y1 - 1, x1, y1], colour);
    fill(picture, [x0, y0, x0 + 1, y1], colour);
    fill(picture, [x1 - 1, y0, x1, y1], colour);
    if (number === undefined) continue;
    const digits = [...String(number)].map(Number);
    const width = digits.length * 4 * dot + dot;
    const left = Math.max(0, x0 - width);
    fill(picture, [left, y0, left + width, y0 + 7 * dot], colour);
    digits.forEach((digit, place) => {
      drawDigit(picture, digit, { x: left + dot + place * 4 * dot, y: y0 + dot, dot });
    });
  }
};

const drawDigit = (picture: Picture, digit: number, at: { x: number; y: number; dot: number }): void => {
  DIGITS[digit]!.forEach((bits, row) => {
    for (let column = 0; column < 3; column += 1) {
      if ((bits & (4 >> column)) === 0) continue;
      const [x, y] = [at.x + column * at.dot, at.y + row * at.dot];
      fill(picture, [x, y, x + at.dot, y + at.dot], [255, 255, 255]);
    }
  });
};

const fill = (
  { rgb, width, height }: Picture,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  colour: readonly number[],
): void => {
  for (let row = Math.max(0, y0); row < Math.min(height, y1); row += 1) {
    for (let column = Math.max(0, x0); column < Math.min(width, x1); column += 1) {
      rgb.set(colour, (row * width + column) * 3);
    }
  }
};
