import { Rect } from '@stemma/contract/place';
import { z } from 'zod';
import { StemmaError } from '../errors/stemma-error.ts';
import { defineAction } from './action.ts';
import { findSource } from './find-source.ts';

/** A picture of one page of a source, with rectangles lit, for looking at. */
export const drawPage = defineAction({
  name: 'draw-page',
  input: z.object({
    key: z.string(),
    page: z.int().positive(),
    lit: z.array(Rect).default([]),
    /** Pixels per point. */
    scale: z.number().min(0.5).max(6).default(2),
  }),
  output: z.object({ png: z.instanceof<typeof Uint8Array<ArrayBufferLike>>(Uint8Array) }),
  run: async ({ stores, blobs, renderer }, { key, page, lit, scale }) => {
    const source = await findSource(stores, key);
    if (page > source.pages)
      throw new StemmaError('page_out_of_range', { key: source.key, page, pages: source.pages });
    const files = await stores.sources.files(source.id);
    const pdf = files.find(({ file }) => file.kind === 'pdf')!.file;
    const path = await blobs.localPath(pdf.sha256);
    const png = await renderer.render(
      { path, shownPath: pdf.name, page, scale, lit },
      AbortSignal.timeout(60_000),
    );
    return { png };
  },
});
