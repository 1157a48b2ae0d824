import type { Author } from '@stemma/contract/records';
import { ENGLISH_STOP_WORDS } from '../text/stop-words.ts';
import { familyToAscii, toAscii } from './ascii.ts';

/** What a key is made from. */
export type KeyFacts = {
  readonly authors: readonly Author[];
  readonly year: number | null;
  readonly title: string | null;
  readonly fileName: string;
};

const WORD_LENGTH = 20;
const KEY_LENGTH = 40;
const EXTENSION = /\.[a-z0-9]{1,6}$/iu;
const LEADING = new Set([
  'a',
  'an',
  'the',
  'on',
  'der',
  'die',
  'das',
  'ein',
  'eine',
  'le',
  'la',
  'les',
  'un',
  'une',
  'el',
  'los',
]);

const words = (text: string): string[] =>
  toAscii(text)
    .toLowerCase()
    .replace(/'/gu, '')
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '');

const isSignificant = (word: string): boolean =>
  word.length > 1 && !ENGLISH_STOP_WORDS.has(word) && !LEADING.has(word) && /[a-z]/u.test(word);

const significant = (title: string): string[] => {
  const all = words(title);
  const kept = all.filter(isSignificant);
  return kept.length > 0 ? kept : all;
};

const familyWord = (authors: readonly Author[]): string => {
  for (const author of authors) {
    const word = words(familyToAscii(author.family)).join('').slice(0, WORD_LENGTH);
    if (word !== '') return word;
  }
  return '';
};

const fileStem = (fileName: string): string => {
  const name = fileName.split(/[\\/]/u).at(-1) ?? '';
  return words(name.replace(EXTENSION, '')).join('').slice(0, KEY_LENGTH);
};

/**
 * A citation key that can be read and typed: lower-case ASCII letters and digits. Family name of the first
 * author, year, first significant word of the title (`shapiro2011conflict`); without author the first two
 * title words and the year; without title the author and year; with nothing the file name; and `source`
 * when that has no letter either. A Chinese family name is spelled by its reading (`surnames.ts`); Han
 * characters of a title are left out, since a key must be typeable everywhere: `zhang2021`.
 */
export const citationKey = ({ authors, year, title, fileName }: KeyFacts): string => {
  const family = familyWord(authors);
  const title_ = title === null ? [] : significant(title).map((word) => word.slice(0, WORD_LENGTH));
  const when = year === null ? '' : String(year);
  if (family !== '' && (when !== '' || title_.length > 0))
    return `${family}${when}${title_[0] ?? ''}`.slice(0, KEY_LENGTH);
  if (title_.length > 0) return `${title_.slice(0, 2).join('')}${when}`.slice(0, KEY_LENGTH);
  const named = fileStem(fileName);
  if (/[a-z]/u.test(named)) return named;
  return `${family || 'source'}${when || named}`;
};

/**
 * Letters of a file hash that tell two sources of one key apart: `a`–`p` for each hexadecimal digit, so
 * that the key does not depend on which file was added first. Longer when `length` letters clash too.
 */
export const clashSuffix = (fileSha256: string, length = 4): string =>
  [...fileSha256.slice(0, length)]
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
    .join('');

/** A key as it was given, then with letters of the hash. */
export const keyChoices = (key: string, sha256: string): string[] => [
  key,
  ...[4, 6, 8, 16].map((length) => `${key}-${clashSuffix(sha256, length)}`),
];

/** The keys to try, in order: the plain one, then with 4, 6, 8 and 16 letters of the hash. */
export const citationKeyChoices = (facts: KeyFacts, fileSha256: string): string[] =>
  keyChoices(citationKey(facts), fileSha256);
