import type { Facts, PassageDraft } from '@stemma/contract/records';
import { findLanguage } from './facts.ts';
import { packPieces, type TextPiece } from './text-passages.ts';

const NUMBERED_HEADING =
  /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+\p{Lu}[^.!?]{2,70}|第[一二三四五六七八九十百\d]{1,4}[章节].{0,40}|[一二三四五六七八九十]{1,3}、.{2,40})$/u;
const UNDERLINE = /^(?:={3,}|-{3,})\s*$/;

/**
 * Plain text → passages. Blank lines part paragraphs; a line that is underlined, in capitals or numbered,
 * alone between blank lines, is a heading.
 */
export const readPlainText = (source: string): { passages: PassageDraft[]; facts: Facts } => {
  const blocks = source
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n+|\f/u)
    .map((block) =>
      block
        .split('\n')
        .map((line) => line.trimEnd())
        .filter((line) => line.trim() !== ''),
    )
    .filter((block) => block.length > 0);
  const pieces: TextPiece[] = [];
  let section: string[] = [];
  let bare: string | undefined;
  for (const block of blocks) {
    const heading = headingOf(block);
    if (heading !== undefined) {
      if (bare !== undefined) pieces.push({ kind: 'text', section: [], text: bare });
      section = [heading.title];
      bare = heading.title;
      if (heading.rest.length === 0) continue;
    }
    const text = joinLines(heading?.rest ?? block);
    if (text === '') continue;
    pieces.push({ kind: 'text', section, text });
    bare = undefined;
  }
  if (bare !== undefined) pieces.push({ kind: 'text', section: [], text: bare });
  const facts: Facts = {};
  const language = findLanguage(source.slice(0, 8000));
  if (language !== undefined) facts.language = { value: language, origin: 'first_page' };
  return { passages: packPieces(pieces), facts };
};

const headingOf = (block: readonly string[]): { title: string; rest: string[] } | undefined => {
  const first = block[0]!.trim();
  if (first.length > 90) return undefined;
  if (block.length >= 2 && UNDERLINE.test(block[1]!))
    return { title: first.normalize('NFC'), rest: block.slice(2) };
  const capitals = /\p{Lu}{3}/u.test(first) && first === first.toUpperCase() && !/[.!?,;]$/.test(first);
  return block.length === 1 && (capitals || NUMBERED_HEADING.test(first))
    ? { title: first.normalize('NFC'), rest: [] }
    : undefined;
};

/** Wrapped lines become one; nothing stands between two Han characters, a list keeps its marks. */
const joinLines = (lines: readonly string[]): string => {
  let text = '';
  for (const line of lines) {
    const next = line.trim().replace(/\s+/gu, ' ');
    const tight =
      /[\u2E80-\u9FFF\uFF00-\uFFEF\u3000-\u303F]$/u.test(text) && /^[\u2E80-\u9FFF\uFF00-\uFFEF]/u.test(next);
    text += text === '' || tight ? next : ` ${next}`;
  }
  return text.normalize('NFC');
};
