export type DoiMention = { readonly doi: string; readonly start: number; readonly end: number };

/** Crossref's recommended pattern for DOIs, widened by the characters old ones hold. */
const MENTION = /(?<![\w.])10\.\d{4,9}(?:\.\d+)*\/[^\s"<>{}|\\^`[\]【】（）《》，。；、]+/gu;

const count = (text: string, mark: string): number => text.split(mark).length - 1;

/** Takes off what a sentence put behind the DOI: stops, quotes, a bracket that was opened before it. */
const trimTail = (doi: string): string => {
  let end = doi;
  for (;;) {
    const last = end.at(-1) ?? '';
    const isUnopened = last === ')' && count(end, ')') > count(end, '(');
    if (/[.,;:!?'"*_’”]/u.test(last) || isUnopened) end = end.slice(0, -1);
    else return end;
  }
};

/** DOIs written in a text, lower case (they are compared without case), with where they stand. */
export const findDois = (text: string): DoiMention[] =>
  [...text.matchAll(MENTION)].flatMap((match) => {
    const doi = trimTail(match[0]);
    if (doi.endsWith('/')) return [];
    return [{ doi: doi.toLowerCase(), start: match.index, end: match.index + doi.length }];
  });

/** The first DOI of a text (a DOI, a link, a line with one), lower case; undefined when it has none. */
export const parseDoi = (text: string): string | undefined => {
  const decoded = text.replace(/%2f/giu, '/').replace(/%28/gu, '(').replace(/%29/gu, ')');
  return findDois(decoded.normalize('NFKC'))[0]?.doi.replace(/[?#].*$/u, '');
};
