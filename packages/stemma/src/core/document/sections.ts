import type { Block } from './blocks.ts';
import { isCaptionStart } from './blocks.ts';
import { findHeading, type Heading, type HeadingContext } from './headings.ts';

export type Role =
  | 'title'
  | 'heading'
  | 'text'
  | 'abstract'
  | 'caption'
  | 'footnote'
  | 'table'
  /** Labels of figures, axes, notes in a margin: they interrupt the text and are no part of it. */
  | 'aside'
  | 'code'
  | 'reference';

/** A block with what it is and the headings above it. */
export type PlacedBlock = { block: Block; role: Role; section: readonly string[] };

const REFERENCES = /(?:references|bibliography|literature cited|参考文献)\s*[.:：]?$/iu;
const ABSTRACT_HEADING = /^(?:abstract|summary|摘\s*要)\s*[.:：]?$/iu;
const ABSTRACT_RUN_IN = /^(?:abstract|summary|摘\s*要)\s*[.:：—–-]/iu;
const NOTICE =
  /^(?:permission to (?:make|copy)|copyright|©|manuscript received|supported by|this (?:work|research) (?:was|is) (?:partly |partially )?supported)/iu;
const NOTE_START = /^(?:[*∗†‡§¶#]|\d{1,2}(?=[\s\p{Lu}])|[⁰¹²³⁴-⁹]{1,2}|[①-⑳])/u;

/** Blocks in reading order → roles and section paths. `isTitle` marks the blocks of the work's own title. */
export const placeBlocks = (
  blocks: readonly Block[],
  context: HeadingContext & {
    isTitle: (block: Block) => boolean;
    pageHeight: number;
    mainTurn: (page: number) => number;
  },
): PlacedBlock[] => {
  const levels = headingLevels(blocks, context);
  const stack: Heading[] = [];
  const placed: PlacedBlock[] = [];
  let mode: Mode = 'front';
  let frontBlocks = 0;
  for (const [index, block] of blocks.entries()) {
    const text = block.lines[0]!.text;
    const section = stack.map((heading) => heading.title);
    const found = levels.get(block);
    const heading =
      found?.styleOnly === true && !headsText(block, blocks[index + 1], context) ? undefined : found;
    if (context.isTitle(block)) {
      placed.push({ block, role: 'title', section });
    } else if (
      heading !== undefined &&
      !(isUnsure(heading) && mode === 'front' && isFrontMatter(block, ++frontBlocks))
    ) {
      mode = modeUnder(heading);
      while (stack.length > 0 && stack.at(-1)!.level >= heading.level) stack.pop();
      stack.push(heading);
      const role = heading.runIn === true ? roleOf(block, mode, context) : 'heading';
      placed.push({ block, role, section: stack.map((one) => one.title) });
    } else {
      if (mode === 'front' && ABSTRACT_RUN_IN.test(text)) mode = 'abstract';
      placed.push({ block, role: roleOf(block, mode, context), section });
    }
  }
  return placed;
};

type Mode = 'front' | 'abstract' | 'body' | 'references';

const modeUnder = (heading: Heading): Mode => {
  if (REFERENCES.test(heading.title)) return 'references';
  return ABSTRACT_HEADING.test(heading.title) ? 'abstract' : 'body';
};

const isUnsure = (heading: Heading): boolean => heading.styleOnly === true || heading.initial === true;

/** Names of authors and places are set large too: between title and abstract only sure headings count. */
const isFrontMatter = (block: Block, position: number): boolean =>
  block.lines[0]!.page === 1 && position <= 6;

/** Labels in figures are bold too; a heading begins or centres its column and has running text below. */
const headsText = (block: Block, next: Block | undefined, context: HeadingContext): boolean => {
  if (next === undefined || next.table) return false;
  const [first, below] = [block.lines[0]!, next.lines[0]!];
  if (below.page !== first.page || below.region !== first.region) return first.size > 1.15 * context.bodySize;
  const { u0, u1 } = block.column;
  const placed =
    Math.abs(first.u0 - u0) < 2 * first.size || Math.abs((first.u0 + first.u1) / 2 - (u0 + u1) / 2) < 12;
  const running = below.text.length >= 35 || next.lines.length >= 3;
  return placed && running && next.size > 0.9 * context.bodySize;
};

const roleOf = (
  block: Block,
  mode: Mode,
  context: { bodySize: number; pageHeight: number; mainTurn: (page: number) => number },
): Role => {
  const first = block.lines[0]!;
  if (isCaptionStart(first.text) && mode !== 'references') return 'caption';
  if (isFootnote(block, context) && mode !== 'references') return 'footnote';
  if (mode === 'references') return 'reference';
  if (block.table) return 'table';
  if (block.fixed > 0.85 && block.lines.length >= 2) return 'code';
  if (isAside(block, context)) return 'aside';
  return mode === 'abstract' ? 'abstract' : 'text';
};

const isAside = (
  block: Block,
  context: { bodySize: number; mainTurn: (page: number) => number },
): boolean => {
  const first = block.lines[0]!;
  if (first.turn !== context.mainTurn(first.page)) return true;
  const small = Math.abs(block.size / context.bodySize - 1) > 0.07;
  return small && block.math < 0.3 && block.lines.every((line) => line.text.length < 28) && first.page > 1;
};

const isFootnote = (block: Block, context: { bodySize: number; pageHeight: number }): boolean => {
  const first = block.lines[0]!;
  return (
    block.size < 0.93 * context.bodySize &&
    first.v > 0.5 * context.pageHeight &&
    (NOTE_START.test(first.text) || NOTICE.test(first.text)) &&
    !block.table
  );
};

/** Headings in between may have been missed. */
const FARTHEST_NUMBER = 3;

/** Levels of headings without a number come from those with one in the same style, else from their size. */
const headingLevels = (blocks: readonly Block[], context: HeadingContext): Map<Block, Heading> => {
  const found = new Map<Block, Heading>();
  let last = 0;
  const numbered: { size: number; bold: boolean; level: number }[] = [];
  for (const block of blocks) {
    const heading = findHeading(block, context);
    if (heading === undefined) continue;
    const number = Number(/^(\d{1,3})(?=[\s.])/.exec(heading.title)?.[1] ?? Number.NaN);
    if (heading.weak === true && heading.level === 1 && (number <= last || number > last + FARTHEST_NUMBER))
      continue;
    if (heading.level === 1 && !Number.isNaN(number)) last = number;
    found.set(block, heading);
    if (heading.level > 0) numbered.push({ size: block.size, bold: block.bold > 0.8, level: heading.level });
  }
  for (const [block, heading] of found) {
    if (heading.level > 0) continue;
    const twin = numbered.find(
      (one) => Math.abs(one.size - block.size) < 0.35 && one.bold === block.bold > 0.8,
    );
    found.set(block, {
      ...heading,
      styleOnly: true,
      level: twin?.level ?? (block.size > 1.15 * context.bodySize ? 1 : 2),
    });
  }
  return found;
};
