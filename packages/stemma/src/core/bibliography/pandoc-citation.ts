/** Where a citation points to: a work, and a page by its printed label or by its index in the file. */
export type CitedPlace = {
  readonly sourceKey: string;
  readonly page: number | null;
  readonly pageLabel: string | null;
};

/** A key that Pandoc reads without braces. */
const PLAIN_KEY = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_]|[:.#$%&+?<>~/-](?=[\p{L}\p{N}_]))*$/u;
/** A locator that Pandoc tells from a suffix without braces. */
const PLAIN_LABEL = /^(?:\d+|[ivxlcdm]+)(?:[-–]\w+)?$/i;

const keyOf = (key: string): string => (PLAIN_KEY.test(key) ? `@${key}` : `@{${key.replace(/[{}]/g, '')}}`);

/** `p. 12` by the printed label; a page of the file alone has none to give and is `PDF p. 12`. */
const locatorOf = ({ page, pageLabel }: CitedPlace): string | undefined => {
  if (pageLabel !== null)
    return PLAIN_LABEL.test(pageLabel) ? `p. ${pageLabel}` : `{p. ${pageLabel.replace(/[{}]/g, '')}}`;
  return page === null ? undefined : `PDF p. ${page}`;
};

/** `[@zhang2021, p. 12; @li2020, PDF p. 3]`: each place once, in order. */
export const pandocCitation = (places: readonly CitedPlace[]): string => {
  const parts = places.map((place) => {
    const locator = locatorOf(place);
    return locator === undefined ? keyOf(place.sourceKey) : `${keyOf(place.sourceKey)}, ${locator}`;
  });
  return `[${[...new Set(parts)].join('; ')}]`;
};
