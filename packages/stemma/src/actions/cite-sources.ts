import { BibliographyFormat, CiteStyle } from '@stemma/contract/bibliography';
import { CslItem } from '@stemma/contract/csl';
import { Locale, type Source } from '@stemma/contract/records';
import { z } from 'zod';
import { formatCitation, formatReference } from '../core/bibliography/format-reference.ts';
import { type CitedPlace, pandocCitation } from '../core/bibliography/pandoc-citation.ts';
import { writeBibliography } from '../core/bibliography/write-bibliography.ts';
import { toCslItem } from '../core/source/csl-json.ts';
import { StemmaError } from '../errors/stemma-error.ts';
import type { OwnedStores } from '../ports/stores.ts';
import { defineAction } from './action.ts';
import { findSource } from './find-source.ts';

type Cited = { readonly item: CslItem; readonly place: CitedPlace };

const labelOf = async ({ sources }: OwnedStores, source: Source, page: number): Promise<string | null> => {
  if (source.pages > 0 && page > source.pages)
    throw new StemmaError('page_out_of_range', { key: source.key, page, pages: source.pages });
  const passages = await sources.passages(source.id, page);
  return passages.find((passage) => passage.page === page)?.pageLabel ?? null;
};

/** The locator in running text: the printed label, else the page of the file. */
const pageText = ({ page, pageLabel }: CitedPlace): string | undefined =>
  pageLabel ?? (page === null ? undefined : String(page));

/**
 * References of sources in one style. `text` is what to print or to write to a file; `citations` are for
 * running text, one per source, where the style has them.
 */
export const citeSources = defineAction({
  name: 'cite-sources',
  input: z.object({
    keys: z.array(z.string()).min(1),
    style: CiteStyle,
    locale: Locale,
    page: z.int().positive().optional(),
  }),
  output: z.object({
    style: CiteStyle,
    items: z.array(CslItem),
    text: z.string(),
    citations: z.array(z.string()),
  }),
  run: async ({ stores }, { keys, style, locale, page }) => {
    if (page !== undefined && BibliographyFormat.safeParse(style).success)
      throw new StemmaError('invalid_input', { field: 'page', reason: style });
    const found = await Promise.all(keys.map((key) => findSource(stores, key)));
    const sources = [...new Map(found.map((source) => [source.id, source])).values()];
    const cited = await Promise.all(
      sources.map(async (source): Promise<Cited> => {
        const pageLabel = page === undefined ? null : await labelOf(stores, source, page);
        return { item: toCslItem(source), place: { sourceKey: source.key, page: page ?? null, pageLabel } };
      }),
    );
    const items = cited.map(({ item }) => item);
    if (style === 'pandoc')
      return { style, items, text: pandocCitation(cited.map(({ place }) => place)), citations: [] };
    if (style !== 'apa' && style !== 'gb7714')
      return { style, items, text: writeBibliography(items, style), citations: [] };
    const numberOf = (index: number) => (style === 'gb7714' ? { number: index + 1 } : {});
    const lines = cited.map(({ item }, index) => {
      const reference = formatReference(item, style, locale);
      return style === 'gb7714' ? `[${index + 1}] ${reference}` : reference;
    });
    const citations = cited.map(({ item, place }, index) => {
      const pageLabel = pageText(place);
      const options = { ...numberOf(index), ...(pageLabel !== undefined && { pageLabel }) };
      return formatCitation(item, style, locale, options);
    });
    return { style, items, text: lines.join('\n'), citations };
  },
});
