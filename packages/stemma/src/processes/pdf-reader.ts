import type { ReadNote } from '@stemma/contract/records';
import { drawPage, type PageImageRequest } from '../adapters/pdfium/page-image.ts';
import { readPrintedPage } from '../adapters/pdfium/page-print.ts';
import {
  openPdfiumDocument,
  type PdfFileRequest,
  type PdfiumDocument,
} from '../adapters/pdfium/pdfium-document.ts';
import { openPdfium, type PdfiumLibrary } from '../adapters/pdfium/pdfium-library.ts';
import { PDF_READER } from '../adapters/pdfium/reader-name.ts';
import { type BeginPage, serveTasks } from '../adapters/reader-pool/child-loop.ts';
import { layOutPage, type PageLayout } from '../core/document/page-layout.ts';
import { readPrintedDocument } from '../core/document/printed-document.ts';
import { StemmaError } from '../errors/stemma-error.ts';
import type { Reading } from '../ports/document-reader.ts';

/** Child process that reads and draws PDFs; the composition root of PDFium and `core/document`. */

let library: Promise<PdfiumLibrary> | undefined;

/** The engine keeps what it parsed of every page until its document is closed. */
const REOPEN_PAGES = 50;

/** An open document, and the same file opened afresh: what the engine had kept of it is given back. */
type Opened = { document: PdfiumDocument; reopen(): PdfiumDocument };

const withDocument = async <T>(
  request: PdfFileRequest,
  use: (opened: Opened) => Promise<T> | T,
): Promise<T> => {
  library ??= openPdfium();
  const engine = await library;
  let document = openPdfiumDocument(engine, request);
  const reopen = () => {
    document.close();
    document = openPdfiumDocument(engine, request);
    return document;
  };
  try {
    return await use({ document, reopen });
  } finally {
    document.close();
  }
};

const read = (request: PdfFileRequest, beginPage: BeginPage): Promise<Reading> =>
  withDocument(request, async (opened) => {
    let { document } = opened;
    const layouts: PageLayout[] = [];
    const pageLabels: (string | null)[] = [];
    const failed: number[] = [];
    for (let page = 1; page <= document.pages; page += 1) {
      await beginPage(page, document.pages);
      if (page > 1 && page % REOPEN_PAGES === 1) document = opened.reopen();
      const printed = readPrintedPage(document, page);
      if (printed === null) failed.push(page);
      else layouts.push(layOutPage(printed));
      pageLabels.push(document.pageLabel(page));
    }
    const path = request.shownPath;
    if (failed.length === document.pages) throw new StemmaError('pdf_damaged', { path });
    const { verdict, passages, facts, notes } = readPrintedDocument(layouts, {
      pages: document.pages,
      metadata: document.metadata,
    });
    const empty = verdict === 'readable' && passages.length === 0;
    if (verdict === 'no_text' || empty) throw new StemmaError('pdf_no_text', { path, pages: document.pages });
    if (verdict === 'garbled') throw new StemmaError('pdf_text_garbled', { path, pages: document.pages });
    if (verdict === 'damaged') throw new StemmaError('pdf_damaged', { path });
    const ofFile: ReadNote[] = [
      ...(document.repaired ? (['repaired'] as const) : []),
      ...(document.copyingRestricted ? (['owner_restricts_copying'] as const) : []),
      ...(failed.length > 0 ? (['pages_poorly_read'] as const) : []),
    ];
    return { reader: PDF_READER, pageLabels, passages, facts, notes: [...new Set([...ofFile, ...notes])] };
  });

const render = (request: PdfFileRequest & PageImageRequest): Promise<Uint8Array> =>
  withDocument(request, ({ document }) => drawPage(document, request));

serveTasks({ read, render });
