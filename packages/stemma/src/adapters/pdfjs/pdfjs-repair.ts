import { isStemmaError } from '../../errors/stemma-error.ts';
import type { DocumentReader, PageRenderer, Reading } from '../../ports/document-reader.ts';
import { createReaderPool, type ReaderPool, type ReaderPoolOptions } from '../reader-pool/reader-pool.ts';
import type { RepairRequest } from './pdfjs-document.ts';

/**
 * Reads as the first reader does; a PDF that is damaged beyond its means is read once more by a second
 * engine in a child process of its own. When that saves nothing either, the first fault stands.
 * `entry` is the compiled `processes/pdf-repairer`.
 */
export const createPdfjsRepair = (
  first: DocumentReader & PageRenderer,
  options: ReaderPoolOptions,
): DocumentReader & PageRenderer => {
  let pool: ReaderPool | undefined;
  const repair: DocumentReader['read'] = async (request, { signal, onProgress }) => {
    pool ??= createReaderPool({ ...options, concurrency: 1 });
    const { path, shownPath, password } = request;
    const payload: RepairRequest & { reader: string } = {
      path,
      shownPath,
      password,
      reader: await first.versionOf('pdf'),
    };
    return (await pool.run({ task: 'repair', payload, shownPath }, { signal, onProgress })) as Reading;
  };
  return {
    versionOf: (kind) => first.versionOf(kind),
    render: (request, signal) => first.render(request, signal),
    read: async (request, how) => {
      try {
        return await first.read(request, how);
      } catch (error) {
        if (!isStemmaError(error) || (error.code !== 'pdf_damaged' && error.code !== 'pdf_no_pages'))
          throw error;
        try {
          return await repair(request, how);
        } catch (second) {
          how.signal.throwIfAborted();
          const password = isStemmaError(second) && second.code.startsWith('pdf_password');
          throw password ? second : error;
        }
      }
    },
    close: async () => {
      await Promise.all([first.close(), pool?.close()]);
    },
  };
};
