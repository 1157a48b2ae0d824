import type { Span } from '@stemma/contract/place';
import { isTerminator, sentenceEnd } from './sentence-end.ts';

const trimSpan = (text: string, start: number, end: number): Span | undefined => {
  let from = start;
  let to = end;
  while (from < to && /\s/u.test(text[from]!)) from += 1;
  while (to > from && /\s/u.test(text[to - 1]!)) to -= 1;
  return to > from ? { start: from, end: to } : undefined;
};

/** Sentences of a passage, in order, without the white space between them. A blank line ends one too. */
export const sentenceSpans = (text: string): Span[] => {
  const spans: Span[] = [];
  const peek = (offset: number): string => text[offset] ?? '';
  const close = (start: number, end: number): void => {
    const span = trimSpan(text, start, end);
    if (span) spans.push(span);
  };
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at]!;
    let end = -1;
    if (character === '\n' && /^\n[^\S\n]*\n/u.test(text.slice(at, at + 40))) end = at + 1;
    else if (isTerminator(character)) end = sentenceEnd(text, at, start, peek);
    if (end > 0) {
      close(start, end);
      start = end;
      at = end;
    } else at += 1;
  }
  close(start, text.length);
  return spans;
};
