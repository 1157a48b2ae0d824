/**
 * Name and version of the PDF reader, part of every document id: the engine, then our own reading. Raise
 * the second number when readings of the same bytes change.
 */
export const PDF_READER = 'pdfium-2.15.1/2';
