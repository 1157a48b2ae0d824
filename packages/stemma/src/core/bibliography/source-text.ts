/** Characters no text may hold: controls other than tab and line feed, and half surrogates. */
const ODD =
  /[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A bibliography as it is read: line ends as `\n`, without byte-order mark and odd characters. */
export type SourceText = {
  readonly text: string;
  /** Odd characters left out, and the line of the first. */
  readonly odd: { readonly count: number; readonly line: number } | null;
  /** Line of an offset, from 1. */
  lineAt(offset: number): number;
  /** Offset where the line of an offset begins. */
  lineStart(offset: number): number;
};

const lineStarts = (text: string): number[] => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
};

const lineIn = (starts: readonly number[], offset: number): number => {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
};

const findOdd = (text: string): SourceText['odd'] => {
  const at = text.search(ODD);
  if (at < 0) return null;
  return { count: text.match(ODD)?.length ?? 0, line: lineIn(lineStarts(text), at) };
};

export const toSourceText = (raw: string): SourceText => {
  const lines = raw.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const odd = findOdd(lines);
  const text = odd ? lines.replace(ODD, '') : lines;
  const starts = lineStarts(text);
  return {
    text,
    odd,
    lineAt: (offset) => lineIn(starts, offset),
    lineStart: (offset) => starts[lineIn(starts, offset) - 1]!,
  };
};
