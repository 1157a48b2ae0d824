import type { Line, Rect, Region } from '@stemma/contract/place';

/**
 * Lines and regions of a passage in few bytes: variable-length integers of differences, coordinates in
 * hundredths of a point (readers give two decimals). Anything that would not come back exactly is kept as
 * JSON. The first byte tells which: a quarter of the size of JSON matters, since places are most of a row.
 */
const AS_JSON = 0;
const AS_DELTAS = 1;
const SCALE = 100;
const GREATEST = 2 ** 30;

export type Places = { lines: Line[]; regions: Region[] };

class Inexact extends Error {}

const createWriter = () => {
  const bytes: number[] = [AS_DELTAS];
  const unsigned = (value: number): void => {
    if (!Number.isInteger(value) || value < 0 || value > GREATEST) throw new Inexact();
    let rest = value;
    while (rest > 127) {
      bytes.push((rest & 127) | 128);
      rest >>>= 7;
    }
    bytes.push(rest);
  };
  const signed = (value: number): void => unsigned(value < 0 ? -value * 2 - 1 : value * 2);
  return { unsigned, signed, finish: () => Uint8Array.from(bytes) };
};

const createReader = (bytes: Uint8Array) => {
  let at = 1;
  const unsigned = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 28) throw new RangeError('places are cut short');
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const signed = (): number => {
    const value = unsigned();
    return value & 1 ? -(value + 1) / 2 : value / 2;
  };
  return { unsigned, signed };
};

type Writer = ReturnType<typeof createWriter>;
type Reader = ReturnType<typeof createReader>;

/** Hundredths of a coordinate, or a refusal when they would not give it back. */
const toHundredths = (value: number): number => {
  const hundredths = Math.round(value * SCALE);
  if (hundredths / SCALE !== value || Object.is(value, -0)) throw new Inexact();
  return hundredths;
};

const writeRect = (writer: Writer, rect: Rect, before: Rect): Rect => {
  const next = rect.map(toHundredths) as Rect;
  writer.signed(next[0] - before[0]);
  writer.signed(next[1] - before[1]);
  writer.signed(next[2] - before[2]);
  writer.signed(next[3] - next[1]);
  return next;
};

const readRect = (reader: Reader, before: Rect): Rect => {
  const x0 = before[0] + reader.signed();
  const y0 = before[1] + reader.signed();
  const x1 = before[2] + reader.signed();
  return [x0, y0, x1, y0 + reader.signed()];
};

const toPoints = (rect: Rect): Rect => rect.map((value) => value / SCALE) as Rect;

const writeWords = (writer: Writer, words: readonly number[] | undefined, left: number): void => {
  if (!words) {
    writer.unsigned(0);
    return;
  }
  if (words.length % 3 !== 0) throw new Inexact();
  writer.unsigned(words.length / 3 + 1);
  let offset = 0;
  let edge = left;
  for (let i = 0; i < words.length; i += 3) {
    const start = toHundredths(words[i + 1]!);
    const end = toHundredths(words[i + 2]!);
    writer.signed(words[i]! - offset);
    writer.signed(start - edge);
    writer.signed(end - start);
    offset = words[i]!;
    edge = end;
  }
};

const readWords = (reader: Reader, left: number): number[] | undefined => {
  const count = reader.unsigned();
  if (count === 0) return undefined;
  const words: number[] = [];
  let offset = 0;
  let edge = left;
  for (let i = 1; i < count; i++) {
    offset += reader.signed();
    const start = edge + reader.signed();
    edge = start + reader.signed();
    words.push(offset, start / SCALE, edge / SCALE);
  }
  return words;
};

const ORIGIN: Rect = [0, 0, 0, 0];

const writeDeltas = ({ lines, regions }: Places): Uint8Array => {
  const writer = createWriter();
  let end = 0;
  let page = 0;
  let rect = ORIGIN;
  writer.unsigned(lines.length);
  for (const line of lines) {
    writer.signed(line.start - end);
    writer.signed(line.end - line.start);
    writer.signed(line.page - page);
    rect = writeRect(writer, line.rect, rect);
    writeWords(writer, line.words, rect[0]);
    end = line.end;
    page = line.page;
  }
  writer.unsigned(regions.length);
  for (const region of regions) {
    writer.signed(region.page - page);
    page = region.page;
    writer.unsigned(region.rects.length);
    for (const entry of region.rects) rect = writeRect(writer, entry, rect);
  }
  return writer.finish();
};

const readDeltas = (bytes: Uint8Array): Places => {
  const reader = createReader(bytes);
  const lines: Line[] = [];
  const regions: Region[] = [];
  let end = 0;
  let page = 0;
  let rect = ORIGIN;
  for (let left = reader.unsigned(); left > 0; left--) {
    const start = end + reader.signed();
    end = start + reader.signed();
    page += reader.signed();
    rect = readRect(reader, rect);
    const words = readWords(reader, rect[0]);
    lines.push({ start, end, page, rect: toPoints(rect), ...(words && { words }) });
  }
  for (let left = reader.unsigned(); left > 0; left--) {
    page += reader.signed();
    const rects: Rect[] = [];
    for (let more = reader.unsigned(); more > 0; more--) {
      rect = readRect(reader, rect);
      rects.push(toPoints(rect));
    }
    regions.push({ page, rects });
  }
  return { lines, regions };
};

const writeJson = (places: Places): Uint8Array => {
  const text = new TextEncoder().encode(JSON.stringify(places));
  const bytes = new Uint8Array(text.length + 1);
  bytes[0] = AS_JSON;
  bytes.set(text, 1);
  return bytes;
};

/** Bytes of lines and regions; null when there are none. */
export const encodePlaces = ({ lines, regions }: Places): Uint8Array | null => {
  if (lines.length === 0 && regions.length === 0) return null;
  try {
    return writeDeltas({ lines, regions });
  } catch (error) {
    if (error instanceof Inexact) return writeJson({ lines, regions });
    throw error;
  }
};

export const decodePlaces = (bytes: Uint8Array | null): Places => {
  if (bytes === null) return { lines: [], regions: [] };
  if (bytes[0] === AS_DELTAS) return readDeltas(bytes);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(1)));
};
