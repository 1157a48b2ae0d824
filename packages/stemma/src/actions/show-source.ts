import { Facts, Passage, Source, SourceFile } from '@stemma/contract/records';
import { z } from 'zod';
import { StemmaError } from '../errors/stemma-error.ts';
import { defineAction } from './action.ts';
import { findSource } from './find-source.ts';

const Section = z.object({ path: z.array(z.string()), page: z.int().nullable(), passages: z.int() });

/** Sections in reading order: each path once, with the page it begins on. */
const sectionsOf = (passages: readonly Passage[]): z.input<typeof Section>[] => {
  const sections = new Map<string, z.input<typeof Section>>();
  for (const { section, page } of passages) {
    if (section.length === 0) continue;
    const name = section.join('\n');
    const known = sections.get(name);
    if (known) known.passages += 1;
    else sections.set(name, { path: section, page, passages: 1 });
  }
  return [...sections.values()];
};

export const showSource = defineAction({
  name: 'show-source',
  input: z.object({ key: z.string(), page: z.int().positive().optional() }),
  output: z.object({
    source: Source,
    files: z.array(z.object({ file: SourceFile, facts: Facts })),
    sections: z.array(Section),
    passages: z.array(Passage),
  }),
  run: async ({ stores }, { key, page }) => {
    const source = await findSource(stores, key);
    if (page !== undefined && page > source.pages)
      throw new StemmaError('page_out_of_range', { key: source.key, page, pages: source.pages });
    const [files, all] = await Promise.all([
      stores.sources.files(source.id),
      stores.sources.passages(source.id),
    ]);
    const passages =
      page === undefined
        ? all
        : all.filter((passage) => passage.regions.some((region) => region.page === page));
    return {
      source,
      files: files.map(({ file, facts }) => ({ file, facts })),
      sections: sectionsOf(all),
      passages,
    };
  },
});
