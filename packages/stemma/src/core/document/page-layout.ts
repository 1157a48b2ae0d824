import type { Rect } from '@stemma/contract/place';
import { cleanGlyphs, type GlyphFaults } from './clean-glyphs.ts';
import { layFractions } from './fractions.ts';
import { createFrame, type Frame, frameGlyphs, type Turn } from './frame.ts';
import { type PackedWords, packWords } from './packed-words.ts';
import type { PrintedPage } from './printed-page.ts';
import { orderSegments } from './reading-order.ts';
import { type Segment, toSegments } from './segments.ts';
import { toWords, type Word } from './words.ts';

/** One printed line of one column, with what later steps decide by. */
export type PrintedLine = PackedWords & {
  page: number;
  turn: Turn;
  /** On the page as displayed. */
  rect: Rect;
  /** In the frame of the text: ends of the line, baseline, size of most of its glyphs. */
  u0: number;
  u1: number;
  v: number;
  size: number;
  /** Lines of one column between two full-width bands share a region; it never repeats on a page. */
  region: number;
  /** Shares of its glyphs, 0 to 1. */
  bold: number;
  italic: number;
  fixed: number;
  math: number;
  /** Family of the font of most of its letters, sizes and weights apart; empty when it has none. */
  face: string;
  /** Words at its start that are set bold or italic unlike what follows; all words when none follows. */
  lead: number;
  /** Gaps wider than any word space: the line has cells. */
  cells: number;
};

export type PageLayout = {
  page: number;
  width: number;
  height: number;
  /** In reading order. */
  lines: PrintedLine[];
  faults: GlyphFaults;
  /** Horizontal rules on the page as displayed. */
  rules: Rect[];
  images: Rect[];
};

const CELL_GAP = 1.3;

/** What is printed on a page → its lines in reading order. Upright text first, then the other turns. */
export const layOutPage = (page: PrintedPage): PageLayout => {
  const { glyphs, faults } = cleanGlyphs(page);
  const lines: PrintedLine[] = [];
  let regions = 0;
  for (const turn of turnsByWeight(glyphs.map((glyph) => glyph.turn))) {
    const frame = createFrame(turn, page);
    const rules = turn === 0 ? page.rules : [];
    const upright = frameGlyphs(
      frame,
      glyphs.filter((glyph) => glyph.turn === turn),
    );
    const framed = layFractions(upright, rules);
    const ordered = orderSegments(toSegments(framed), {
      headHeight: page.page === 1 ? frame.height * 0.45 : 0,
      rules,
    });
    for (const [index, region] of ordered.entries()) {
      for (const segment of region) {
        const line = toLine(segment, frame, page, regions + index);
        if (line !== undefined) lines.push(line);
      }
    }
    regions += ordered.length;
  }
  return {
    page: page.page,
    width: page.width,
    height: page.height,
    lines,
    faults,
    rules: page.rules.filter((rule) => rule[2] - rule[0] > 8),
    images: [...page.images],
  };
};

const turnsByWeight = (turns: readonly Turn[]): Turn[] => {
  const counts = new Map<Turn, number>();
  for (const turn of turns) counts.set(turn, (counts.get(turn) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([turn]) => turn);
};

const toLine = (
  segment: Segment,
  frame: Frame,
  page: PrintedPage,
  region: number,
): PrintedLine | undefined => {
  const words = toWords(segment.glyphs, segment);
  const packed = packWords(words);
  if (packed.text === '') return undefined;
  const share = (is: (glyph: Segment['glyphs'][number]['glyph']) => boolean): number =>
    segment.glyphs.filter((item) => !item.glyph.space && is(item.glyph)).length / Math.max(1, segment.count);
  const top = Math.min(segment.ink[1], segment.v - 0.72 * segment.size);
  const bottom = Math.max(segment.ink[3], segment.v + 0.2 * segment.size);
  const rect = frame.toPage([
    Math.min(segment.u0, segment.ink[0]),
    top,
    Math.max(segment.u1, segment.ink[2]),
    bottom,
  ]);
  let cells = 1;
  for (let index = 1; index < words.length; index += 1) {
    if (words[index]!.u0 - words[index - 1]!.u1 > CELL_GAP * segment.size) cells += 1;
  }
  return {
    page: page.page,
    turn: frame.turn,
    rect: clampRect(rect, page),
    ...packed,
    u0: segment.u0,
    u1: segment.u1,
    v: segment.v,
    size: segment.size,
    region,
    bold: share((glyph) => glyph.font.bold),
    italic: share((glyph) => glyph.font.italic),
    fixed: share((glyph) => glyph.font.fixed),
    math: share((glyph) => glyph.math),
    face: faceOf(segment),
    lead: leadOf(segment, words),
    cells,
  };
};

/** `CMR10` and `CMBX12` → `CMR` and `CMBX`; a family of scalable fonts is told by what stands before its style. */
const familyOf = (name: string): string =>
  name.replace(/\d+$/, '').replace(/[-,](?:Regular|Roman|Book|PSMT|MT)$/i, '');

const faceOf = (segment: Segment): string => {
  const counts = new Map<string, number>();
  for (const { glyph } of segment.glyphs) {
    if (glyph.math || !/\p{L}/u.test(glyph.text)) continue;
    counts.set(glyph.font.name, (counts.get(glyph.font.name) ?? 0) + 1);
  }
  const most = [...counts].sort((a, b) => b[1] - a[1])[0];
  return most === undefined ? '' : familyOf(most[0]);
};

/** A list numbers its items plainly too: only `2.1` in plain print opens a heading set apart. */
const segmentStart = (printed: Segment['glyphs']): string =>
  printed
    .slice(0, 6)
    .map(({ glyph }) => glyph.text)
    .join('');

const leadOf = (segment: Segment, words: readonly Word[]): number => {
  const printed = segment.glyphs.filter((item) => !item.glyph.space && !item.glyph.math);
  const first = printed.find(({ glyph }) => /\p{L}/u.test(glyph.text))?.glyph.font;
  if (first === undefined || !(first.bold || first.italic)) return 0;
  const number = printed[0]!.glyph.font;
  if (number.bold !== first.bold && number.italic !== first.italic && !/^\d+\.\d/.test(segmentStart(printed)))
    return 0;
  const other = printed.find(
    ({ glyph }) =>
      (first.bold ? !glyph.font.bold : !glyph.font.italic || glyph.font.bold) && /\p{L}/u.test(glyph.text),
  );
  return other === undefined ? words.length : words.filter((word) => word.u0 < other.u0 - 0.01).length;
};

const round = (value: number): number => Math.round(value * 100) / 100;

/** Print may hang over the edge of a page; what is lit may not. */
export const clampRect = (rect: Rect, page: { width: number; height: number }): Rect => {
  const x = (value: number) => round(Math.min(page.width, Math.max(0, value)));
  const y = (value: number) => round(Math.min(page.height, Math.max(0, value)));
  return [x(rect[0]), y(rect[1]), x(rect[2]), y(rect[3])];
};
