import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Shapes are what `core/document` asks for; the two meet in `processes/pdf-repairer.ts`. */
type Box = [number, number, number, number];

export type PrintedGlyph = {
  text: string;
  unmapped: boolean;
  hyphen: boolean;
  blankBefore: boolean;
  x: number;
  y: number;
  box: Box;
  advance: number;
  size: number;
  turn: 0 | 1 | 2 | 3 | null;
  font: number;
};

export type PrintedPage = {
  page: number;
  width: number;
  height: number;
  fonts: { name: string; bold: boolean; italic: boolean; fixed: boolean }[];
  glyphs: PrintedGlyph[];
  rules: Box[];
  images: Box[];
};

type TextItem = { str: string; width: number; height: number; transform: number[]; fontName: string };

const OBLIQUE_TOLERANCE = Math.PI / 12;
const WIDEST_BLANK = 0.8;
const ASCENT = 0.72;
const DESCENT = 0.2;

/** Shares of the width of a run: the engine tells the width of a run alone, not of its letters. */
const breadth = (character: string): number => {
  if (/[ijl.,:;'’|!()[\]]/u.test(character)) return 0.3;
  if (character === ' ') return 0.28;
  if (/[mwMW—]/u.test(character)) return 0.85;
  if (/[\u2E80-\u9FFF\uFF00-\uFFEF]/u.test(character)) return 1;
  return /\p{Lu}/u.test(character) ? 0.68 : 0.5;
};

/** Reads the runs of text of one page (from 1) and lays their letters out in them; undefined when it is lost. */
export const readRepairedPage = async (
  document: PDFDocumentProxy,
  number: number,
): Promise<PrintedPage | undefined> => {
  let page: PDFPageProxy;
  try {
    page = await document.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const content = await page.getTextContent({ disableNormalization: true });
    const names = [...new Set(content.items.flatMap((item) => ('str' in item ? item.fontName : [])))];
    const glyphs = content.items.flatMap((item) =>
      'str' in item ? glyphsOf(item as TextItem, viewport.transform, names.indexOf(item.fontName)) : [],
    );
    page.cleanup();
    return {
      page: number,
      width: viewport.width,
      height: viewport.height,
      fonts: names.map((name) => fontOf(name, content.styles)),
      glyphs,
      rules: [],
      images: [],
    };
  } catch {
    return undefined;
  }
};

const fontOf = (name: string, styles: Record<string, { fontFamily?: string }>) => {
  const family = styles[name]?.fontFamily ?? '';
  return {
    name,
    bold: /bold/iu.test(family),
    italic: /italic|oblique/iu.test(family),
    fixed: family === 'monospace',
  };
};

const glyphsOf = (item: TextItem, view: readonly number[], font: number): PrintedGlyph[] => {
  const [a, b, c, d, e, f] = item.transform as [number, number, number, number, number, number];
  const [va, vb, vc, vd, ve, vf] = view as [number, number, number, number, number, number];
  const along = [va * a + vc * b, vb * a + vd * b] as const;
  const up = [va * c + vc * d, vb * c + vd * d] as const;
  const length = Math.hypot(...along);
  const size = Math.hypot(...up);
  // The engine fills the gap between columns and cells with a blank that is not printed
  const isGap = item.str.trim() === '' && item.width * Math.hypot(va, vb) > WIDEST_BLANK * size;
  if (item.str === '' || isGap || length === 0 || size === 0) return [];
  const unit = [along[0] / length, along[1] / length] as const;
  const rise = [up[0] / size, up[1] / size] as const;
  const origin = [va * e + vc * f + ve, vb * e + vd * f + vf] as const;
  const units = [...item.str].flatMap((character) => [...splitUnits(character)]);
  const total = units.reduce((sum, [, share]) => sum + share, 0) || 1;
  const runWidth = item.width * Math.hypot(va, vb);
  let done = 0;
  return units.map(([text, share]) => {
    const advance = (share / total) * runWidth;
    const x = origin[0] + unit[0] * done;
    const y = origin[1] + unit[1] * done;
    done += advance;
    const inked = text.trim() !== '';
    return {
      text,
      unmapped: false,
      hyphen: false,
      blankBefore: false,
      x,
      y,
      box: inked ? boxOf(x, y, unit, rise, advance, size) : [x, y, x, y],
      advance,
      size,
      turn: turnOf(unit),
      font,
    };
  });
};

/** One UTF-16 unit each; the second half of an astral character takes no room. */
const splitUnits = (character: string): [string, number][] =>
  character.length === 1
    ? [[character, breadth(character)]]
    : [
        [character[0]!, breadth(character)],
        [character[1]!, 0],
      ];

const boxOf = (
  x: number,
  y: number,
  unit: readonly [number, number],
  rise: readonly [number, number],
  advance: number,
  size: number,
): Box => {
  const xs = [ASCENT, -DESCENT].flatMap((share) =>
    [0, advance].map((along) => x + unit[0] * along + rise[0] * share * size),
  );
  const ys = [ASCENT, -DESCENT].flatMap((share) =>
    [0, advance].map((along) => y + unit[1] * along + rise[1] * share * size),
  );
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

const turnOf = ([x, y]: readonly [number, number]): PrintedGlyph['turn'] => {
  const quarters = Math.atan2(y, x) / (Math.PI / 2);
  const turn = Math.round(quarters);
  if (Math.abs(quarters - turn) * (Math.PI / 2) > OBLIQUE_TOLERANCE) return null;
  return (((turn % 4) + 4) % 4) as 0 | 1 | 2 | 3;
};
