import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { LIMITS } from '@stemma/contract/limits';
import { StemmaError } from '../../errors/stemma-error.ts';
import { type PdfiumLibrary, readUtf16 } from './pdfium-library.ts';

export type PdfFileRequest = { path: string; shownPath: string; password?: string | undefined };

/** What the file says of itself, as written; nothing is judged here. */
export type PdfMetadata = {
  title: string;
  author: string;
  subject: string;
  creator: string;
  /** PDF dates such as `D:20110722093015+02'00'`. */
  createdAt: string;
};

/** An open PDF. Pages are opened one at a time and closed by whoever opened them. */
export type PdfiumDocument = {
  library: PdfiumLibrary;
  handle: number;
  pages: number;
  metadata: PdfMetadata;
  /** The cross-reference had to be rebuilt, or junk stands before the header. */
  repaired: boolean;
  /** Opened without the owner's password, and the owner forbids copying text. */
  copyingRestricted: boolean;
  pageLabel(page: number): string | null;
  close(): void;
};

const ERROR_PASSWORD = 4;
const PERMISSION_COPY = 1 << 4;
const HEADER = '%PDF-';

/** Opens a file through a read callback, so that only the parts PDFium asks for are ever in memory. */
export const openPdfiumDocument = (library: PdfiumLibrary, request: PdfFileRequest): PdfiumDocument => {
  const fd = openSync(request.path, 'r');
  const sizeBytes = fstatSync(fd).size;
  const { module, api } = library;
  const getBlock = module.addFunction((_param: number, position: number, buffer: number, size: number) => {
    const wanted = size >>> 0;
    return readSync(fd, module.HEAPU8, buffer >>> 0, wanted, position >>> 0) === wanted ? 1 : 0;
  }, 'iiiii');
  const access = module.wasmExports.malloc(12);
  module.setValue(access, sizeBytes, 'i32');
  module.setValue(access + 4, getBlock, 'i32');
  module.setValue(access + 8, 0, 'i32');
  const release = () => {
    module.removeFunction(getBlock);
    module.wasmExports.free(access);
    closeSync(fd);
  };
  const handle = api.FPDF_LoadCustomDocument(access, request.password ?? '');
  if (handle === 0) {
    const code = api.FPDF_GetLastError();
    release();
    throw openingFault(code, request);
  }
  const close = () => {
    api.FPDF_CloseDocument(handle);
    release();
  };
  try {
    const pages = api.FPDF_GetPageCount(handle);
    assertPageCount(pages, request);
    return {
      library,
      handle,
      pages,
      metadata: metadataOf(library, handle),
      repaired: library.call.FPDF_DocumentHasValidCrossReferenceTable!(handle) === 0 || !startsWithHeader(fd),
      copyingRestricted: isCopyingRestricted(library, handle),
      pageLabel: (page) =>
        readUtf16(library, (buffer, bytes) => api.FPDF_GetPageLabel(handle, page - 1, buffer, bytes)) || null,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
};

const openingFault = (code: number, request: PdfFileRequest): StemmaError => {
  const path = request.shownPath;
  if (code !== ERROR_PASSWORD) return new StemmaError('pdf_damaged', { path });
  return request.password === undefined
    ? new StemmaError('pdf_password', { path })
    : new StemmaError('pdf_password_wrong', { path });
};

const assertPageCount = (pages: number, request: PdfFileRequest): void => {
  const path = request.shownPath;
  if (pages <= 0) throw new StemmaError('pdf_no_pages', { path });
  if (pages > LIMITS.pdfPages) {
    throw new StemmaError('pdf_too_many_pages', { path, pages, limit: LIMITS.pdfPages });
  }
};

const startsWithHeader = (fd: number): boolean => {
  const bytes = Buffer.alloc(HEADER.length);
  readSync(fd, bytes, 0, HEADER.length, 0);
  return bytes.toString('latin1') === HEADER;
};

const isCopyingRestricted = (library: PdfiumLibrary, handle: number): boolean =>
  library.api.EPDF_IsEncrypted(handle) &&
  !library.api.EPDF_IsOwnerUnlocked(handle) &&
  (library.api.FPDF_GetDocPermissions(handle) & PERMISSION_COPY) === 0;

const metadataOf = (library: PdfiumLibrary, handle: number): PdfMetadata => {
  const text = (tag: string) =>
    readUtf16(library, (buffer, bytes) => library.api.FPDF_GetMetaText(handle, tag, buffer, bytes)).trim();
  return {
    title: text('Title'),
    author: text('Author'),
    subject: text('Subject'),
    creator: text('Creator'),
    createdAt: text('CreationDate'),
  };
};
