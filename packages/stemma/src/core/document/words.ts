import type { FramedGlyph } from './frame.ts';
import { raiseScripts } from './scripts.ts';

/** Text printed without a blank inside; Han and kana stand alone, so that a span can light exactly. */
export type Word = {
  text: string;
  /** Ends along the line, in the frame of the text. */
  u0: number;
  u1: number;
  /** No space parts it from the word before it. */
  glued: boolean;
};

/** Gaps in units of the glyph size; TeX sets word spaces of 0.19 em and more, kerns below 0.1. */
const WORD_GAP = 0.16;
const HAN_GAP = 0.7;
const HAN_BLANK = 0.3;
const BLANK_GAP = 0.06;
/** With a blank seen by the engine, a gap narrower than a word space will do: tightly set lines. */
const HINTED_GAP = 0.09;

const WIDE =
  /[\u2E80-\u2FDF\u3005-\u30FF\u3100-\u312F\u31A0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{3FFFF}]/u;
const WIDE_POINT = /[\u3000-\u3004\u2018-\u201F\u2026\u2014\uFF00-\uFFEF]/u;

export const isWide = (text: string): boolean => WIDE.test(text);
/** Punctuation that sits in a full-width cell: its blank half is no word space. */
const isWideOrPoint = (text: string): boolean => WIDE.test(text) || WIDE_POINT.test(text);

/** Glyphs of one line, in order along it → words. `line`: baseline and size of most of its print. */
export const toWords = (glyphs: readonly FramedGlyph[], line: { v: number; size: number }): Word[] => {
  const items = raiseScripts(composeMarks(dropDoubles(glyphs)), line);
  const tracking = trackingOf(items);
  const words: Word[] = [];
  let last: Printed | undefined;
  let blank = false;
  for (const item of items) {
    if (item.space) {
      blank = true;
      continue;
    }
    const parted = last !== undefined && isParted(last, item, blank, tracking);
    const alone = isWide(item.text) || (last !== undefined && isWide(last.text));
    const current = words.at(-1);
    const hangs = current !== undefined && STRAY_MARK.test(item.text);
    if (current === undefined || ((parted || alone) && !hangs)) {
      words.push({ text: item.text, u0: item.u0, u1: item.u1, glued: current !== undefined && !parted });
    } else {
      current.text += item.text;
      current.u1 = Math.max(current.u1, item.u1);
    }
    last = item;
    blank = false;
  }
  return words
    .map((word) => ({
      ...word,
      text: word.text
        .replace(STRAY_MARK, '')
        .normalize('NFC')
        .replace(/\u00AD(?!$)/g, ''),
    }))
    .filter((word) => word.text !== '');
};

/** An accent without its letter begins no word: it would cut the grapheme it forms with what is before it. */
const STRAY_MARK = /^\p{M}+/u;

type Printed = {
  text: string;
  u0: number;
  u1: number;
  v: number;
  size: number;
  space: boolean;
  hinted: boolean;
};

const isParted = (last: Printed, next: Printed, blank: boolean, tracking: number): boolean => {
  const size = Math.min(last.size, next.size);
  const gap = (next.u0 - last.u1) / size;
  if (isWideOrPoint(last.text) && isWideOrPoint(next.text)) return gap > (blank ? HAN_BLANK : HAN_GAP);
  if (blank) return gap > BLANK_GAP;
  return gap > (next.hinted ? HINTED_GAP : WORD_GAP) + tracking;
};

/** Letter-spaced print: the usual gap inside its words, in units of size; 0 for ordinary print. */
const trackingOf = (items: readonly Printed[]): number => {
  const gaps: number[] = [];
  for (let index = 1; index < items.length; index += 1) {
    const [last, next] = [items[index - 1]!, items[index]!];
    if (!last.space && !next.space) gaps.push((next.u0 - last.u1) / Math.max(last.size, next.size));
  }
  if (gaps.length < 6) return 0;
  gaps.sort((a, b) => a - b);
  const usual = gaps[Math.floor(0.3 * gaps.length)]!;
  return usual > 0.05 && usual < 0.6 ? usual : 0;
};

/** Bold that is made by printing a glyph twice a hair apart. */
const dropDoubles = (glyphs: readonly FramedGlyph[]): FramedGlyph[] =>
  glyphs.filter((item, index) => {
    for (let back = index - 1; back >= 0 && back >= index - 2; back -= 1) {
      const other = glyphs[back]!;
      const near =
        Math.abs(other.u0 - item.u0) < 0.12 * item.glyph.size &&
        Math.abs(other.v - item.v) < 0.12 * item.glyph.size;
      if (near && other.glyph.text === item.glyph.text && !item.glyph.space) return false;
    }
    return true;
  });

/** Sets accents that are glyphs of their own on the letter they are printed over. */
const composeMarks = (glyphs: readonly FramedGlyph[]): Printed[] => {
  const out: Printed[] = [];
  const taken = new Set<number>();
  for (let index = 0; index < glyphs.length; index += 1) {
    if (taken.has(index)) continue;
    const item = glyphs[index]!;
    const printed = toPrinted(item);
    const next = glyphs[index + 1];
    if (next !== undefined && next.glyph.mark !== null && sitsOn(next, item)) {
      out.push({ ...printed, text: withMark(item.glyph.text, next.glyph.mark) });
      taken.add(index + 1);
    } else if (item.glyph.mark !== null && next !== undefined && sitsOn(item, next)) {
      out.push({ ...toPrinted(next), text: withMark(next.glyph.text, item.glyph.mark) });
      taken.add(index + 1);
    } else {
      out.push(printed);
    }
  }
  return out;
};

const toPrinted = (item: FramedGlyph): Printed => ({
  text: item.glyph.hyphen === 'soft' ? '\u00AD' : item.glyph.text,
  u0: item.u0,
  u1: item.u1,
  v: item.v,
  size: item.glyph.size,
  space: item.glyph.space,
  hinted: item.glyph.blankBefore,
});

const sitsOn = (mark: FramedGlyph, base: FramedGlyph): boolean => {
  if (base.glyph.space || base.glyph.mark !== null) return false;
  if (/^\p{M}$/u.test(mark.glyph.text) === false && !/^\p{L}$/u.test(base.glyph.text)) return false;
  const centre = (mark.ink[0] + mark.ink[2]) / 2;
  return centre > base.ink[0] - 0.5 && centre < base.ink[2] + 0.5;
};

const withMark = (base: string, mark: string): string => {
  const dotted = base === 'ı' ? 'i' : base === 'ȷ' ? 'j' : base;
  const composed = (dotted + mark).normalize('NFC');
  return [...composed].length === 1 ? composed : dotted + mark;
};
