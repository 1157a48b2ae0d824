import type { UnitKind } from '@stemma/contract/verdicts';
import { isTerminator, sentenceEnd, trailingEnd } from '../text/sentence-end.ts';
import {
  type Cursor,
  createCursor,
  displayEnd,
  displayStart,
  isBlankLine,
  lineKind,
  lineText,
  nextLine,
  skipBlanks,
  skipSpace,
  trailingSpaceEnd,
} from './unit-cursor.ts';

/** One unit of checking: see the module's contract at {@link createUnitSplitter}. */
export type Unit = {
  readonly kind: UnitKind;
  readonly text: string;
  /** Offset of the unit in the whole text, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** First row of a table, with the line under it. */
  readonly isHeader?: boolean;
  /** Header and caption of a table row's table: their markers count for the row. */
  readonly caption?: string;
};

type Piece = { kind: UnitKind; end: number; isHeader?: boolean; caption?: string };

/** A fenced code block with its closing line; without one it goes on to the end of the text. */
const codePiece = (cursor: Cursor): Piece => {
  const opening = /^[^\S\n]*(?:>[^\S\n]*)*(?:(?:[-*+]|\d{1,9}[.)])[^\S\n]+)?(`{3,}|~{3,})/u.exec(
    lineText(cursor, 0),
  )!;
  const fence = opening[1]!;
  const closing = new RegExp(`^[^\\S\\n]*(?:>[^\\S\\n]*)*${fence[0]}{${fence.length},}[^\\S\\n]*$`, 'u');
  let line = Math.max(nextLine(cursor, 0), cursor.scanned);
  while (cursor.peek(line) !== '') {
    const after = nextLine(cursor, line);
    if (cursor.starved && !cursor.final) break;
    cursor.scanned = line;
    if (closing.test(cursor.text.slice(line, after).trimEnd())) return { kind: 'code', end: after };
    line = after;
  }
  cursor.peek(cursor.text.length);
  return { kind: 'code', end: cursor.text.length };
};

const CAPTION = /^[^\S\n]*(?:>[^\S\n]*)?[*_]{0,3}(?:(?:table|tab\.)\s*(?:\d|:|[ivx]+\b)|表\s*\d|:\s)/iu;

/** A line right behind a table, or behind one blank line, that is its caption. */
const captionAfter = (cursor: Cursor, end: number): string => {
  const line = isBlankLine(cursor, end) ? nextLine(cursor, end) : end;
  let i = line;
  while (/[\s>*_]/u.test(cursor.peek(i)) && cursor.peek(i) !== '\n') i += 1;
  if (!/[t表:]/iu.test(cursor.peek(i))) return '';
  const text = lineText(cursor, line);
  return CAPTION.test(text) ? text : '';
};

const DELIMITER_ROW = /^[^\S\n]*(?:>[^\S\n]*)*\|?[\s|:-]*-[\s|:-]*$/u;

/** All rows of a table; none is given out before the table has ended. */
const tablePieces = (cursor: Cursor, before: string): Piece[] => {
  const rows: { end: number; text: string }[] = [];
  let line = 0;
  while (lineKind(cursor, line) === 'table') {
    const end = nextLine(cursor, line);
    rows.push({ end, text: cursor.text.slice(line, end) });
    line = end;
  }
  const after = captionAfter(cursor, line);
  const hasHeader = rows.length > 1 && DELIMITER_ROW.test(rows[1]!.text.trimEnd());
  const caption = [CAPTION.test(before) ? before : '', hasHeader ? rows[0]!.text : '', after].join('\n');
  const pieces: Piece[] = [];
  if (hasHeader) pieces.push({ kind: 'table_row', end: rows[1]!.end, isHeader: true, caption });
  for (const row of hasHeader ? rows.slice(2) : rows)
    pieces.push({ kind: 'table_row', end: row.end, caption });
  return pieces;
};

/** Offset behind display math that follows `end`, with what trails it; -1 when none follows. */
const withDisplay = (cursor: Cursor, end: number): number => {
  const start = displayStart(cursor, end);
  if (start < 0) return -1;
  const close = displayEnd(cursor, start);
  if (close < 0) return -1;
  let after = close;
  while (/[,;:.，；。]/u.test(cursor.peek(after))) after += 1;
  return trailingEnd(cursor.peek, after);
};

const isOdd = (text: string, start: number, end: number, mark: RegExp): boolean =>
  (text.slice(start, end).match(mark)?.length ?? 0) % 2 === 1;

/** Inside an open code span or inline formula nothing ends. Backward look only. */
const isInsideSpan = (cursor: Cursor, start: number, at: number): boolean =>
  isOdd(cursor.text, start, at, /(?<!\\)`/gu) ||
  isOdd(cursor.text, start, at, /(?<![\\$])\$(?=[^\s\d$])|(?<=[^\s\\$])\$(?![\d$])/gu);

/** Whether the line end at `at` is the end of the paragraph or item. */
const isParagraphEnd = (cursor: Cursor, at: number): boolean => {
  const line = at + 1;
  if (isBlankLine(cursor, line)) return true;
  const kind = lineKind(cursor, line);
  return kind !== 'text' && kind !== 'display';
};

/**
 * Runs from `from` to the end of a sentence (or of a whole list item), display math behind it included.
 */
const runPiece = (cursor: Cursor, kind: 'sentence' | 'list_item', from: number): Piece => {
  let found: UnitKind = kind;
  let start = from;
  let at = from;
  /** Takes in display math behind `end`; returns whether the sentence goes on behind it. */
  const closeAt = (end: number): Piece | undefined => {
    const display = withDisplay(cursor, end);
    if (display < 0) return { kind: found, end };
    found = 'math';
    start = display;
    at = display;
    const next = skipBlanks(cursor, display);
    const isEnd = cursor.peek(next) === '\n' && isParagraphEnd(cursor, next);
    const following = isEnd
      ? skipSpace(cursor, next)
      : skipBlanks(cursor, cursor.peek(next) === '\n' ? next + 1 : next);
    const isClosed = /[.。!?！？]/u.test(cursor.text[display - 1] ?? '');
    // `It follows that $$…$$ for small x`: the sentence goes on, also in a new paragraph.
    if (/\p{Ll}/u.test(cursor.peek(following)) && !(isEnd && isClosed)) {
      at = following;
      return undefined;
    }
    if (isEnd) return closeAt(next);
    if (kind === 'list_item' && cursor.peek(following) !== '') return undefined;
    return closeAt(display);
  };
  for (;;) {
    const character = cursor.peek(at);
    let end = -1;
    if (character === '') {
      cursor.isPlain = true;
      end = at;
    } else if (character === '\n') {
      if (isParagraphEnd(cursor, at)) end = at;
    } else if (character === '$' || character === '\\') {
      if (displayStart(cursor, at) === at && !isInsideSpan(cursor, start, at)) end = at;
    } else if (kind === 'sentence' && isTerminator(character) && !isInsideSpan(cursor, start, at)) {
      end = sentenceEnd(cursor.text, at, start, cursor.peek);
    }
    if (end < 0) at += 1;
    else {
      const piece = closeAt(end);
      if (piece) return piece;
    }
    if (cursor.starved && !cursor.final) return { kind: found, end: at };
  }
};

/** The next pieces of the text; empty when more text is needed to know. */
const nextPieces = (cursor: Cursor, isLineStart: boolean, before: string): Piece[] => {
  let content = 0;
  let atLine = isLineStart;
  while (isBlankLine(cursor, content) && cursor.peek(content) !== '') {
    content = nextLine(cursor, content);
    atLine = true;
  }
  if (content > 0) return [{ kind: 'sentence', end: content }];
  const kind = atLine ? lineKind(cursor, 0) : 'text';
  if (kind === 'code') return [codePiece(cursor)];
  if (kind === 'table') return tablePieces(cursor, before);
  if (kind === 'heading' || kind === 'rule') return [{ kind: 'heading', end: nextLine(cursor, 0) }];
  if (kind === 'list_item') return [runPiece(cursor, 'list_item', skipItemMark(cursor))];
  return [runPiece(cursor, 'sentence', 0)];
};

const skipItemMark = (cursor: Cursor): number => {
  let at = 0;
  while (/[^\S\n]|[-*+•>\d.)、]/u.test(cursor.peek(at))) at += 1;
  return at;
};

const TRIGGER = /[\n.!?。！？．｡…$\\|`]/u;

/**
 * Splits a Markdown answer into units of checking while it streams in. Any way of cutting the text into
 * chunks gives the same units, and their texts in order are exactly the text. Units: a sentence; a list
 * item; a table row (given out when its table is complete); display math with the sentence before it; a
 * heading; a code block. White space behind a unit belongs to it. A unit is given out when no further
 * text could change it, so trailing markers, quotes and brackets are always in it.
 */
export const createUnitSplitter = (): { push(chunk: string): Unit[]; end(): Unit[] } => {
  let rest = '';
  let base = 0;
  let isLineStart = true;
  let before = '';
  let scanned = 0;
  let isPlain = false;

  const take = (piece: Piece, from: number, end: number): Unit => {
    const text = rest.slice(from, end);
    const { kind, isHeader, caption } = piece;
    return {
      kind,
      text,
      start: base + from,
      end: base + end,
      ...(isHeader && { isHeader }),
      ...(caption !== undefined && caption.trim() !== '' && { caption }),
    };
  };

  const drain = (final: boolean): Unit[] => {
    const units: Unit[] = [];
    while (rest !== '') {
      const cursor = createCursor(rest, final, scanned);
      const pieces = nextPieces(cursor, isLineStart, before);
      const last = pieces.at(-1);
      const end = last ? trailingSpaceEnd(cursor, last.end) : 0;
      if (cursor.starved && !final) {
        scanned = cursor.scanned;
        isPlain = cursor.isPlain;
        break;
      }
      let from = 0;
      for (const piece of pieces) {
        const to = piece === last ? end : piece.end;
        units.push(take(piece, from, to));
        from = to;
      }
      before = rest.slice(0, end);
      isLineStart = before.endsWith('\n');
      rest = rest.slice(end);
      base += end;
      scanned = 0;
      isPlain = false;
    }
    return units;
  };

  return {
    push: (chunk) => {
      rest += chunk;
      return isPlain && !TRIGGER.test(chunk) ? [] : drain(false);
    },
    end: () => drain(true),
  };
};

/** Units of a whole text. */
export const splitUnits = (text: string): Unit[] => {
  const splitter = createUnitSplitter();
  return [...splitter.push(text), ...splitter.end()];
};
