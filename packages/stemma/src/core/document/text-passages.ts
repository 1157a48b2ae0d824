import { LIMITS } from '@stemma/contract/limits';
import type { PassageDraft, PassageKind } from '@stemma/contract/records';
import { cutFront } from '../text/graphemes.ts';
import { endsSentence } from './sentence-ends.ts';

/** Text of a file without pages: a paragraph, a list item, a table, a piece of code. */
export type TextPiece = { kind: PassageKind; section: readonly string[]; text: string };

const { target: TARGET, max: MAX } = LIMITS.passageLength;

/** Pieces → passages by the rules of printed ones: one section, one kind, cut at the ends of sentences. */
export const packPieces = (pieces: readonly TextPiece[]): PassageDraft[] => {
  const passages: PassageDraft[] = [];
  let open: { piece: TextPiece; text: string } | undefined;
  const flush = () => {
    if (open !== undefined) passages.push(toPassage(open.piece, open.text));
    open = undefined;
  };
  for (const piece of pieces) {
    for (const [index, part] of toParts(piece).entries()) {
      if (open !== undefined && !fits(open, piece, part, index)) flush();
      if (open === undefined) open = { piece, text: part.text };
      else open = { piece, text: open.text + (index === 0 ? ' ' : part.joint) + part.text };
    }
    if (isWhole(piece)) flush();
  }
  flush();
  return passages;
};

type Part = { text: string; joint: string };

const isWhole = (piece: TextPiece): boolean => piece.kind !== 'text' && piece.kind !== 'abstract';

const fits = (
  open: { piece: TextPiece; text: string },
  piece: TextPiece,
  part: Part,
  index: number,
): boolean => {
  if (open.piece.kind !== piece.kind) return false;
  if (open.piece.section.join('\n') !== piece.section.join('\n')) return false;
  const length = open.text.length + 1 + part.text.length;
  if (length > MAX) return false;
  if (index === 0 && open.text.length > 0.5 * TARGET) return false;
  return length <= TARGET || open.text.length < 0.35 * TARGET;
};

/** Sentences of prose, lines of code and tables; whatever is longer than a passage is cut at a space. */
const toParts = (piece: TextPiece): Part[] => {
  const lines = piece.kind === 'code' || piece.kind === 'table';
  const parts: Part[] = lines
    ? piece.text.split('\n').map((text) => ({ text, joint: '\n' }))
    : toSentences(piece.text).map((sentence) => ({ text: sentence.text, joint: sentence.space ? ' ' : '' }));
  return parts.flatMap(cutLong);
};

const cutLong = (part: Part): Part[] => {
  const out: Part[] = [];
  let rest = part.text;
  let { joint } = part;
  while (rest.length > MAX) {
    const front = cutFront(rest, MAX);
    const space = front.lastIndexOf(' ');
    const cut = space > MAX / 2 ? space : front.length;
    out.push({ text: rest.slice(0, cut), joint });
    joint = space > MAX / 2 ? ' ' : '';
    rest = rest.slice(space > MAX / 2 ? cut + 1 : cut);
  }
  return [...out, { text: rest, joint }];
};

const toSentences = (text: string): { text: string; space: boolean }[] => {
  const sentences: { text: string; space: boolean }[] = [];
  let start = 0;
  let space = false;
  const close = (end: number, next: number) => {
    sentences.push({ text: text.slice(start, end), space });
    space = next > end;
    start = next;
  };
  for (const match of text.matchAll(/ |(?<=[。！？；]["'”’）」』]*)(?=[^\s。！？；"'”’）」』])/gu)) {
    const end = match.index;
    if (end <= start) continue;
    const next = end + match[0].length;
    const last = text.slice(Math.max(start, end - 24), end);
    if (endsSentence(last, text.slice(next, next + 12).split(' ')[0])) close(end, next);
  }
  close(text.length, text.length);
  return sentences.filter((sentence) => sentence.text !== '');
};

const toPassage = (piece: TextPiece, text: string): PassageDraft => ({
  kind: piece.kind,
  text: text.normalize('NFC'),
  section: [...piece.section],
  lines: [],
  regions: [],
});
