import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type * as Pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';

export type PdfjsLibrary = typeof Pdfjs & { folder: string };

/**
 * pdf.js asks for a canvas when it is loaded, although only drawing needs one. Empty classes take its place:
 * nothing is ever drawn with this engine.
 */
const withoutCanvas = (): void => {
  const absent = globalThis as Record<string, unknown>;
  for (const name of ['DOMMatrix', 'Path2D', 'ImageData']) absent[name] ??= class {};
};

export const openPdfjs = async (): Promise<PdfjsLibrary> => {
  withoutCanvas();
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const library = await import('pdfjs-dist/legacy/build/pdf.mjs');
  return { ...library, folder: `${folder}/` };
};
