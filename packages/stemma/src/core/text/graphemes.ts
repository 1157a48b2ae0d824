const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Below U+0300 nothing joins its neighbour but CR and LF. */
const isPlain = (unit: number): boolean => unit < 0x300 && unit !== 0x0a;

/** Start of the grapheme that holds the UTF-16 offset; the offset itself when it is a boundary. */
export const graphemeStart = (text: string, offset: number): number => {
  if (offset <= 0) return 0;
  if (offset >= text.length) return text.length;
  if (isPlain(text.charCodeAt(offset)) && text.charCodeAt(offset - 1) < 0x300) return offset;
  return segmenter.segment(text).containing(offset)?.index ?? offset;
};

/** End of the grapheme that holds the UTF-16 offset; the offset itself when it is a boundary. */
export const graphemeEnd = (text: string, offset: number): number => {
  const start = graphemeStart(text, offset);
  if (start === offset) return offset;
  const segment = segmenter.segment(text).containing(start);
  return segment ? segment.index + segment.segment.length : offset;
};

/** At most `length` UTF-16 units from the front, never ending inside a grapheme. */
export const cutFront = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, graphemeStart(text, length));

/** At most `length` UTF-16 units from the back, never beginning inside a grapheme. */
export const cutBack = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(graphemeEnd(text, text.length - length));

/** A preview of at most `length` UTF-16 units, with an ellipsis when something was left out. */
export const preview = (text: string, length: number): string => {
  const tidy = text.trim().replace(/\s+/gu, ' ');
  return tidy.length <= length ? tidy : `${cutFront(tidy, length - 1).trimEnd()}…`;
};

/** The first `count` graphemes, all of them when there are fewer. */
export const firstGraphemes = (text: string, count: number): string => {
  let seen = 0;
  for (const { index } of segmenter.segment(text)) {
    if (seen === count) return text.slice(0, index);
    seen += 1;
  }
  return text;
};
