import type { PrintedFont, PrintedGlyph, PrintedPage } from './printed-page.ts';

/** Made-up print for tests: every letter half as wide as its size, Han characters as wide as it. */
export type TypesetLine = {
  text: string;
  x: number;
  /** Baseline. */
  y: number;
  size?: number;
  font?: Partial<PrintedFont>;
  turn?: 0 | 1 | 2 | 3;
};

export const advanceOf = (character: string, size: number): number =>
  character >= '\u2E80' && character <= '\uFFEF' ? size : 0.5 * size;

/** `U+0002` in a text stands for a hyphen that the engine saw at a line end. */
export const typesetPage = (
  lines: readonly TypesetLine[],
  { page = 1, width = 600, height = 800 }: { page?: number; width?: number; height?: number } = {},
): PrintedPage => {
  const fonts: PrintedFont[] = [];
  const glyphs: PrintedGlyph[] = [];
  for (const line of lines) {
    const font = { name: 'Roman', bold: false, italic: false, fixed: false, ...line.font };
    fonts.push(font);
    const size = line.size ?? 10;
    const turn = line.turn ?? 0;
    const [dx, dy] = [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ][turn] as [number, number];
    let at = 0;
    for (const character of line.text) {
      const advance = advanceOf(character, size);
      const [x, y] = [line.x + dx * at, line.y + dy * at];
      const far = [x + dx * advance + dy * 0.7 * size, y + dy * advance - dx * 0.7 * size] as const;
      for (let unit = 0; unit < character.length; unit += 1) {
        glyphs.push({
          text: character[unit]!,
          unmapped: false,
          hyphen: character === '\u0002',
          blankBefore: false,
          x,
          y,
          box: [Math.min(x, far[0]), Math.min(y, far[1]), Math.max(x, far[0]), Math.max(y, far[1])],
          advance,
          size,
          turn,
          font: fonts.length - 1,
        });
      }
      at += advance;
    }
  }
  return { page, width, height, fonts, glyphs, rules: [], images: [] };
};

/** Lines below each other, 12 points apart. */
export const typesetColumn = (
  texts: readonly string[],
  x: number,
  y: number,
  more: Partial<TypesetLine> = {},
): TypesetLine[] => texts.map((text, index) => ({ text, x, y: y + 12 * index, ...more }));
