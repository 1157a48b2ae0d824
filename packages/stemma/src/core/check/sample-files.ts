/** Words that both sample files hold. */
export const SAMPLE_WORDS = 'The library opens every claim at its source';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

const objects = (content: string): string[] => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
];

/** A PDF file (ISO 32000-1, 7.5) of one page of text lines in 11 point Helvetica. */
const onePagePdf = (lines: readonly string[]): Uint8Array => {
  const text = lines.map((line) => `(${line}) Tj T*`).join('\n');
  let file = '%PDF-1.4\n';
  const offsets: number[] = [];
  objects(`BT /F1 11 Tf 72 760 Td 14 TL\n${text}\nET`).forEach((body, index) => {
    offsets.push(file.length);
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = offsets.length + 1;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return ascii(`${file}xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}`);
};

/** A small whole PDF, with which `doctor` sees that the reader works. */
export const SAMPLE_PDF: Uint8Array = onePagePdf([
  `${SAMPLE_WORDS}, down to the page`,
  'and the rectangle it was read from. This page was made to see that the',
  'reader of Stemma works on this machine.',
]);

export const SAMPLE_TEXT: Uint8Array = ascii(`${SAMPLE_WORDS}, down to the line.\n`);
