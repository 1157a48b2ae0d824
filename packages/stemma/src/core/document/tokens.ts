import type { Line, Rect, Region } from '@stemma/contract/place';
import { rectUnion } from '@stemma/contract/place';
import { wordCount, wordsOf } from './packed-words.ts';
import type { PrintedLine } from './page-layout.ts';
import { dropsHyphen, HYPHEN_END, type Vocabulary } from './vocabulary.ts';
import { isWide, type Word } from './words.ts';

/** A word of a passage with the line it is printed on. */
export type Token = {
  text: string;
  /** A space stands before it, unless it begins the passage. */
  space: boolean;
  word: Word;
  line: PrintedLine;
};

/** No space at a line end behind these: a range, a path, a dash set tight. */
const TIGHT_END = /\S[–—/]$/u;

/**
 * Lines of one paragraph → tokens. A line end is one space, but nothing between two Han characters and
 * nothing at a resolved hyphen. `rows`: the lines are no running text, and each end is a space.
 */
export const toTokens = (lines: readonly PrintedLine[], vocabulary: Vocabulary, rows = false): Token[] => {
  const tokens: Token[] = [];
  for (const line of lines) {
    wordsOf(line).forEach((word, index) => {
      let space = !word.glued;
      const last = tokens.at(-1);
      if (index === 0 && last !== undefined) space = rows || joinLineEnd(last, word, vocabulary);
      tokens.push({ text: word.text, space, word, line });
    });
  }
  return tokens
    .map((token) => ({ ...token, text: token.text.replace(/\u00AD/g, '') }))
    .filter((token) => token.text !== '');
};

/** Decides how the first word of a line joins the last one of the line before; may take its hyphen. */
const joinLineEnd = (last: Token, next: Word, vocabulary: Vocabulary): boolean => {
  if (HYPHEN_END.test(last.text) && /^[\p{L}\p{M}\d]/u.test(next.text)) {
    if (dropsHyphen(last.text, next.text, vocabulary)) last.text = last.text.slice(0, -1);
    return false;
  }
  if (TIGHT_END.test(last.text)) return false;
  return !(isWide(next.text) && isWide(last.text.slice(-1))) && !isFullWidthSeam(last.text, next.text);
};

const FULL_WIDTH = /[\u3000-\u303F\uFF00-\uFFEF]/u;

const isFullWidthSeam = (last: string, next: string): boolean =>
  (FULL_WIDTH.test(last.slice(-1)) && (isWide(next) || FULL_WIDTH.test(next.slice(0, 1)))) ||
  (isWide(last.slice(-1)) && FULL_WIDTH.test(next.slice(0, 1)));

export const tokensText = (tokens: readonly Token[]): string => {
  let text = '';
  for (const token of tokens) text += token.space && text !== '' ? ` ${token.text}` : token.text;
  return text;
};

const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * Text and lines of a passage. Each offset of the text belongs to exactly one line, but for the single
 * spaces that join lines. A line that is cut by the ends of the passage has the rectangle of its part.
 */
export const placeTokens = (tokens: readonly Token[]): { text: string; lines: Line[]; regions: Region[] } => {
  // joined at once, and lists cut to size: a long document has a hundred thousand of these lines
  const parts: string[] = [];
  let length = 0;
  const lines: Line[] = [];
  const runs: Token[][] = [];
  for (const token of tokens) {
    const run = runs.at(-1);
    if (run === undefined || run[0]!.line !== token.line) runs.push([token]);
    else run.push(token);
  }
  for (const run of runs) {
    const line = run[0]!.line;
    let start = -1;
    const words: number[] = [];
    for (const token of run) {
      if (token.space && length > 0) {
        parts.push(' ');
        length += 1;
      }
      if (start < 0) start = length;
      if (line.turn === 0) {
        const within = (u: number) => round(Math.min(line.rect[2], Math.max(line.rect[0], u)));
        words.push(length - start, within(token.word.u0), within(token.word.u1));
      }
      parts.push(token.text);
      length += token.text.length;
    }
    const rect = partOfLine(line, run);
    lines.push({
      start,
      end: length,
      page: line.page,
      rect,
      ...(line.turn === 0 ? { words: words.slice() } : {}),
    });
  }
  return {
    text: parts.join(''),
    lines: lines.slice(),
    regions: toRegions(
      runs.map((run) => run[0]!.line),
      lines,
    ),
  };
};

const partOfLine = (line: PrintedLine, run: readonly Token[]): Rect => {
  if (line.turn !== 0 || run.length === wordCount(line)) return line.rect;
  const within = (x: number) => Math.min(line.rect[2], Math.max(line.rect[0], x));
  const x0 = within(Math.min(...run.map((token) => token.word.u0)));
  const x1 = within(Math.max(...run.map((token) => token.word.u1)));
  return [round(x0), line.rect[1], round(Math.max(x0, x1)), line.rect[3]];
};

/** By page, one rectangle for each run of lines in one column. */
const toRegions = (printed: readonly PrintedLine[], lines: readonly Line[]): Region[] => {
  const regions: { page: number; rects: Rect[]; region: number }[] = [];
  lines.forEach((line, index) => {
    const { region } = printed[index]!;
    const last = regions.at(-1);
    if (last !== undefined && last.page === line.page) {
      const rect = last.rects.at(-1)!;
      if (last.region === region) last.rects[last.rects.length - 1] = rectUnion([rect, line.rect]);
      else last.rects.push(line.rect);
      last.region = region;
    } else {
      regions.push({ page: line.page, rects: [line.rect], region });
    }
  });
  return regions.map(({ page, rects }) => ({ page, rects }));
};
