import type { Rect } from '@stemma/contract/place';
import type { Block } from './blocks.ts';
import { isCaptionStart } from './blocks.ts';
import { findHeading, type Heading, type HeadingContext } from './headings.ts';
import { wordCount } from './packed-words.ts';
import type { PrintedLine } from './page-layout.ts';

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
  | 'reference'
  /** Names of authors and places, dates: what stands between the title and the text. */
  | 'front'
  /** Words inside a figure. */
  | 'label';

/** A block with what it is and the headings above it. */
export type PlacedBlock = { block: Block; role: Role; section: readonly string[] };

const REFERENCES = /(?:references|bibliography|literature cited|参考文献)\s*[.:：]?$/iu;
const ABSTRACT_HEADING = /^(?:abstract|summary|摘\s*要)\s*[.:：]?$/iu;
const ABSTRACT_RUN_IN = /^(?:abstract|summary|摘\s*要)\s*[.:：—–-]/iu;
const NOTICE =
  /^(?:permission to (?:make|copy)|copyright|©|manuscript received|supported by|this (?:work|research) (?:was|is) (?:partly |partially )?supported)/iu;
const NOTE_START = /^(?:[*∗†‡§¶#]|\d{1,2}(?=[\s\p{Lu}])|[⁰¹²³⁴-⁹]{1,2}|[①-⑳])/u;

type PlaceContext = HeadingContext & {
  isTitle: (block: Block) => boolean;
  /** Whether most of the document is typewriter print, so that it says nothing. */
  bodyFixed: boolean;
  pageHeight: number;
  mainTurn: (page: number) => number;
  /** Horizontal rules by page. */
  rules: ReadonlyMap<number, readonly Rect[]>;
};

/** Blocks in reading order → roles and section paths. `isTitle` marks the blocks of the work's own title. */
export const placeBlocks = (blocks: readonly Block[], context: PlaceContext): PlacedBlock[] => {
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
      const role = roleOf(block, mode, context);
      const front = role === 'text' && mode === 'front' && placed.some((one) => one.role === 'title');
      placed.push({ block, role: front && isFrontBlock(block, context) ? 'front' : role, section });
    }
  }
  return markFloats(placed, context);
};

/** Verbs and the like that no list of names and addresses has. */
const PROSE_WORDS =
  /^(?:key\s?words|index terms|关键词)|\b(?:is|are|was|were|we|our|that|which|this|these|has|have|can|it)\b/iu;

/** Between the title and the text on the first page: what is no prose, as names, addresses and dates. */
const isFrontBlock = (block: Block, context: PlaceContext): boolean => {
  const text = context.textOf(block);
  return block.lines[0]!.page === 1 && text.length < 500 && !PROSE_WORDS.test(text) && !/。/u.test(text);
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

const roleOf = (block: Block, mode: Mode, context: PlaceContext): Role => {
  const first = block.lines[0]!;
  if (isCaptionStart(first.text) && mode !== 'references') return 'caption';
  if (isFootnote(block, context) && mode !== 'references') return 'footnote';
  if (mode === 'references') return 'reference';
  if (block.table) return 'table';
  if (block.fixed > 0.85 && !context.bodyFixed && block.lines.length >= 2) return 'code';
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

/** Marks what belongs to floats: the steps below the caption of an algorithm, the words in a figure. */
const markFloats = (placed: PlacedBlock[], context: PlaceContext): PlacedBlock[] => {
  placed.forEach(({ block, role }, index) => {
    if (role !== 'caption') return;
    const caption = block.lines[0]!;
    if (ALGORITHM_CAPTION.test(caption.text)) markSteps(placed, index, context);
    if (FIGURE_CAPTION.test(caption.text)) markLabels(placed, index);
  });
  return placed;
};

const ALGORITHM_CAPTION = /^(?:Algorithm|ALGORITHM|Procedure|算法|演算法)\s*\d/u;
const FIGURE_CAPTION = /^(?:Fig|FIG|图|圖)/u;
const STEP = /^\d{1,3}[:.]?\s/u;
const MOVABLE: ReadonlySet<Role> = new Set(['text', 'aside', 'table', 'abstract']);

const markSteps = (placed: PlacedBlock[], caption: number, context: PlaceContext): void => {
  const head = placed[caption]!.block.lines.at(-1)!;
  const bottom = boxBottom(head, context.rules.get(head.page) ?? []);
  for (let index = caption + 1; index < placed.length; index += 1) {
    const item = placed[index]!;
    const { lines } = item.block;
    const here = lines[0]!.page === head.page && lines[0]!.region === head.region;
    const inside =
      bottom === undefined
        ? lines.filter((line) => STEP.test(line.text)).length >= 0.6 * lines.length
        : lines.at(-1)!.rect[3] <= bottom + 2;
    if (!here || !inside || !(MOVABLE.has(item.role) || item.role === 'code')) return;
    placed[index] = { ...item, role: 'code' };
  }
};

/** Lower edge of the box an algorithm is set in: rules of one width stand below its caption and at its end. */
const boxBottom = (caption: PrintedLine, rules: readonly Rect[]): number | undefined => {
  const below = rules
    .filter(
      (rule) => rule[1] > caption.rect[1] && rule[0] < caption.rect[0] + 5 && rule[2] > caption.rect[0] + 60,
    )
    .sort((a, b) => a[1] - b[1]);
  const first = below[0];
  if (first === undefined || first[1] > caption.rect[3] + caption.size) return undefined;
  return below.slice(1).find((rule) => Math.abs(rule[2] - rule[0] - (first[2] - first[0])) < 3)?.[3];
};

const LABELLED: ReadonlySet<Role> = new Set(['text', 'aside', 'table']);
const LONGEST_LABEL = 32;
const MOST_LABEL_WORDS = 5;

const markLabels = (placed: PlacedBlock[], caption: number): void => {
  const head = placed[caption]!.block.lines[0]!;
  for (let index = caption - 1; index >= 0; index -= 1) {
    const item = placed[index]!;
    const { lines } = item.block;
    const above = lines[0]!.page === head.page && lines.at(-1)!.v < head.v;
    const captioned = item.role === 'table' && placed[index - 1]?.role === 'caption';
    if (!above || captioned || !LABELLED.has(item.role) || !lines.every(isLabel)) return;
    placed[index] = { ...item, role: 'label' };
  }
};

const isLabel = (line: PrintedLine): boolean =>
  line.text.length <= LONGEST_LABEL * Math.max(1, line.cells) &&
  wordCount(line) <= MOST_LABEL_WORDS * Math.max(1, line.cells) &&
  !/[.!?。！？;:：；,，]$|^[•–—]|\(\d+(?:\.\d+)?\)$/u.test(line.text) &&
  !(line.math > 0.35 && /[=<>≤≥]/u.test(line.text));

/** Headings in between may have been missed. */
const FARTHEST_NUMBER = 3;

/** Levels of headings without a number come from those with one in the same style, else from their size. */
const headingLevels = (blocks: readonly Block[], context: HeadingContext): Map<Block, Heading> => {
  const found = new Map<Block, Heading>();
  let last = 0;
  for (const block of blocks) {
    const heading = findHeading(block, context);
    if (heading === undefined) continue;
    const number = Number(/^(\d{1,3})(?=[\s.])/.exec(heading.title)?.[1] ?? Number.NaN);
    if (heading.weak === true && heading.level === 1 && (number <= last || number > last + FARTHEST_NUMBER))
      continue;
    if (heading.level === 1 && !Number.isNaN(number)) last = number;
    found.set(block, heading);
  }
  dropLoneFaces(found);
  shiftChineseLevels(found);
  const numbered = [...found].filter(([, heading]) => heading.level > 0);
  const unnumbered = [...found].filter(([, heading]) => heading.level === 0);
  const styles = stylesBySize(unnumbered.map(([block]) => block));
  const known = numbered.some(([block]) => !isSameStyle(block, styles[0]));
  for (const [block, heading] of unnumbered) {
    const twin = numbered.find(([other]) => isSameStyle(other, block));
    const bySize = block.size > 1.15 * context.bodySize ? 1 : 2;
    const byRank = Math.min(3, styles.findIndex((style) => isSameStyle(style, block)) + 1);
    found.set(block, { ...heading, styleOnly: true, level: twin?.[1].level ?? (known ? bySize : byRank) });
  }
  return found;
};

const isSameStyle = (a: Block, b: Block | undefined): boolean =>
  b !== undefined &&
  Math.abs(a.size - b.size) < 0.35 &&
  a.bold > 0.8 === b.bold > 0.8 &&
  (a.face === b.face || a.italic > 0.5 === b.italic > 0.5);

/** One block of each style: bigger before smaller, bold before plain. */
const stylesBySize = (blocks: readonly Block[]): Block[] => {
  const styles: Block[] = [];
  for (const block of blocks) if (!styles.some((style) => isSameStyle(style, block))) styles.push(block);
  return styles.sort((a, b) => b.size - a.size || b.bold - a.bold || a.italic - b.italic);
};

/** One line in another font may be anything; headings come in numbers. */
const dropLoneFaces = (found: Map<Block, Heading>): void => {
  for (const [block, heading] of [...found]) {
    if (heading.faceOnly !== true) continue;
    if (![...found.keys()].some((other) => other !== block && isSameStyle(other, block))) found.delete(block);
  }
};

/** 第一章 › 一、 › （一） › 1.: each counts from the outermost that the document has. */
const shiftChineseLevels = (found: Map<Block, Heading>): void => {
  const ranks = [...found].map(([, { title }]) => CHINESE_RANKS.findIndex((rank) => rank.test(title)));
  const present = CHINESE_RANKS.map((_, rank) => ranks.includes(rank));
  if (!present.slice(0, 4).includes(true)) return;
  for (const [index, [block, heading]] of [...found].entries()) {
    const rank = ranks[index]!;
    if (rank < 0) continue;
    found.set(block, { ...heading, level: present.slice(0, rank).filter(Boolean).length + 1 });
  }
};

const CHINESE_RANKS: readonly RegExp[] = [
  /^第[一二三四五六七八九十百\d]{1,4}[章篇部]/u,
  /^第[一二三四五六七八九十百\d]{1,4}节/u,
  /^[一二三四五六七八九十百]{1,3}[、.．]/u,
  /^[（(][一二三四五六七八九十百]{1,3}[)）]/u,
  /^\d{1,2}[.．、]?\s*[\u4e00-\u9fff]/u,
];
