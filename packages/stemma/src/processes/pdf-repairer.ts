import type { ReadNote } from '@stemma/contract/records';
import { readRepairedPage } from '../adapters/pdfjs/page-print.ts';
import { metadataOf, openDamagedDocument, type RepairRequest } from '../adapters/pdfjs/pdfjs-document.ts';
import { openPdfjs, type PdfjsLibrary } from '../adapters/pdfjs/pdfjs-library.ts';
import { type BeginPage, serveTasks } from '../adapters/reader-pool/child-loop.ts';
import { layOutPage, type PageLayout } from '../core/document/page-layout.ts';
import { readPrintedDocument } from '../core/document/printed-document.ts';
import { StemmaError } from '../errors/stemma-error.ts';
import type { Reading } from '../ports/document-reader.ts';

/** Child process that saves what can be read of damaged PDFs; the composition root of pdf.js and `core/document`. */

let library: Promise<PdfjsLibrary> | undefined;

const repair = async (
  request: RepairRequest & { reader: string },
  beginPage: BeginPage,
): Promise<Reading> => {
  library ??= openPdfjs();
  const document = await openDamagedDocument(await library, request);
  try {
    const pages = document.numPages;
    const layouts: PageLayout[] = [];
    for (let page = 1; page <= pages; page += 1) {
      await beginPage(page, pages);
      const printed = await readRepairedPage(document, page);
      if (printed !== undefined) layouts.push(layOutPage(printed));
    }
    const metadata = await metadataOf(document);
    const { verdict, passages, facts, notes } = readPrintedDocument(layouts, { pages, metadata });
    if (verdict !== 'readable' || passages.length === 0)
      throw new StemmaError('pdf_damaged', { path: request.shownPath });
    const all: ReadNote[] = ['repaired', ...notes];
    const pageLabels = Array.from({ length: pages }, () => null);
    return { reader: request.reader, pageLabels, passages, facts, notes: [...new Set(all)] };
  } finally {
    await document.destroy();
  }
};

serveTasks({ repair });
