import type { ReadNote } from '@stemma/contract/records';
import { type BeginPage, serveTasks } from '../adapters/reader-pool/child-loop.ts';
import { readTextFile, type TextFileRequest } from '../adapters/text-reader/decode-text.ts';
import { TEX_READER, TEXT_READER } from '../adapters/text-reader/reader-name.ts';
import { readMarkdown } from '../core/document/markdown-document.ts';
import { toStoredText } from '../core/document/stored-text.ts';
import { readTex } from '../core/document/tex-document.ts';
import { readPlainText } from '../core/document/text-document.ts';
import { StemmaError } from '../errors/stemma-error.ts';
import type { Reading } from '../ports/document-reader.ts';

const READERS = { markdown: readMarkdown, text: readPlainText, tex: readTex } as const;

/** Child process that reads Markdown, plain text and TeX source; the composition root of decoding and `core/document`. */

const read = async (request: TextFileRequest, beginPage: BeginPage): Promise<Reading> => {
  await beginPage(1, 1);
  const { text: decoded, legacy } = readTextFile(request);
  const { text, replaced } = toStoredText(decoded);
  const { passages, facts } = READERS[request.kind](text);
  if (passages.length === 0) throw new StemmaError('text_too_short', { path: request.shownPath });
  const notes: ReadNote[] = [];
  if (legacy) notes.push('legacy_encoding');
  if (replaced) notes.push('odd_characters_replaced');
  return {
    reader: request.kind === 'tex' ? TEX_READER : TEXT_READER,
    pageLabels: [],
    passages,
    facts,
    notes,
  };
};

serveTasks({ read });
