import type { Facts, PassageDraft, ReadNote } from '@stemma/contract/records';
import { type Block, commonFace, toBlocks } from './blocks.ts';
import { type FactSources, type FileMetadata, findFacts, findTitleLines } from './facts.ts';
import { findFurniture } from './furniture.ts';
import type { PageLayout, PrintedLine } from './page-layout.ts';
import { toParagraphs } from './paragraphs.ts';
import { toPassages } from './passages.ts';
import { placeBlocks } from './sections.ts';
import { isGarbledText, isPoorlyRead, isSanePage, judgeText, type Verdict } from './text-sanity.ts';
import { tokensText, toTokens } from './tokens.ts';
import { buildVocabulary } from './vocabulary.ts';

const SAMPLE_LENGTH = 8000;

/** Pages laid out → passages and facts. Passages are empty unless the verdict is `readable`. */
export const readPrintedDocument = (
  layouts: readonly PageLayout[],
  file: { pages: number; metadata: FileMetadata },
): { verdict: Verdict; passages: PassageDraft[]; facts: Facts; notes: ReadNote[] } => {
  const verdict = judgeText(layouts);
  if (verdict !== 'readable') return { verdict, passages: [], facts: {}, notes: [] };
  const pages = layouts.filter(isSanePage);
  const furniture = findFurniture(pages);
  const lines = pages.flatMap((page) => page.lines.filter((line) => !furniture.lines.has(line)));
  const body = bodyOf(lines);
  const vocabulary = buildVocabulary(lines);
  const firstPage = pages[0];
  const sources: FactSources = {
    firstPage,
    lines: lines.filter((line) => line.page === firstPage?.page),
    furniture: furniture.texts,
    metadata: file.metadata,
    bodySize: body.size,
    sample: sampleOf(lines),
  };
  const titleLines = findTitleLines(sources);
  const title = tokensText(toTokens(titleLines, vocabulary));
  const inTitle = new Set<PrintedLine>(titleLines);
  const turns = new Map(pages.map((page) => [page.page, page.lines[0]?.turn ?? 0]));
  const all = toBlocks(lines, body.size);
  const blocks = all.filter((block) => !isGarbledText(block.lines.map((line) => line.text).join(' ')));
  const garbled = blocks.length < all.length;
  const placed = placeBlocks(blocks, {
    bodySize: body.size,
    bodyBold: body.bold,
    bodyFixed: body.fixed,
    bodyFace: commonFace(lines),
    rules: new Map(pages.map((page) => [page.page, page.rules])),
    pageHeight: firstPage?.height ?? 0,
    mainTurn: (page: number) => turns.get(page) ?? 0,
    textOf: (block: Block) => tokensText(toTokens(block.lines, vocabulary)),
    isTitle: (block: Block) => block.lines.every((line) => inTitle.has(line)),
  });
  return {
    verdict,
    passages: toPassages(toParagraphs(placed), vocabulary),
    facts: findFacts(sources, titleLines, title),
    notes: notesOf(layouts, file.pages, garbled),
  };
};

/** Size of most print of the document, formulas apart, and whether most of it is bold or typewriter print. */
const bodyOf = (lines: readonly PrintedLine[]): { size: number; bold: boolean; fixed: boolean } => {
  const sizes = new Map<number, number>();
  let bold = 0;
  let fixed = 0;
  let all = 0;
  for (const line of lines) {
    const weight = line.text.length;
    all += weight;
    bold += line.bold * weight;
    fixed += line.fixed * weight;
    if (line.math > 0.5) continue;
    const size = Math.round(line.size * 5) / 5;
    sizes.set(size, (sizes.get(size) ?? 0) + weight);
  }
  const size = [...sizes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
  return { size, bold: bold > 0.6 * all, fixed: fixed > 0.5 * all };
};

const sampleOf = (lines: readonly PrintedLine[]): string => {
  let sample = '';
  for (const line of lines) {
    if (sample.length > SAMPLE_LENGTH) break;
    sample += ` ${line.text}`;
  }
  return sample;
};

const notesOf = (layouts: readonly PageLayout[], pages: number, garbled: boolean): ReadNote[] => {
  const notes: ReadNote[] = [];
  const some = (is: (page: PageLayout) => boolean) => layouts.some(is);
  if (some((page) => page.faults.glyphs === 0) || layouts.length < pages) notes.push('pages_without_text');
  if (garbled || some((page) => isPoorlyRead(page) || !isSanePage(page))) notes.push('pages_poorly_read');
  if (some((page) => page.faults.unmapped > 0)) notes.push('unmapped_glyphs');
  if (some((page) => page.faults.odd > 0)) notes.push('odd_characters_replaced');
  return notes;
};
