import { readFileSync, statSync } from 'node:fs';
import { LIMITS } from '@stemma/contract/limits';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { StemmaError } from '../../errors/stemma-error.ts';
import { mendTrailer } from './mend-trailer.ts';
import type { PdfjsLibrary } from './pdfjs-library.ts';

export type RepairRequest = { path: string; shownPath: string; password?: string | undefined };

/** The engine holds the whole file in memory. */
const LARGEST_BYTES = 256 * 1024 ** 2;

/** Opens what another engine could not: objects are searched for where the table of them is lost. */
export const openDamagedDocument = async (
  library: PdfjsLibrary,
  request: RepairRequest,
): Promise<PDFDocumentProxy> => {
  const path = request.shownPath;
  if (statSync(request.path).size > LARGEST_BYTES) throw new StemmaError('pdf_damaged', { path });
  const bytes = readFileSync(request.path);
  try {
    return await openBytes(library, request, bytes).catch((error: { name?: string }) => {
      const mended = error.name === 'InvalidPDFException' ? mendTrailer(bytes) : undefined;
      if (mended === undefined) throw error;
      return openBytes(library, request, mended);
    });
  } catch (cause) {
    const name = (cause as { name?: string }).name;
    if (name !== 'PasswordException') throw new StemmaError('pdf_damaged', { path }, { cause });
    throw new StemmaError(request.password === undefined ? 'pdf_password' : 'pdf_password_wrong', { path });
  }
};

/** The engine takes the bytes for its own, so that it gets a copy. */
const openBytes = async (
  library: PdfjsLibrary,
  { password }: RepairRequest,
  bytes: Uint8Array,
): Promise<PDFDocumentProxy> => {
  const document = await library.getDocument({
    data: new Uint8Array(bytes),
    ...(password !== undefined && { password }),
    cMapUrl: `${library.folder}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${library.folder}standard_fonts/`,
    disableFontFace: true,
    useSystemFonts: false,
    isEvalSupported: false,
    verbosity: 0,
  }).promise;
  if (document.numPages < 1 || document.numPages > LIMITS.pdfPages) throw new RangeError('no pages to read');
  return document;
};

/** What the file says of itself, as far as that is whole. */
export const metadataOf = async (
  document: PDFDocumentProxy,
): Promise<{ title: string; author: string; createdAt: string }> => {
  const info = await document.getMetadata().then(
    (found) => found.info as Record<string, unknown>,
    () => ({}) as Record<string, unknown>,
  );
  const text = (name: string): string => (typeof info[name] === 'string' ? info[name].trim() : '');
  return { title: text('Title'), author: text('Author'), createdAt: text('CreationDate') };
};
