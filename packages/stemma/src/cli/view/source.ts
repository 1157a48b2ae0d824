import type { Author, Locale } from '@stemma/contract/records';
import { phrase, plainText } from '@stemma/contract/words/index';

const MAX_NAMES = 3;

const HAN = /\p{Script=Han}/u;

/** Given name first, but family name first and without a space in Han characters. */
export const authorName = ({ family, given }: Author): string => {
  if (!given) return plainText(family);
  return plainText(HAN.test(family) ? family + given : `${given} ${family}`);
};

/** `A, B, C et al.`, or that the authors are not known. */
export const authorsLine = (locale: Locale, authors: readonly Author[]): string => {
  if (authors.length === 0) return phrase(locale, 'authorsUnknown');
  const names = authors
    .slice(0, MAX_NAMES)
    .map(authorName)
    .join(locale === 'zh' ? '，' : ', ');
  if (authors.length <= MAX_NAMES) return names;
  return locale === 'zh' ? `${names} 等` : `${names} et al.`;
};

/** Where a passage stands, for people: the printed label when known, else the page of the PDF. */
export const locatorOf = (
  locale: Locale,
  place: { page: number | null; pageLabel: string | null },
): string | undefined => {
  if (place.page === null) return undefined;
  return place.pageLabel === null
    ? phrase(locale, 'pdfPageLocator', { page: place.page })
    : phrase(locale, 'pageLocator', { label: place.pageLabel });
};
