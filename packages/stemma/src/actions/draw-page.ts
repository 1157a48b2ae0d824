import { Rect } from '@stemma/contract/place';
import type { Passage } from '@stemma/contract/records';
import { z } from 'zod';
import { StemmaError } from '../errors/stemma-error.ts';
import type { PageOutline } from '../ports/document-reader.ts';
import { defineAction } from './action.ts';
import { findSource } from './find-source.ts';

const outlinesOf = (passages: readonly Passage[], page: number): PageOutline[] => {
  const outlines: PageOutline[] = [];
  let number = 0;
  for (const { lines, regions } of passages) {
    const rects = regions.filter((region) => region.page === page).flatMap((region) => region.rects);
    if (rects.length === 0) continue;
    number += 1;
    for (const line of lines) if (line.page === page) outlines.push({ rect: line.rect, style: 'line' });
    for (const rect of rects) outlines.push({ rect, style: 'block', number });
  }
  return outlines;
};

/** A picture of one page of a source, with rectangles lit, for looking at. */
export const drawPage = defineAction({
  name: 'draw-page',
  input: z.object({
    key: z.string(),
    page: z.int().positive(),
    lit: z.array(Rect).default([]),
    /** Frames what was read: each passage with its place in the order of the page, and each line. */
    layout: z.boolean().default(false),
    /** Pixels per point. */
    scale: z.number().min(0.5).max(6).default(2),
  }),
  output: z.object({ png: z.instanceof<typeof Uint8Array<ArrayBufferLike>>(Uint8Array) }),
  run: async ({ stores, blobs, renderer }, { key, page, lit, layout, scale }) => {
    const source = await findSource(stores, key);
    if (page > source.pages)
      throw new StemmaError('page_out_of_range', { key: source.key, page, pages: source.pages });
    const passages = layout ? await stores.sources.passages(source.id) : [];
    const files = await stores.sources.files(source.id);
    const pdf = files.find(({ file }) => file.kind === 'pdf')?.file;
    if (pdf === undefined) throw new StemmaError('page_out_of_range', { key: source.key, page, pages: 0 });
    const path = await blobs.localPath(pdf.sha256);
    const png = await renderer.render(
      { path, shownPath: pdf.name, page, scale, lit, outlines: outlinesOf(passages, page) },
      AbortSignal.timeout(60_000),
    );
    return { png };
  },
});
