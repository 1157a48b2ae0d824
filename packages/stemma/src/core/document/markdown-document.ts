import type { Facts, PassageDraft } from '@stemma/contract/records';
import type { Nodes, PhrasingContent, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { findLanguage } from './facts.ts';
import { splitFrontMatter } from './front-matter.ts';
import { packPieces, type TextPiece } from './text-passages.ts';

/**
 * Markdown → passages of the plain text a person would copy: no `#`, no `**`, no link targets; code and
 * formulas as written. Headings are the section path, also those without text under them: these are kept
 * as text, so that nothing of the file is lost.
 */
export const readMarkdown = (source: string): { passages: PassageDraft[]; facts: Facts } => {
  const { body, facts } = splitFrontMatter(source.replace(/\r\n?/g, '\n'));
  const guard = guardFormulas(body);
  const tree = fromMarkdown(guard.text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const pieces: TextPiece[] = [];
  const stack: { title: string; level: number }[] = [];
  let firstTitle: string | undefined;
  let bare: { title: string; section: string[] } | undefined;
  const keepBareHeading = () => {
    if (bare !== undefined) pieces.push({ kind: 'text', section: bare.section, text: bare.title });
    bare = undefined;
  };
  for (const node of tree.children) {
    if (node.type === 'heading') {
      const title = tidy(guard.restore(phrasing(node.children)));
      if (title === '') continue;
      while (stack.length > 0 && stack.at(-1)!.level >= node.depth) {
        if (bare !== undefined) keepBareHeading();
        stack.pop();
      }
      if (firstTitle === undefined && node.depth === 1) firstTitle = title;
      stack.push({ title, level: node.depth });
      bare = { title, section: stack.map((one) => one.title) };
      continue;
    }
    const section = stack.map((one) => one.title);
    const found = blockPieces(node, section).map((piece) => ({ ...piece, text: guard.restore(piece.text) }));
    if (found.length > 0) bare = undefined;
    pieces.push(...found);
  }
  keepBareHeading();
  const all = { ...facts };
  if (all.title === undefined && firstTitle !== undefined)
    all.title = { value: firstTitle, origin: 'first_page' };
  const language = findLanguage(
    pieces
      .map((piece) => piece.text)
      .join(' ')
      .slice(0, 8000),
  );
  if (language !== undefined && all.language === undefined)
    all.language = { value: language, origin: 'first_page' };
  return { passages: packPieces(pieces), facts: all };
};

const blockPieces = (node: RootContent, section: string[]): TextPiece[] => {
  switch (node.type) {
    case 'paragraph':
      return piece('text', section, phrasing(node.children));
    case 'code':
      return node.value.trim() === ''
        ? []
        : [{ kind: 'code', section, text: node.value.replace(/\s+$/u, '') }];
    case 'table':
      return [{ kind: 'table', section, text: tableText(node) }].filter(
        (one) => one.text !== '',
      ) as TextPiece[];
    case 'blockquote':
      return node.children.flatMap((child) => blockPieces(child, section));
    case 'list':
      return node.children.flatMap((item) => item.children.flatMap((child) => blockPieces(child, section)));
    case 'footnoteDefinition':
      return node.children.flatMap((child) =>
        blockPieces(child, section).map((one) =>
          one.kind === 'text' ? { ...one, kind: 'footnote' as const } : one,
        ),
      );
    case 'html':
      return piece('text', section, node.value.replace(/<!--[\s\S]*?-->/g, ' ').replace(/<[^>]*>/g, ' '));
    default:
      return [];
  }
};

const piece = (kind: TextPiece['kind'], section: string[], text: string): TextPiece[] => {
  const plain = tidy(text);
  return plain === '' ? [] : [{ kind, section, text: plain }];
};

const tidy = (text: string): string => text.replace(/\s+/gu, ' ').trim().normalize('NFC');

/** One row per line, cells parted by two spaces. */
const tableText = (table: Table): string =>
  table.children
    .map((row) =>
      row.children
        .map((cell) => tidy(phrasing(cell.children)))
        .join('  ')
        .trim(),
    )
    .filter((row) => row !== '')
    .join('\n')
    .normalize('NFC');

const phrasing = (nodes: readonly PhrasingContent[]): string => nodes.map(inline).join('');

const inline = (node: Nodes): string => {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      return node.value;
    case 'break':
      return ' ';
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'html':
      return /^<br\b/i.test(node.value) ? ' ' : '';
    case 'footnoteReference':
      return '';
    default:
      return 'children' in node ? (node.children as Nodes[]).map(inline).join('') : '';
  }
};

const FORMULA =
  /\$\$[^$]+?\$\$|\\\([^\n]+?\\\)|\\\[[\s\S]+?\\\]|(?<![\\$\w])\$(?=\S)[^$\n]{1,400}?(?<=\S)\$(?![\d$])/gu;
const OPEN = '\uE0F0';
const CLOSE = '\uE0F1';

/** Formulas are put aside while Markdown is read: their `_` and `*` are no emphasis. */
const guardFormulas = (source: string) => {
  const kept: string[] = [];
  const clean = source.replace(/[\uE0F0\uE0F1]/gu, '');
  const text = clean.replace(FORMULA, (formula) => `${OPEN}${kept.push(formula) - 1}${CLOSE}`);
  const restore = (part: string): string =>
    part.replace(/\uE0F0(\d+)\uE0F1/gu, (_, index: string) => kept[Number(index)] ?? '');
  return { text, restore };
};
