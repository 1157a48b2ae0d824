import { describe, expect, it } from 'vitest';
import { cleanGlyphs } from './clean-glyphs.ts';
import type { PrintedGlyph } from './printed-page.ts';
import { typesetPage } from './typeset.fixture.ts';

const clean = (text: string, font = 'Roman', change: Partial<PrintedGlyph> = {}) => {
  const page = typesetPage([{ text, x: 50, y: 100, font: { name: font } }]);
  return cleanGlyphs({ ...page, glyphs: page.glyphs.map((glyph) => ({ ...glyph, ...change })) });
};
const textOf = (result: ReturnType<typeof clean>) => result.glyphs.map((glyph) => glyph.text).join('');

describe('cleanGlyphs', () => {
  it('joins the halves of astral characters and replaces lone ones', () => {
    expect(textOf(clean('a𝑦b'))).toBe('a𝑦b');
    const lone = clean('a\uD835b');
    expect(textOf(lone)).toBe('a\uFFFDb');
    expect(lone.faults.odd).toBe(1);
  });

  it('drops NUL and direction overrides, replaces non-characters, and counts them', () => {
    const result = clean('a\u0000\u202Eb\uFFFFc');
    expect(textOf(result)).toBe('ab\uFFFDc');
    expect(result.faults.odd).toBe(3);
  });

  it('spells ligatures out, given as one character or as letters in one place', () => {
    expect(textOf(clean('e\uFB03cient'))).toBe('efficient');
    const page = typesetPage([{ text: 'ffi', x: 50, y: 100 }]);
    const same = page.glyphs.map((glyph) => ({ ...glyph, x: 50, box: page.glyphs[0]!.box }));
    const { glyphs } = cleanGlyphs({ ...page, glyphs: same });
    expect(glyphs.map((glyph) => glyph.text)).toEqual(['ffi']);
  });

  it('reads codes of math fonts that the file gives no Unicode for', () => {
    expect(textOf(clean('Z', 'CMEX10', { unmapped: true }))).toBe('∫');
    expect(textOf(clean('R', 'CMEX10', { unmapped: true }))).toBe('∫');
    expect(textOf(clean('X', 'CMEX10', { unmapped: true }))).toBe('∑');
    expect(textOf(clean('\u0012', 'CMEX10', { unmapped: true }))).toBe('(');
    expect(textOf(clean('R', 'MSBM10', { unmapped: true }))).toBe('ℝ');
    expect(textOf(clean('\u0032', 'CMSY10', { unmapped: true }))).toBe('∈');
    expect(textOf(clean('\uF8EB', 'Symbol'))).toBe('⎛');
  });

  it('counts what no table knows', () => {
    const result = clean('q', 'Mystery', { unmapped: true });
    expect(result.faults).toMatchObject({ glyphs: 1, unmapped: 1 });
  });
});
