import type { Span } from '@stemma/contract/place';
import { graphemeEnd, graphemeStart } from './graphemes.ts';
import { toSimplified } from './script.ts';

export type Folded = {
  /** What is compared: see {@link fold}. */
  readonly text: string;
  /**
   * The smallest span of whole graphemes of the original that a span of the folded text came from; an
   * empty span stays empty.
   */
  toOriginal(span: Span): Span;
};

/** Letters that NFKD does not take apart but that people type without their stroke or ligature. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
};
const LETTER = /[ßæœøđðþłıħŧς]/gu;
/** Marks of Latin, Greek and Cyrillic; those of other scripts are vowels or consonants and stay. */
const DIACRITIC = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu;
const DASH = /[\u2010-\u2015\u2212\u2e3a\u2e3b\ufe58]/gu;
const SINGLE_QUOTE = /[\u2018-\u201b\u2032\u02bc`\u00b4]/gu;
const DOUBLE_QUOTE = /[\u201c-\u201f\u2033\u00ab\u00bb\u300c-\u300f\u301d-\u301f]/gu;
/** Zero-width, direction and variation characters carry no letter. */
const INVISIBLE =
  /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;
const HAN = /\p{Script=Han}/gu;
const MARK = /[\p{M}\uff9e\uff9f]/u;
const BEYOND_ASCII = /[^\x00-\x7f]/;

const foldCluster = (cluster: string): string => {
  let text = cluster;
  // Lower case can bring forth what NFKC changes again and the other way round; two rounds are stable.
  for (let round = 0; round < 2; round += 1) {
    text = text
      .normalize('NFKC')
      .toLowerCase()
      .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
      .normalize('NFD')
      .replace(DIACRITIC, '')
      .normalize('NFC');
  }
  return text
    .replace(INVISIBLE, '')
    .replace(DASH, '-')
    .replace(SINGLE_QUOTE, "'")
    .replace(DOUBLE_QUOTE, '"')
    .replace(HAN, toSimplified);
};

const clusters = new Map<string, string>();
const foldCached = (cluster: string): string => {
  let folded = clusters.get(cluster);
  if (folded === undefined) {
    folded = foldCluster(cluster);
    if (clusters.size > 20_000) clusters.clear();
    clusters.set(cluster, folded);
  }
  return folded;
};

const isHanOrSyllable = (unit: number): boolean =>
  (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3);

/** End of the character at `start` with the marks that sit on it. */
const clusterEnd = (text: string, start: number): number => {
  let end = start + (text.codePointAt(start)! > 0xffff ? 2 : 1);
  while (end < text.length) {
    const unit = text.charCodeAt(end);
    if (unit < 0x300 || isHanOrSyllable(unit)) break;
    const next = String.fromCodePoint(text.codePointAt(end)!);
    if (!MARK.test(next)) break;
    end += next.length;
  }
  return end;
};

const SOFT_HYPHEN = 0xad;

/** White space behind a soft hyphen is a line end inside a word and goes with it. */
const softHyphenEnd = (text: string, at: number): number => {
  let end = at + 1;
  while (end < text.length && /\s/u.test(text[end]!)) end += 1;
  return end;
};

const lowerAscii = (text: string): string => text.toLowerCase().replaceAll('`', "'");

const identityFold = (text: string): Folded => ({
  text: lowerAscii(text),
  toOriginal: (span) => ({
    start: graphemeStart(text, span.start),
    end: span.end <= span.start ? graphemeStart(text, span.start) : graphemeEnd(text, span.end),
  }),
});

type Piece = (piece: string, start: number, end: number) => void;

/** End of a run of ASCII; its last character is left to the marks that follow it, if any do. */
const asciiEnd = (text: string, start: number): number => {
  let end = start;
  while (end < text.length && text.charCodeAt(end) < 0x80) end += 1;
  return end > start && end < text.length && clusterEnd(text, end - 1) > end ? end - 1 : end;
};

/** Folds piece by piece: runs of ASCII (one unit to one unit) as they are met, other characters with their marks. */
const walk = (text: string, ascii: (start: number, end: number) => void, piece: Piece): void => {
  for (let at = 0; at < text.length; ) {
    const run = asciiEnd(text, at);
    if (run > at) {
      ascii(at, run);
      at = run;
    } else if (text.charCodeAt(at) === SOFT_HYPHEN) at = softHyphenEnd(text, at);
    else {
      const end = clusterEnd(text, at);
      piece(foldCached(text.slice(at, end)), at, end);
      at = end;
    }
  }
};

const mappedFold = (text: string): Folded => {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  walk(
    text,
    (start, end) => {
      folded += lowerAscii(text.slice(start, end));
      for (let at = start; at < end; at += 1) {
        starts.push(at);
        ends.push(at + 1);
      }
    },
    (piece, start, end) => {
      folded += piece;
      for (let k = 0; k < piece.length; k += 1) {
        starts.push(start);
        ends.push(end);
      }
    },
  );
  return {
    text: folded,
    toOriginal: ({ start, end }) => {
      const from = graphemeStart(text, starts[start] ?? text.length);
      if (end <= start) return { start: from, end: from };
      return { start: from, end: graphemeEnd(text, ends[end - 1] ?? text.length) };
    },
  };
};

/**
 * The text as it is compared: width and compatibility forms (NFKC), case, diacritics and script folded,
 * dashes as `-`, quotes straight, invisible characters dropped. White space stays as it is. What is
 * shown, quoted and exported is always the original; `toOriginal` leads back to it.
 */
export const fold = (text: string): Folded =>
  BEYOND_ASCII.test(text) ? mappedFold(text) : identityFold(text);

/** {@link fold} without the way back, which costs a third. */
export const foldText = (text: string): string => {
  if (!BEYOND_ASCII.test(text)) return lowerAscii(text);
  let folded = '';
  walk(
    text,
    (start, end) => {
      folded += lowerAscii(text.slice(start, end));
    },
    (piece) => {
      folded += piece;
    },
  );
  return folded;
};
