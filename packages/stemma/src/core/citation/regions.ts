import type { Line, Rect, Region, Span } from '@stemma/contract/place';

const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * Left and right edge of what a span touches of a line; the whole line when its words have no places. A
 * word touched in part is lit in proportion: that happens in scripts without spaces, where a "word" is a
 * run of characters of one width.
 */
const edges = (line: Line, span: Span): [number, number] => {
  const words = line.words ?? [];
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (let i = 0; i + 2 < words.length; i += 3) {
    const start = line.start + words[i]!;
    const isLast = i + 3 >= words.length;
    const end = isLast ? line.end : line.start + words[i + 3]!;
    if (start >= span.end || end <= span.start) continue;
    const width = words[i + 2]! - words[i + 1]!;
    // The blank behind a word is no part of its width.
    const length = Math.max(1, end - start - (isLast ? 0 : 1));
    const at = (offset: number): number =>
      words[i + 1]! + width * Math.min(1, Math.max(0, (offset - start) / length));
    left = Math.min(left, at(span.start));
    right = Math.max(right, at(span.end));
  }
  return left <= right ? [left, right] : [line.rect[0], line.rect[2]];
};

/**
 * Where a span of a passage stands on its pages: one rectangle per printed line, of the words it touches,
 * in points; pages in the order in which the span meets them. Empty for a passage without lines.
 */
export const spanRegions = (lines: readonly Line[], span: Span): Region[] => {
  const regions = new Map<number, Rect[]>();
  for (const line of lines) {
    if (line.start >= span.end || line.end <= span.start) continue;
    const [left, right] = edges(line, span);
    const rects = regions.get(line.page) ?? [];
    rects.push([round(left), round(line.rect[1]), round(right), round(line.rect[3])]);
    regions.set(line.page, rects);
  }
  return [...regions].map(([page, rects]) => ({ page, rects }));
};
