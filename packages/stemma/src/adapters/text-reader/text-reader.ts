import type { DocumentReader, Reading } from '../../ports/document-reader.ts';
import { createReaderPool, type ReaderPoolOptions } from '../reader-pool/reader-pool.ts';
import type { TextFileRequest } from './decode-text.ts';
import { TEXT_READER } from './reader-name.ts';

/** Reads Markdown and plain text in child processes. `entry` is the compiled `processes/text-reader`. */
export const createTextReader = (options: ReaderPoolOptions): DocumentReader => {
  const pool = createReaderPool(options);
  return {
    versionOf: async () => TEXT_READER,
    read: async (request, { signal, onProgress }) => {
      const payload: TextFileRequest = {
        path: request.path,
        shownPath: request.shownPath,
        kind: request.kind === 'markdown' ? 'markdown' : 'text',
      };
      return (await pool.run(
        { task: 'read', payload, shownPath: request.shownPath },
        { signal, onProgress },
      )) as Reading;
    },
    close: () => pool.close(),
  };
};
