import type { DocumentReader, Reading } from '../../ports/document-reader.ts';
import { createReaderPool, type ReaderPoolOptions } from '../reader-pool/reader-pool.ts';
import type { TextFileRequest } from './decode-text.ts';
import { TEX_READER, TEXT_READER } from './reader-name.ts';

/** Reads Markdown, plain text and TeX source in child processes. `entry` is the compiled `processes/text-reader`. */
export const createTextReader = (options: ReaderPoolOptions): DocumentReader => {
  const pool = createReaderPool(options);
  return {
    versionOf: async (kind) => (kind === 'tex' ? TEX_READER : TEXT_READER),
    read: async (request, { signal, onProgress }) => {
      const payload: TextFileRequest = {
        path: request.path,
        shownPath: request.shownPath,
        kind: request.kind === 'pdf' ? 'text' : request.kind,
      };
      return (await pool.run(
        { task: 'read', payload, shownPath: request.shownPath },
        { signal, onProgress },
      )) as Reading;
    },
    close: () => pool.close(),
  };
};
