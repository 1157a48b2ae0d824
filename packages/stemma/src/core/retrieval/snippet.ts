import { LIMITS } from '@stemma/contract/limits';
import type { Span } from '@stemma/contract/place';
import { graphemeEnd, graphemeStart } from '../text/graphemes.ts';

export type Snippet = { text: string; matches: Span[] };

/** How much of a passage one snippet shows at most, in UTF-16 units. */
const LENGTH = 320;

/**
 * The part of a passage around its matches: from `LIMITS.snippetAround` characters before the first one
 * to as many after the last that fits, with ellipses where something was cut and the matches moved along.
 */
export const snippet = (text: string, matches: readonly Span[]): Snippet => {
  const first = matches[0] ?? { start: 0, end: 0 };
  const from = graphemeStart(text, Math.max(0, first.start - LIMITS.snippetAround));
  const last = matches.findLast((match) => match.end - from <= LENGTH) ?? first;
  const to = graphemeEnd(
    text,
    Math.min(text.length, Math.max(last.end + LIMITS.snippetAround, from + LIMITS.previewLength)),
  );
  const before = from > 0 ? '…' : '';
  const after = to < text.length ? '…' : '';
  return {
    text: before + text.slice(from, to) + after,
    matches: matches
      .filter((match) => match.start >= from && match.end <= to)
      .map(({ start, end }) => ({ start: start - from + before.length, end: end - from + before.length })),
  };
};
