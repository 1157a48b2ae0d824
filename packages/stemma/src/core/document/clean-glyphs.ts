import type { Rect } from '@stemma/contract/place';
import { hangsFromTop, isMathFont, mathCharacter } from './math-fonts.ts';
import type { PrintedFont, PrintedGlyph, PrintedPage } from './printed-page.ts';

/** A glyph whose text is safe to store: no control, lone surrogate, non-character or direction override. */
export type Glyph = {
  text: string;
  x: number;
  y: number;
  box: Rect;
  advance: number;
  size: number;
  turn: 0 | 1 | 2 | 3;
  font: PrintedFont;
  math: boolean;
  /** Hangs below its origin instead of standing on a baseline: large operators, roots, tall brackets. */
  hangs: boolean;
  blankBefore: boolean;
  /** Blank: it only parts words. */
  space: boolean;
  /** `break`: a hyphen where the engine saw a line end; `soft`: U+00AD. */
  hyphen: 'break' | 'soft' | null;
  /** A combining mark, in its combining form, to be set on the letter it is printed over. */
  mark: string | null;
};

/** How much of a page could not be read as it stands. */
export type GlyphFaults = {
  glyphs: number;
  /** Printed by a font without Unicode, and no table knows them. */
  unmapped: number;
  /** Control characters, lone surrogates and the like that were replaced or dropped. */
  odd: number;
  /** Set at an angle that is no quarter turn; left out. */
  oblique: number;
  /** Fonts without a name or glyphs about one point high: bitmap fonts of old files. */
  nameless: number;
};

const REPLACEMENT = '\uFFFD';
const LIGATURES: Readonly<Record<string, string>> = {
  '\uFB00': 'ff',
  '\uFB01': 'fi',
  '\uFB02': 'fl',
  '\uFB03': 'ffi',
  '\uFB04': 'ffl',
  '\uFB05': 'st',
  '\uFB06': 'st',
};
/** Accents that TeX prints as glyphs of their own, and the mark that composes with a letter. */
const SPACING_ACCENTS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '\u00B4': '\u0301',
  '\u02CA': '\u0301',
  '\u02C6': '\u0302',
  '\u02DC': '\u0303',
  '\u00AF': '\u0304',
  '\u02C9': '\u0304',
  '\u02D8': '\u0306',
  '\u02D9': '\u0307',
  '\u00A8': '\u0308',
  '\u02DA': '\u030A',
  '\u02DD': '\u030B',
  '\u02C7': '\u030C',
  '\u00B8': '\u0327',
  '\u02DB': '\u0328',
};
/** Bracket pieces at the code points Adobe gave them in its private area, from U+F8E6. */
const BRACKET_PIECES = '⏐⎯®©™⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭';
const BRACKET_PIECES_FROM = 0xf8e6;
const BULLETS_PRIVATE = /[\uF0B7\uF0A7\uF0D8\uF06C\uF06E]/;
/** Signs of TeX's companion fonts, that old files carry as bitmaps without name or map. */
const COMPANION_SIGNS: Readonly<Record<number, string>> = { 132: '†', 133: '‡', 134: '‖', 136: '•' };
/** Strokes and arcs of LaTeX pictures: drawn by letters of a font, and no text. */
const STROKE_FONT = /^L(?:INE|CIRCLE)W?\d/;
const SPACES = /^[\s\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]$/u;
const INVISIBLE = /^[\u200B-\u200D\u2060\uFEFF]$/u;
const OVERRIDES = /^[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]$/u;
const CONTROL = /^[\u0000-\u001F\u007F-\u009F]$/u;
const isNonCharacter = (code: number): boolean =>
  (code & 0xfffe) === 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
const isPrivate = (code: number): boolean => (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000;
const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Glyphs as they are printed → glyphs whose text can be stored; faults are counted, never silent. */
export const cleanGlyphs = (page: PrintedPage): { glyphs: Glyph[]; faults: GlyphFaults } => {
  const faults: GlyphFaults = { glyphs: 0, unmapped: 0, odd: 0, oblique: 0, nameless: 0 };
  const glyphs: Glyph[] = [];
  const fonts = page.fonts.map((font) => ({
    font,
    math: isMathFont(font.name),
    hangs: hangsFromTop(font.name),
  }));
  const source = page.glyphs;
  for (let index = 0; index < source.length; index += 1) {
    const glyph = source[index]!;
    const { font, math, hangs } = fonts[glyph.font] ?? NO_FONT;
    let text = '';
    let end = index;
    do {
      const pair = surrogatePair(source[end]!, source[end + 1]);
      text += cleanText(pair ?? source[end]!.text, source[end]!, font, faults);
      end += pair === undefined ? 1 : 2;
    } while (end < source.length && isSamePrint(glyph, source[end]!));
    index = end - 1;
    if (STROKE_FONT.test(font.name)) continue;
    if (glyph.turn === null) faults.oblique += text === '' ? 0 : 1;
    if (text === '' || glyph.turn === null) continue;
    const space = text === ' ';
    if (!space) {
      faults.glyphs += 1;
      if (font.name === '' || glyph.size < 1.5) faults.nameless += 1;
    }
    glyphs.push({
      text,
      x: glyph.x,
      y: glyph.y,
      box: glyph.box,
      advance: glyph.advance,
      size: glyph.size > 0 ? glyph.size : glyph.box[3] - glyph.box[1],
      turn: glyph.turn,
      font,
      math,
      hangs: hangs || (math && text === '√'),
      blankBefore: glyph.blankBefore,
      space,
      hyphen: glyph.hyphen ? 'break' : text === '\u00AD' ? 'soft' : null,
      mark: isPlainText(text) ? null : (SPACING_ACCENTS[text] ?? (/^\p{M}$/u.test(text) ? text : null)),
    });
  }
  return { glyphs, faults };
};

/** Letters and digits of ASCII, most of any page: nothing below needs to look at them. */
const isPlainText = (text: string): boolean => {
  const code = text.charCodeAt(0);
  return text.length === 1 && code > 0x20 && code < 0x7f && code !== 0x60;
};

/** A ligature comes as its letters, all with the place of the one glyph that is printed. */
const isSamePrint = (a: PrintedGlyph, b: PrintedGlyph): boolean =>
  a.x === b.x &&
  a.y === b.y &&
  a.font === b.font &&
  a.box[0] === b.box[0] &&
  a.box[2] === b.box[2] &&
  !b.hyphen;

const NO_FONT = {
  font: { name: '', bold: false, italic: false, fixed: false } satisfies PrintedFont as PrintedFont,
  math: false,
  hangs: false,
};

const surrogatePair = (glyph: PrintedGlyph, next: PrintedGlyph | undefined): string | undefined => {
  if (next === undefined || glyph.text.length !== 1 || next.text.length !== 1) return undefined;
  return isHigh(glyph.text.charCodeAt(0)) && isLow(next.text.charCodeAt(0))
    ? glyph.text + next.text
    : undefined;
};

const cleanText = (raw: string, glyph: PrintedGlyph, font: PrintedFont, faults: GlyphFaults): string => {
  if (glyph.hyphen) return '-';
  if (!glyph.unmapped && isPlainText(raw)) return raw;
  const code = raw.codePointAt(0) ?? 0;
  if (glyph.unmapped || CONTROL.test(raw) || isPrivate(code)) {
    const mapped = mathCharacter(font.name, isPrivate(code) ? code & 0xff : code);
    if (mapped !== undefined) return mapped;
  }
  if (SPACES.test(raw)) return ' ';
  if (INVISIBLE.test(raw)) return '';
  if (BULLETS_PRIVATE.test(raw)) return '•';
  if (OVERRIDES.test(raw) || code === 0) {
    faults.odd += 1;
    return '';
  }
  if (font.name === '' && COMPANION_SIGNS[code] !== undefined) return COMPANION_SIGNS[code];
  if (CONTROL.test(raw) && glyph.box[2] - glyph.box[0] < 0.1) return ' ';
  if (CONTROL.test(raw) || isNonCharacter(code) || (raw.length === 1 && (isHigh(code) || isLow(code)))) {
    faults.odd += 1;
    return REPLACEMENT;
  }
  const piece = BRACKET_PIECES[code - BRACKET_PIECES_FROM];
  if (piece !== undefined) return piece;
  if (isPrivate(code)) {
    faults.unmapped += 1;
    return REPLACEMENT;
  }
  if (glyph.unmapped) faults.unmapped += 1;
  return LIGATURES[raw] ?? raw;
};
