import { readFileSync, statSync } from 'node:fs';
import { LIMITS } from '@stemma/contract/limits';
import { StemmaError } from '../../errors/stemma-error.ts';

export type TextFileRequest = { path: string; shownPath: string; kind: 'markdown' | 'text' | 'tex' };

export type DecodedText = { text: string; legacy: boolean };

/** Reads a text file: UTF-8, UTF-16 by its mark, else the Chinese legacy encodings (GB 18030 holds GBK). */
export const readTextFile = (request: TextFileRequest): DecodedText => {
  const path = request.shownPath;
  const size = statSync(request.path).size;
  if (size > LIMITS.textBytes)
    throw new StemmaError('file_too_large', { path, size, limit: LIMITS.textBytes });
  return decodeText(readFileSync(request.path), path);
};

export const decodeText = (bytes: Uint8Array, path: string): DecodedText => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: decode('utf-16le', bytes, path), legacy: false };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: decode('utf-16be', bytes, path), legacy: false };
  if (bytes.subarray(0, 1 << 20).includes(0)) throw new StemmaError('text_binary', { path });
  const utf8 = tryDecode('utf-8', bytes);
  if (utf8 !== undefined) return { text: utf8, legacy: false };
  const position = firstBadUtf8(bytes);
  const legacy = tryDecode('gb18030', bytes);
  if (legacy === undefined || !looksChinese(legacy))
    throw new StemmaError('text_undecodable', { path, position });
  return { text: legacy, legacy: true };
};

const decode = (encoding: string, bytes: Uint8Array, path: string): string => {
  const text = tryDecode(encoding, bytes);
  if (text === undefined) throw new StemmaError('text_undecodable', { path, position: 0 });
  return text;
};

const tryDecode = (encoding: string, bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** GB 18030 gives a character to nearly any bytes; real text of it is mostly common Han characters. */
const looksChinese = (text: string): boolean => {
  const foreign = [...text.slice(0, 100_000)].filter((character) => character > '\u007F');
  const common = foreign.filter((character) =>
    /[\u4E00-\u9FA5\u3000-\u303F\uFF00-\uFFEF\u2010-\u2027]/u.test(character),
  );
  return foreign.length > 0 && common.length >= 0.85 * foreign.length;
};

/** Offset of the first sequence that is no UTF-8. */
export const firstBadUtf8 = (bytes: Uint8Array): number => {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isUtf8(bytes.subarray(0, middle + 1), true)) low = middle + 1;
    else high = middle;
  }
  // the fault shows at the byte after the first ones of a broken sequence
  while (low > 0 && !isUtf8(bytes.subarray(0, low), false)) low -= 1;
  return low;
};

/** `open`: the last sequence may still be going on. */
const isUtf8 = (bytes: Uint8Array, open: boolean): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: open });
    return true;
  } catch {
    return false;
  }
};
