import type { CslItem } from '@stemma/contract/csl';
import type { Locale } from '@stemma/contract/records';
import { isHan } from './person-name.ts';

/** The language a reference is written in: that of the work, or of the reader where it shows none. */
export const languageOf = (item: CslItem, locale: Locale): Locale => {
  if (/^(?:zh|chinese)/i.test(item.language ?? '') || isHan(item.title)) return 'zh';
  const letters = item.title + (item.author ?? []).map(({ family }) => family).join('');
  return /\p{L}/u.test(letters) ? 'en' : locale;
};

/** Ends a part with a full stop where it has no end of its own. */
export const stopped = (part: string): string => (/[.?!。？！…]$/u.test(part) ? part : `${part}.`);

/** Parts that are there, joined. */
export const joined = (parts: readonly (string | undefined)[], between: string): string =>
  parts.filter((part) => part !== undefined && part !== '').join(between);

/** First letters of given names: `Jean-Paul M.` is `J.-P. M.` with marks, `J-P M` without. */
export const initials = (given: string, mark: '.' | ''): string =>
  given
    .replace(/\.(?=\S)/g, '. ')
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) =>
      part
        .split('-')
        .filter((half) => /\p{L}/u.test(half))
        .map((half) => {
          const isRun = mark === '' && /^\p{Lu}{2,3}$/u.test(half);
          return isRun ? [...half].join(' ') : `${[...half].find((letter) => /\p{L}/u.test(letter))}${mark}`;
        })
        .join('-'),
    )
    .filter((part) => part !== '')
    .join(' ');

/** `1-20` with the dash of the style. */
export const pageRange = (page: string, dash: string): string => page.replace(/(?<=\w)-(?=\w)/g, dash);

const ORDINAL_ENDS = ['th', 'st', 'nd', 'rd'];

/** `4` as `4th`; words stay. */
export const ordinal = (edition: string): string => {
  const number = Number(/^(\d+)(?:st|nd|rd|th)?$/i.exec(edition.trim())?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) return edition;
  const isTeen = number % 100 >= 11 && number % 100 <= 13;
  return `${number}${isTeen ? 'th' : (ORDINAL_ENDS[number % 10] ?? 'th')}`;
};

/** The link of a work: its DOI, its place on arXiv, or its address. */
export const linkOf = ({ DOI, arxivId, URL }: CslItem): string | undefined => {
  if (DOI !== undefined) return `https://doi.org/${DOI}`;
  return arxivId === undefined ? URL : `https://arxiv.org/abs/${arxivId}`;
};
