import { type PageSpace, pageSpaceOf } from './page-space.ts';
import type { PdfiumDocument } from './pdfium-document.ts';
import { type PdfiumLibrary, readUtf8 } from './pdfium-library.ts';

/**
 * One glyph as printed, in points of the page as displayed (origin top left). Shapes here are what
 * `core/document` asks for; the two meet in `processes/pdf-reader.ts`.
 */
export type PrintedGlyph = {
  /** One UTF-16 unit as the file maps it; astral characters come as two glyphs with one box. */
  text: string;
  /** The file gives no Unicode for it; `text` is then the raw character code. */
  unmapped: boolean;
  /** A hyphen at a line end, that PDFium reports as U+0002. */
  hyphen: boolean;
  /** PDFium sees a blank before it that the file does not print. */
  blankBefore: boolean;
  /** Origin: left end of the advance, on the baseline. */
  x: number;
  y: number;
  /** Ink box. */
  box: [number, number, number, number];
  /** Width along the writing direction, side bearings included. */
  advance: number;
  size: number;
  /** Writing direction in quarter turns clockwise from left-to-right; null when oblique. */
  turn: 0 | 1 | 2 | 3 | null;
  /** Index into `fonts`. */
  font: number;
};

export type PrintedFont = { name: string; bold: boolean; italic: boolean; fixed: boolean };

export type PrintedPage = {
  page: number;
  width: number;
  height: number;
  fonts: PrintedFont[];
  glyphs: PrintedGlyph[];
  /** Thin filled or stroked bars: table rules, fraction bars, footnote rules. */
  rules: [number, number, number, number][];
  images: [number, number, number, number][];
};

/** What all glyphs of one text object share. */
type TextRun = {
  size: number;
  turn: PrintedGlyph['turn'];
  font: number;
  /** Points along the line for one unit of the font's width. */
  scale: number;
};

const OBJECT_PATH = 2;
const OBJECT_IMAGE = 3;
/** Beyond this many objects a page is a drawing; its rules say nothing about its text. */
const MOST_OBJECTS = 4000;
const RULE_THICKNESS_PT = 1.6;
const FLAG_FIXED = 1;
const FLAG_ITALIC = 1 << 6;
const FLAG_FORCE_BOLD = 1 << 18;
/** Math fonts give the weight of their heaviest sign. */
const UNWEIGHED_FONT = /^(?:CM|MS[AB]M|LM|[RT]*MTM[IS]|[TP]X|Symbol)/i;
/** Chinese print emphasises with 黑体, a face of its own. */
const HAN_BOLD = /^(?:SimHei|STHeiti|FandolHei|FZHei|FZHTK|HeiTi|DengXian-Bold|黑体)/i;
const OBLIQUE_TOLERANCE = Math.PI / 12;

/** Reads what is printed on one page (from 1); null when PDFium cannot open the page. */
export const readPrintedPage = (document: PdfiumDocument, page: number): PrintedPage | null => {
  const { api } = document.library;
  const handle = api.FPDF_LoadPage(document.handle, page - 1);
  if (handle === 0) return null;
  const text = api.FPDFText_LoadPage(handle);
  try {
    const space = pageSpaceOf(document, handle);
    const { glyphs, fonts } =
      text === 0 ? { glyphs: [], fonts: [] } : readGlyphs(document.library, text, space);
    return {
      page,
      width: space.width,
      height: space.height,
      fonts,
      glyphs,
      ...readMarks(document.library, handle, space),
    };
  } finally {
    if (text !== 0) api.FPDFText_ClosePage(text);
    api.FPDF_ClosePage(handle);
  }
};

const readGlyphs = (library: PdfiumLibrary, text: number, space: PageSpace) => {
  const { call, module, scratch } = library;
  const getUnicode = call.FPDFText_GetUnicode!;
  const isGenerated = call.FPDFText_IsGenerated!;
  const hasMapError = call.FPDFText_HasUnicodeMapError!;
  const getObject = call.FPDFText_GetTextObject!;
  const getBox = call.FPDFText_GetCharBox!;
  const getLooseBox = call.FPDFText_GetLooseCharBox!;
  const getOrigin = call.FPDFText_GetCharOrigin!;
  const [a, b, c, d, e, f] = space.map;
  const fonts = createFontTable(library);
  const glyphs: PrintedGlyph[] = [];
  const count = call.FPDFText_CountChars!(text);
  let object = -1;
  let run: TextRun = { size: 0, turn: 0, font: 0, scale: 1 };
  let blankBefore = false;
  for (let index = 0; index < count; index += 1) {
    const unicode = getUnicode(text, index) >>> 0;
    if (isGenerated(text, index) === 1 && unicode !== 2) {
      blankBefore = true;
      continue;
    }
    const owner = getObject(text, index);
    if (owner !== object) {
      object = owner;
      run = readRun(library, text, index, owner, space, fonts);
    }
    getBox(text, index, scratch, scratch + 8, scratch + 16, scratch + 24);
    getOrigin(text, index, scratch + 32, scratch + 40);
    getLooseBox(text, index, scratch + 48);
    const f64 = module.HEAPF64;
    const at = scratch >> 3;
    const [left, right, bottom, top, x, y] = [
      f64[at]!,
      f64[at + 1]!,
      f64[at + 2]!,
      f64[at + 3]!,
      f64[at + 4]!,
      f64[at + 5]!,
    ];
    const loose = (scratch + 48) >> 2;
    const f32 = module.HEAPF32;
    const sideways = run.turn === 1 || run.turn === 3;
    const looseWidth = Math.abs(f32[loose + 2]! - f32[loose]!) * Math.hypot(a, b);
    const looseHeight = Math.abs(f32[loose + 1]! - f32[loose + 3]!) * Math.hypot(c, d);
    const rotatedSpace = a === 0;
    const x0 = a * left + c * bottom + e;
    const x1 = a * right + c * top + e;
    const y0 = b * left + d * bottom + f;
    const y1 = b * right + d * top + f;
    const advance = sideways === rotatedSpace ? looseWidth : looseHeight;
    const unmapped = hasMapError(text, index) === 1;
    const origin = [a * x + c * y + e, b * x + d * y + f] as const;
    const last = glyphs.at(-1);
    const inLigature = last !== undefined && last.x === origin[0] && last.y === origin[1];
    if (inLigature) last.advance = advance;
    glyphs.push({
      text: String.fromCharCode(unicode > 0xffff ? 0xfffd : unicode),
      unmapped,
      hyphen: unicode === 2 && !unmapped,
      blankBefore,
      x: origin[0],
      y: origin[1],
      box: [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)],
      advance: inLigature || unmapped ? advance : nominalAdvance(advance, run, fonts, unicode),
      size: run.size,
      turn: run.turn,
      font: run.font,
    });
    blankBefore = false;
  }
  return { glyphs, fonts: fonts.list };
};

/**
 * PDFium widens the box of a glyph to its ink where that hangs over, as of an italic `f`; what follows
 * would then seem to stand without a space. Fonts tell the true width, but not of every character.
 */
const nominalAdvance = (loose: number, run: TextRun, fonts: FontTable, unicode: number): number => {
  const nominal = fonts.widthOf(run.font, unicode) * run.scale;
  return nominal < loose - 0.005 * run.size && nominal > 0.4 * loose ? nominal : loose;
};

const readRun = (
  library: PdfiumLibrary,
  text: number,
  index: number,
  owner: number,
  space: PageSpace,
  fonts: FontTable,
): TextRun => {
  const { call, module, scratch } = library;
  const found = call.FPDFText_GetMatrix!(text, index, scratch);
  const at = scratch >> 2;
  const m = found ? [0, 1, 2, 3].map((offset) => module.HEAPF32[at + offset]!) : [1, 0, 0, 1];
  const [a, b, c, d] = space.map;
  const along = { x: a * m[0]! + c * m[1]!, y: b * m[0]! + d * m[1]! };
  const up = Math.hypot(a * m[2]! + c * m[3]!, b * m[2]! + d * m[3]!);
  const fontSize = library.api.FPDFText_GetFontSize(text, index);
  const scale = fontSize * Math.hypot(along.x, along.y);
  return { size: fontSize * up, turn: quarterTurn(along), font: fonts.indexOf(owner), scale };
};

const quarterTurn = (along: { x: number; y: number }): TextRun['turn'] => {
  const angle = Math.atan2(along.y, along.x);
  const turns = Math.round(angle / (Math.PI / 2));
  if (Math.abs(angle - turns * (Math.PI / 2)) > OBLIQUE_TOLERANCE) return null;
  return ((turns + 4) % 4) as 0 | 1 | 2 | 3;
};

type FontTable = {
  list: PrintedFont[];
  indexOf(textObject: number): number;
  /** Width of a character in units of the size; 0 when the font does not say. */
  widthOf(font: number, unicode: number): number;
};

/** Names are read once per font of a page; the engine may reuse its addresses after a page is closed. */
const createFontTable = (library: PdfiumLibrary): FontTable => {
  const { api } = library;
  const list: PrintedFont[] = [];
  const known = new Map<number, number>();
  const handles: number[] = [];
  const widths = new Map<number, number>();
  const read = (font: number): PrintedFont => {
    if (font === 0) return { name: '', bold: false, italic: false, fixed: false };
    const raw = readUtf8(library, (buffer, bytes) => api.FPDFFont_GetBaseFontName(font, buffer, bytes));
    const name = raw.replace(/^[A-Z]{6}\+/, '');
    const flags = api.FPDFFont_GetFlags(font);
    const set = (flag: number) => flags > 0 && (flags & flag) !== 0;
    return {
      name,
      bold:
        set(FLAG_FORCE_BOLD) ||
        (api.FPDFFont_GetWeight(font) >= 700 && !UNWEIGHED_FONT.test(name)) ||
        /bold|black|heavy|CMBX|SFBX|SFRB|-Bd|Medi(?!um)/i.test(name) ||
        HAN_BOLD.test(name),
      italic: set(FLAG_ITALIC) || /ital|obli|CMTI|CMSL|SFTI/i.test(name),
      fixed: set(FLAG_FIXED) || /mono|courier|CMTT|SFTT|consol/i.test(name),
    };
  };
  return {
    list,
    indexOf: (textObject) => {
      const font = textObject === 0 ? 0 : api.FPDFTextObj_GetFont(textObject);
      const found = known.get(font);
      if (found !== undefined) return found;
      known.set(font, list.length);
      handles.push(font);
      list.push(read(font));
      return list.length - 1;
    },
    widthOf: (font, unicode) => {
      const key = font * 0x110000 + unicode;
      const found = widths.get(key);
      if (found !== undefined) return found;
      const handle = handles[font] ?? 0;
      const told = handle !== 0 && api.FPDFFont_GetGlyphWidth(handle, unicode, 1, library.scratch);
      const width = told ? library.module.HEAPF32[library.scratch >> 2]! : 0;
      widths.set(key, width);
      return width;
    },
  };
};

const readMarks = (library: PdfiumLibrary, handle: number, space: PageSpace) => {
  const { call, module, scratch } = library;
  const rules: PrintedPage['rules'] = [];
  const images: PrintedPage['images'] = [];
  const count = Math.min(call.FPDFPage_CountObjects!(handle), MOST_OBJECTS);
  const [a, b, c, d, e, f] = space.map;
  for (let index = 0; index < count; index += 1) {
    const object = call.FPDFPage_GetObject!(handle, index);
    const type = call.FPDFPageObj_GetType!(object);
    if (type !== OBJECT_PATH && type !== OBJECT_IMAGE) continue;
    if (!call.FPDFPageObj_GetBounds!(object, scratch, scratch + 4, scratch + 8, scratch + 12)) continue;
    const at = scratch >> 2;
    const [left, bottom, right, top] = [0, 1, 2, 3].map((offset) => module.HEAPF32[at + offset]!) as [
      number,
      number,
      number,
      number,
    ];
    const xs = [a * left + c * bottom + e, a * right + c * top + e];
    const ys = [b * left + d * bottom + f, b * right + d * top + f];
    const box: [number, number, number, number] = [
      Math.min(...xs),
      Math.min(...ys),
      Math.max(...xs),
      Math.max(...ys),
    ];
    if (type === OBJECT_IMAGE) images.push(box);
    else if (Math.min(box[2] - box[0], box[3] - box[1]) <= RULE_THICKNESS_PT) rules.push(box);
  }
  return { rules, images };
};
