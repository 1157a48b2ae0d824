import { quantile } from './columns.ts';
import { isUnstyledHeading, opensHeading } from './headings.ts';
import { wordCount } from './packed-words.ts';
import type { PrintedLine } from './page-layout.ts';

/** Lines that belong together: a paragraph, a heading, a caption, a table. */
export type Block = {
  lines: PrintedLine[];
  /** Size of most of its print. */
  size: number;
  bold: number;
  italic: number;
  fixed: number;
  math: number;
  /** Family of the font of most of its print. */
  face: string;
  /** Blank space above, in units of its size; Infinity at the top of a column. */
  spaceAbove: number;
  /** Starts further right than its column. */
  indented: boolean;
  table: boolean;
  column: ColumnEdges;
};

export type ColumnEdges = { u0: number; u1: number };

const PARAGRAPH_GAP = 1.5;
const CAPTION_LABEL =
  /^(?:(?:Figure|Fig\.?|FIGURE|FIG\.?|Table|TABLE|Tab\.|Algorithm|Listing|Scheme|Plate|Box|Chart)\s*(?:\d+(?:\.\d+)*|[IVXL]+|[A-Z]\.?\d+)\b|(?:图|表|算法|圖)\s*\d+(?:[-.–]\d+)*)(?<rest>.*)$/u;
const LONGEST_PLAIN_CAPTION = 90;
/** Rows of a table stand further apart, in units of their size, than the parts of a fraction. */
const CLOSEST_ROWS = 0.95;
const EQUATION_NUMBER = /\(\d+(?:\.\d+)*[a-z]?\)$/u;
const LIST_ITEM = /^(?:[•◦▪●–—*-]\s|\(?(?:[ivx]{1,4}|[a-z]|\d{1,2})[.)]\s|\[\d+\]\s)/u;

/**
 * `Figure 1: …`; without a colon or stop only a short phrase with a capital, since sentences begin with
 * `Table 1 lists …` too.
 */
export const isCaptionStart = (text: string): boolean => {
  const rest = CAPTION_LABEL.exec(text)?.groups?.rest;
  if (rest === undefined) return false;
  if (/^\s*(?:[.:：|—–]|$)/u.test(rest)) return true;
  return (
    text.length <= LONGEST_PLAIN_CAPTION &&
    /^\s+[\p{Lu}\p{Lo}]/u.test(rest) &&
    !/[。，,;；]|[.]\s/u.test(rest) &&
    !/^\s*[列给示为中是和与]/u.test(rest)
  );
};

/** Lines in reading order → blocks. A block stays within one region; paragraphs are mended later. */
export const toBlocks = (lines: readonly PrintedLine[], bodySize: number): Block[] => {
  const columns = columnEdges(lines);
  const listings = lines.filter(isListing).length < 0.5 * lines.length;
  const blocks: Block[] = [];
  let current: PrintedLine[] = [];
  let above = Number.POSITIVE_INFINITY;
  let pitch = 1.2 * bodySize;
  const flush = () => {
    if (current.length > 0) blocks.push(makeBlock(current, above, columns.get(keyOf(current[0]!))!));
    current = [];
  };
  for (const [index, line] of lines.entries()) {
    const last = current.at(-1);
    const next = lines[index + 1];
    if (
      last === undefined ||
      startsBlock({ last, line, next, current, pitch, listings, bodySize, column: columns.get(keyOf(line))! })
    ) {
      flush();
      above = spaceAbove(lines[index - 1], line);
      pitch = 1.2 * line.size;
    } else if (current.length === 1) {
      pitch = Math.min(Math.max(line.v - last.v, 1.05 * line.size), 2.4 * line.size);
    }
    current.push(line);
  }
  flush();
  return joinTableRows(blocks);
};

const keyOf = (line: PrintedLine): string => `${line.page}:${line.region}`;

/** Edges of the column a region belongs to: from its own long lines. */
const columnEdges = (lines: readonly PrintedLine[]): Map<string, ColumnEdges> => {
  const groups = new Map<string, PrintedLine[]>();
  for (const line of lines) {
    const group = groups.get(keyOf(line));
    if (group === undefined) groups.set(keyOf(line), [line]);
    else group.push(line);
  }
  const edges = new Map<string, ColumnEdges>();
  for (const [key, group] of groups) {
    edges.set(key, {
      u0: quantile(
        group.map((line) => line.u0),
        0.1,
      ),
      u1: quantile(
        group.map((line) => line.u1),
        0.9,
      ),
    });
  }
  return edges;
};

const spaceAbove = (previous: PrintedLine | undefined, line: PrintedLine): number => {
  if (previous === undefined || keyOf(previous) !== keyOf(line)) return Number.POSITIVE_INFINITY;
  return (line.v - previous.v) / Math.max(line.size, 1) - 1;
};

type Step = {
  last: PrintedLine;
  line: PrintedLine;
  next: PrintedLine | undefined;
  current: readonly PrintedLine[];
  pitch: number;
  /** Typewriter print is code here: most of the document is set otherwise. */
  listings: boolean;
  bodySize: number;
  column: ColumnEdges;
};

const startsBlock = (step: Step): boolean => {
  const { last, line, current, pitch, column } = step;
  if (keyOf(last) !== keyOf(line)) return true;
  const drop = line.v - last.v;
  if (drop < -0.5 * line.size) return true;
  if (step.listings && (isListing(line) || isListing(last)))
    return isListing(line) !== isListing(last) || drop > 2.2 * line.size;
  if (continuesHeading(step)) return false;
  const formula = line.math > 0.35 || last.math > 0.35 || isFormulaLike(line) || isFormulaLike(last);
  if (drop > (formula ? 2.6 : PARAGRAPH_GAP) * Math.max(pitch, 1.1 * line.size)) return true;
  if (isLoneCaptionLabel(current) && line.cells === 1) return false;
  if (isCaptionStart(line.text) && (drop > 1.1 * pitch || !isFull(last, column))) return true;
  if (isStyleChange(last, line, formula)) return true;
  if (opensTable(step) || (line.cells === 1 && current.length >= 2 && current.every(isRow))) return true;
  if (isUnstyledHeading(line.text) && !isFull(last, column) && !isFull(line, column)) {
    const goesOn = current.length === 1 && opensHeading(last) && !opensHeading(line);
    return !goesOn && !isCaptionStart(current[0]!.text);
  }
  if (opensHeading(current[0]!) && current.length <= 3 && isOtherStyle(last, line)) return true;
  if (current.length === 1 && isUnstyledHeading(last.text) && !isFull(last, column)) return true;
  if (opensHeading(line) && !opensHeading(last)) return true;
  if (formula) return false;
  const first = current[0]!;
  const indent = (line.u0 - column.u0) / line.size;
  const lastIndent = (last.u0 - column.u0) / last.size;
  const hanging = current.length >= 1 && first.u0 < last.u0 - 0.5 * line.size;
  if (indent > 0.7 && indent < 5 && lastIndent < 0.5 && isFinishedLine(last, column)) return true;
  if (LIST_ITEM.test(line.text) && (!isFull(last, column) || hanging || indent > 0.7)) return true;
  if (hanging && line.u0 < last.u0 - 0.5 * line.size) return true;
  return (
    !isFull(last, column) &&
    /[.!?。！？:：]["'”’)]*$/u.test(last.text) &&
    indent > -0.3 &&
    last.u1 < column.u1 - 4 * last.size
  );
};

/** The second line of a heading, also where all print is double-spaced. */
const continuesHeading = ({ last, line, next, current, bodySize, column }: Step): boolean => {
  const set = (one: PrintedLine) => one.bold > 0.8 || one.size > 1.12 * bodySize;
  return (
    current.length <= 2 &&
    set(last) &&
    set(line) &&
    line.bold > 0.8 === last.bold > 0.8 &&
    line.face === last.face &&
    Math.abs(line.size / last.size - 1) < 0.03 &&
    line.v - last.v < 2.3 * line.size &&
    last.u1 > column.u1 - 0.25 * (column.u1 - column.u0) &&
    !/[.!?。！？]$/u.test(last.text) &&
    !/^(?:[\dA-Z]+(?:\.\d+)*\.?|[（(第].*)\s/u.test(line.text) &&
    (next === undefined || !set(next) || keyOf(next) !== keyOf(line))
  );
};

/** A whole line in typewriter print. */
const isListing = (line: PrintedLine): boolean => line.fixed > 0.85;

/** A row of cells. A formula with its number at the margin has a gap too, and is none. */
const isRow = (line: PrintedLine): boolean =>
  line.cells >= 2 && line.math < 0.6 && !EQUATION_NUMBER.test(line.text);

const opensTable = ({ last, line, next }: Step): boolean =>
  last.cells === 1 &&
  isRow(line) &&
  next !== undefined &&
  (isRow(next) || line.cells >= 3) &&
  !isFormulaLike(line);

/** The end of a heading that is set in italics or bold and fills its line. */
const isOtherStyle = (last: PrintedLine, line: PrintedLine): boolean =>
  (last.italic > 0.7 && line.italic < 0.5) || (last.bold > 0.7 && line.bold < 0.5);

/** `Table I` on a line of its own, with its words below. */
const isLoneCaptionLabel = (current: readonly PrintedLine[]): boolean =>
  current.length === 1 && CAPTION_LABEL.exec(current[0]!.text)?.groups?.rest?.trim() === '';

const isFull = (line: PrintedLine, column: ColumnEdges): boolean => line.u1 > column.u1 - 1.5 * line.size;

/** An indented line after one that neither ends a sentence nor fills its column continues a list or verse. */
const isFinishedLine = (line: PrintedLine, column: ColumnEdges): boolean =>
  /[.!?。！？:：;；]["'”’)\]]*(?:\[[\d,– -]+\])?[\d⁰¹²³⁴-⁹]{0,2}$/u.test(line.text) ||
  line.u1 < column.u1 - 2 * line.size;

const isFormulaLike = (line: PrintedLine): boolean =>
  wordCount(line) <= 14 &&
  /[=<>≤≥∑∫∏√≈∈→]/u.test(line.text) &&
  !/[\p{L}]{4,}.*[\p{L}]{4,}.*[\p{L}]{4,}/u.test(line.text);

const isStyleChange = (last: PrintedLine, line: PrintedLine, formula: boolean): boolean => {
  if (formula) return false;
  const ratio = line.size / last.size;
  if (ratio > 1.09 || ratio < 0.92) return true;
  return Math.abs(line.bold - last.bold) > 0.75;
};

const makeBlock = (lines: PrintedLine[], above: number, column: ColumnEdges): Block => {
  const weight = (of: (line: PrintedLine) => number): number => {
    let sum = 0;
    let all = 0;
    for (const line of lines) {
      sum += of(line) * line.text.length;
      all += line.text.length;
    }
    return sum / Math.max(1, all);
  };
  const first = lines[0]!;
  return {
    lines,
    size: quantile(
      lines.map((line) => line.size),
      0.5,
    ),
    bold: weight((line) => line.bold),
    italic: weight((line) => line.italic),
    fixed: weight((line) => line.fixed),
    math: weight((line) => line.math),
    face: commonFace(lines),
    spaceAbove: above,
    indented: first.u0 > column.u0 + 0.7 * first.size,
    table: isTable(lines),
    column,
  };
};

/** The font family that most of the print is set in, formulas apart. */
export const commonFace = (lines: readonly PrintedLine[]): string => {
  const counts = new Map<string, number>();
  for (const { face, text } of lines)
    if (face !== '') counts.set(face, (counts.get(face) ?? 0) + text.length);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
};

/** Rows with several cells each. Justified prose has a wide gap now and then, never in most lines. */
const isTable = (lines: readonly PrintedLine[]): boolean => {
  if (lines.every(isListing) && lines.every((line) => line.cells <= 2)) return false;
  const rows = lines.filter(isRow);
  const cells = rows.reduce((sum, line) => sum + line.cells, 0);
  if (rows.length < 2 || rows.length < 0.6 * lines.length || cells < 5) return false;
  const pitches = lines.slice(1).map((line, index) => (line.v - lines[index]!.v) / line.size);
  return quantile(pitches, 0.5) >= CLOSEST_ROWS;
};

/** Rows of one table that blank space or style had parted. */
const joinTableRows = (blocks: readonly Block[]): Block[] => {
  const out: Block[] = [];
  for (const block of blocks) {
    const last = out.at(-1);
    const near =
      last !== undefined && keyOf(last.lines[0]!) === keyOf(block.lines[0]!) && block.spaceAbove < 2.5;
    const rows = (one: Block) => one.table || one.lines.every(isRow);
    if (near && last.table !== block.table ? rows(last!) && rows(block) : near && last.table && block.table) {
      const lines = [...last!.lines, ...block.lines];
      out[out.length - 1] = { ...makeBlock(lines, last!.spaceAbove, last!.column), table: true };
    } else {
      out.push(block);
    }
  }
  return out;
};
