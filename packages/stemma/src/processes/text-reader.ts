import type { ReadNote } from '@stemma/contract/records';
import { type BeginPage, serveTasks } from '../adapters/reader-pool/child-loop.ts';
import { readTextFile, type TextFileRequest } from '../adapters/text-reader/decode-text.ts';
import { TEXT_READER } from '../adapters/text-reader/reader-name.ts';
import { readMarkdown } from '../core/document/markdown-document.ts';
import { toStoredText } from '../core/document/stored-text.ts';
import { readPlainText } from '../core/document/text-document.ts';
import { StemmaError } from '../errors/stemma-error.ts';
import type { Reading } from '../ports/document-reader.ts';

/** Child process that reads Markdown and plain text; the composition root of decoding and `core/document`. */

const read = async (request: TextFileRequest, beginPage: BeginPage): Promise<Reading> => {
  await beginPage(1, 1);
  const { text: decoded, legacy } = readTextFile(request);
  const { text, replaced } = toStoredText(decoded);
  const { passages, facts } = request.kind === 'markdown' ? readMarkdown(text) : readPlainText(text);
  if (passages.length === 0) throw new StemmaError('text_too_short', { path: request.shownPath });
  const notes: ReadNote[] = [];
  if (legacy) notes.push('legacy_encoding');
  if (replaced) notes.push('odd_characters_replaced');
  return { reader: TEXT_READER, pageLabels: [], passages, facts, notes };
};

serveTasks({ read });
