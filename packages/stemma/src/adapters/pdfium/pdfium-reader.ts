import type { DocumentReader, PageRenderer, Reading } from '../../ports/document-reader.ts';
import { createReaderPool, type ReaderPoolOptions } from '../reader-pool/reader-pool.ts';
import type { PageImageRequest } from './page-image.ts';
import type { PdfFileRequest } from './pdfium-document.ts';
import { PDF_READER } from './reader-name.ts';

/**
 * Reads and draws PDFs with PDFium in child processes. `entry` is the compiled `processes/pdf-reader`.
 * Drawing has a child of its own: a person who opens a page does not wait for a book being read.
 */
export const createPdfiumReader = (options: ReaderPoolOptions): DocumentReader & PageRenderer => {
  const readers = createReaderPool(options);
  const drawers = createReaderPool({ ...options, concurrency: 1 });
  return {
    versionOf: async () => PDF_READER,
    read: async (request, { signal, onProgress }) => {
      const payload: PdfFileRequest = {
        path: request.path,
        shownPath: request.shownPath,
        password: request.password,
      };
      const task = { task: 'read', payload, shownPath: request.shownPath };
      return (await readers.run(task, { signal, onProgress })) as Reading;
    },
    render: async (request, signal) => {
      const payload: PdfFileRequest & PageImageRequest = { ...request, password: request.password };
      const task = { task: 'render', payload, shownPath: request.shownPath };
      return (await drawers.run(task, { signal })) as Uint8Array;
    },
    close: async () => {
      await Promise.all([readers.close(), drawers.close()]);
    },
  };
};
