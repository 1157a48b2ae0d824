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
  | 'code'
  | 'reference';

/** A block with what it is and the headings above it. */
export type PlacedBlock = { block: Block; role: Role; section: readonly string[] };

const REFERENCES = /(?:references|bibliography|literature cited|参考文献)\s*[.:：]?$/iu;
const ABSTRACT_HEADING = /^(?:abstract|summary|摘\s*要)\s*[.:：]?$/iu;
const ABSTRACT_RUN_IN = /^(?:abstract|summary|摘\s*要)\s*[.:：—–-]/iu;
const NOTICE =
  /^(?:permission to (?:make|copy)|copyright|©|manuscript received|supported by|this (?:work|research) (?:was|is) (?:partly |partially )?supported)/iu;
const NOTE_START = /^(?:[*∗†‡§¶#]|\d{1,2}(?=[\s\p{Lu}])|[①-⑳])/u;

/** Blocks in reading order → roles and section paths. `isTitle` marks the blocks of the work's own title. */
export const placeBlocks = (
  blocks: readonly Block[],
  context: HeadingContext & { isTitle: (block: Block) => boolean; pageHeight: number },
): PlacedBlock[] => {
  const levels = headingLevels(blocks, context);
  const stack: Heading[] = [];
  const placed: PlacedBlock[] = [];
  let mode: 'front' | 'abstract' | 'body' | 'references' = 'front';
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
      !(mode === 'front' && heading.styleOnly && isFrontMatter(block, ++frontBlocks))
    ) {
      mode = REFERENCES.test(heading.title)
        ? 'references'
        : ABSTRACT_HEADING.test(heading.title)
          ? 'abstract'
          : 'body';
      while (stack.length > 0 && stack.at(-1)!.level >= heading.level) stack.pop();
      stack.push(heading);
      placed.push({ block, role: 'heading', section: stack.map((one) => one.title) });
    } else {
      if (mode === 'front' && ABSTRACT_RUN_IN.test(text)) mode = 'abstract';
      placed.push({ block, role: roleOf(block, mode, context), section });
    }
  }
  return placed;
};

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
  mode: 'front' | 'abstract' | 'body' | 'references',
  context: { bodySize: number; pageHeight: number },
): Role => {
  const first = block.lines[0]!;
  if (isCaptionStart(first.text) && mode !== 'references') return 'caption';
  if (isFootnote(block, context) && mode !== 'references') return 'footnote';
  if (mode === 'references') return 'reference';
  if (block.table) return 'table';
  if (block.fixed > 0.85 && block.lines.length >= 2) return 'code';
  return mode === 'abstract' ? 'abstract' : 'text';
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

/** Levels of headings without a number come from those with one in the same style, else from their size. */
const headingLevels = (blocks: readonly Block[], context: HeadingContext): Map<Block, Heading> => {
  const found = new Map<Block, Heading>();
  const numbered: { size: number; bold: boolean; level: number }[] = [];
  for (const block of blocks) {
    const heading = findHeading(block, context);
    if (heading === undefined) continue;
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
