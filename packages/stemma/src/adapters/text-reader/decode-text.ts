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
  for (const [encoding, fits] of LEGACY) {
    const text = tryDecode(encoding, bytes);
    if (text !== undefined && fits(text)) return { text, legacy: true };
  }
  throw new StemmaError('text_undecodable', { path, position });
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

const HAN = /[\u4E00-\u9FA5\u3000-\u303F\uFF00-\uFFEF]/u;
const HAN_PUNCTUATION = /[\u2010-\u2027]/u;
const SAMPLE = 100_000;
/** Share of the characters beyond ASCII that must fit an encoding for the text to count as of it. */
const FITTING = 0.85;

const share = (characters: readonly string[], fits: (character: string, index: number) => boolean): number =>
  characters.length === 0 ? 0 : characters.filter(fits).length / characters.length;

/**
 * GB 18030 gives a character to nearly any bytes. Real text of it is mostly common Han characters that stand
 * side by side; one alone inside a Latin word is two letters of a western text.
 */
const looksChinese = (text: string): boolean => {
  const sample = text.slice(0, SAMPLE);
  const foreign = [...sample].filter((character) => character > '\u007F');
  const runs = [...sample.matchAll(/[\u4E00-\u9FA5\u3000-\u303F\uFF00-\uFFEF\u2010-\u2027]+/gu)];
  const inRuns = runs.filter(([run]) => run.length > 1).reduce((sum, [run]) => sum + run.length, 0);
  return (
    share(foreign, (character) => HAN.test(character) || HAN_PUNCTUATION.test(character)) >= FITTING &&
    inRuns >= FITTING * foreign.length
  );
};

/** Letters and signs of western languages in Windows-1252; what it leaves undefined decodes to controls. */
const WESTERN = /[\p{Script=Latin}°±µ·×÷§©®«»¿¡£¥€‘’“”„–—…²³¹¼½¾ªº\u00a0]/u;

const looksWestern = (text: string): boolean => {
  const foreign = [...text.slice(0, SAMPLE)].filter((character) => character > '\u007F');
  return !/[\u0080-\u009f]/u.test(text) && share(foreign, (character) => WESTERN.test(character)) >= FITTING;
};

/** Older encodings in the order they are tried. */
const LEGACY = [
  ['gb18030', looksChinese],
  ['windows-1252', looksWestern],
] as const;

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
