/**
 * Name and version of the PDF reader, part of every document id: the engine, the one that reads what the
 * first cannot, then our own reading. Raise the last number when readings of the same bytes change.
 */
export const PDF_READER = 'pdfium-2.15.1+pdfjs-5.4.624/3';
