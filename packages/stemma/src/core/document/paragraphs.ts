import type { PassageKind } from '@stemma/contract/records';
import type { PrintedLine } from './page-layout.ts';
import type { PlacedBlock, Role } from './sections.ts';
import { isFinished } from './sentence-ends.ts';

/** Lines that are read as one, over columns and pages. */
export type Paragraph = { kind: PassageKind; section: readonly string[]; lines: PrintedLine[] };

const KINDS: Readonly<Record<Role, PassageKind>> = {
  title: 'text',
  heading: 'text',
  text: 'text',
  abstract: 'abstract',
  caption: 'caption',
  footnote: 'footnote',
  table: 'table',
  aside: 'text',
  code: 'code',
  reference: 'reference',
  front: 'text',
  label: 'text',
};
/** What stands in the document's facts or inside its pictures is no text. */
const LEFT_OUT: ReadonlySet<Role> = new Set(['front', 'label']);
const FLOATS: ReadonlySet<Role> = new Set(['caption', 'footnote', 'table', 'aside']);

/**
 * Blocks → paragraphs. A paragraph cut by a column, a page or a float is mended; the float follows it.
 * Headings are carried by the section path; one that nothing stands under is kept as text.
 */
export const toParagraphs = (placed: readonly PlacedBlock[]): Paragraph[] => {
  const paragraphs: Paragraph[] = [];
  let open: { paragraph: Paragraph; role: Role; at: number } | undefined;
  placed.forEach((item, index) => {
    const { block, role, section } = item;
    if (LEFT_OUT.has(role)) return;
    if (role === 'heading') {
      open = undefined;
      if (!isCarried(placed, index)) paragraphs.push({ kind: 'text', section, lines: block.lines });
      return;
    }
    if (
      open !== undefined &&
      open.role === role &&
      !FLOATS.has(role) &&
      continuesParagraph(open.paragraph, item)
    ) {
      open.paragraph.lines.push(...block.lines);
      return;
    }
    const paragraph = { kind: KINDS[role], section, lines: [...block.lines] };
    paragraphs.push(paragraph);
    if (!FLOATS.has(role)) open = { paragraph, role, at: paragraphs.length - 1 };
  });
  return paragraphs.flatMap((paragraph) =>
    paragraph.kind === 'reference' ? splitEntries(paragraph) : [paragraph],
  );
};

/** Whether some text stands under a heading, so that its title is not lost. */
const isCarried = (placed: readonly PlacedBlock[], index: number): boolean => {
  const { section } = placed[index]!;
  for (let next = index + 1; next < placed.length; next += 1) {
    const other = placed[next]!;
    if (section.some((title, depth) => other.section[depth] !== title)) return false;
    if (other.role !== 'heading') return true;
  }
  return false;
};

const continuesParagraph = (paragraph: Paragraph, next: PlacedBlock): boolean => {
  const last = paragraph.lines.at(-1)!;
  const first = next.block.lines[0]!;
  if (paragraph.section.length !== next.section.length) return false;
  if (paragraph.kind === 'reference') return true;
  if (last.page === first.page && last.region === first.region && last.turn === first.turn) {
    return isInterruptedByFormula(last, first);
  }
  if (Math.abs(last.size / first.size - 1) > 0.09 && last.math < 0.3 && first.math < 0.3) return false;
  if (/[-‐\u00AD]$/u.test(last.text)) return true;
  if (isFinished(last.text)) return false;
  return /^[\p{Ll}\p{N}(\p{Lo}“"‘$]/u.test(first.text) || !next.block.indented;
};

/** Within a column only a formula parts a sentence by blank space. */
const isInterruptedByFormula = (last: PrintedLine, first: PrintedLine): boolean => {
  if (Math.abs(last.size / first.size - 1) > 0.09 && last.math < 0.3 && first.math < 0.3) return false;
  if (last.math > 0.35 || first.math > 0.35) return !isFinished(last.text) || first.math > 0.35;
  return !isFinished(last.text) && /^\p{Ll}/u.test(first.text);
};

/** The list of references → one paragraph for each entry, known by its label or by its hanging indent. */
const splitEntries = (paragraph: Paragraph): Paragraph[] => {
  const { lines } = paragraph;
  const starts = labelsOf(lines) ?? byIndent(lines);
  const entries: Paragraph[] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0 || starts(line)) entries.push({ ...paragraph, lines: [line] });
    else entries.at(-1)!.lines.push(line);
  }
  return entries;
};

const LABELS: readonly RegExp[] = [
  /^\[[^\]]{1,12}\]/u,
  /^\(?(?<number>\d{1,3})[.)]\s/u,
  /^(?<number>\d{1,3})\s+\p{Lu}/u,
];

/** The kind of label the list begins with; numbers count upwards, so that a page number starts nothing. */
const labelsOf = (lines: readonly PrintedLine[]): ((line: PrintedLine) => boolean) | undefined => {
  const label = LABELS.find((one) => lines.slice(0, 3).some((line) => one.test(line.text)));
  if (label === undefined) return undefined;
  let last = 0;
  return (line) => {
    const match = label.exec(line.text);
    if (match === null) return false;
    const number = match.groups?.number;
    if (number === undefined) return true;
    if (last > 0 && Number(number) !== last + 1) return false;
    last = Number(number);
    return true;
  };
};

const byIndent = (lines: readonly PrintedLine[]) => {
  const edges = new Map<string, number>();
  for (const line of lines) {
    const key = `${line.page}:${line.region}`;
    edges.set(key, Math.min(edges.get(key) ?? Number.POSITIVE_INFINITY, line.u0));
  }
  const hangs = (line: PrintedLine) => line.u0 > edges.get(`${line.page}:${line.region}`)! + 0.4 * line.size;
  const anyHangs = lines.some(hangs);
  return (line: PrintedLine): boolean => anyHangs && !hangs(line);
};
