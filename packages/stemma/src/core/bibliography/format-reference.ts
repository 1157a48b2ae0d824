import type { ReferenceStyle } from '@stemma/contract/bibliography';
import type { CslItem } from '@stemma/contract/csl';
import type { Locale } from '@stemma/contract/records';
import { apaCitation, apaReference } from './apa.ts';
import { gbCitation, gbReference } from './gb7714.ts';

/** One entry of a list of references as plain text; numbers of a numbered list are put before it. */
export const formatReference = (item: CslItem, style: ReferenceStyle, locale: Locale): string =>
  style === 'apa' ? apaReference(item) : gbReference(item, locale);

export type CitationOptions = {
  /** Place in a numbered list; without it the citation is by author and year. */
  readonly number?: number;
  readonly pageLabel?: string;
};

/** A citation in running text. */
export const formatCitation = (
  item: CslItem,
  style: ReferenceStyle,
  locale: Locale,
  { number, pageLabel }: CitationOptions = {},
): string => {
  if (style === 'gb7714')
    return gbCitation(item, locale, {
      ...(number !== undefined && { number }),
      ...(pageLabel !== undefined && { locator: pageLabel }),
    });
  const isRange = pageLabel !== undefined && /[-–,]/.test(pageLabel);
  return apaCitation(item, pageLabel === undefined ? undefined : `${isRange ? 'pp.' : 'p.'} ${pageLabel}`);
};
