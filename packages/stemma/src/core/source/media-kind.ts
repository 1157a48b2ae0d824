import type { FoundKind, MediaKind } from '@stemma/contract/records';

const MEDIA_BY_ENDING: Readonly<Record<string, MediaKind>> = {
  pdf: 'pdf',
  md: 'markdown',
  markdown: 'markdown',
  txt: 'text',
  text: 'text',
  tex: 'tex',
  ltx: 'tex',
};

/** Signatures of files that are often given another name, and what to call them. */
const FOREIGN_SIGNATURES: readonly (readonly [string, FoundKind])[] = [
  ['\x89PNG', 'png_image'],
  ['\xff\xd8\xff', 'jpeg_image'],
  ['GIF8', 'gif_image'],
  ['PK\x03\x04', 'zip_archive'],
  ['\xd0\xcf\x11\xe0', 'old_office_file'],
  ['\x1f\x8b', 'gzip_archive'],
  ['BZh', 'bzip2_archive'],
  ['7z\xbc\xaf', 'seven_zip_archive'],
  ['\x7fELF', 'program'],
  ['SQLite format 3', 'sqlite_database'],
  ['%!PS', 'postscript'],
  ['AT&TFORM', 'djvu'],
];

const MARKUP = /^\s*(?:<!doctype html|<html|<\?xml)/i;

export type KindVerdict =
  | { kind: MediaKind }
  | { fault: 'file_type_unknown' }
  | { fault: 'file_not_what_named'; named: string; found: FoundKind };

/** The ending of a name in lower case, '' when it has none. */
export const endingOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Whether a folder's file is taken in by its name. */
export const isTakenName = (name: string): boolean => Object.hasOwn(MEDIA_BY_ENDING, endingOf(name));

/** How many bytes of a file {@link mediaKind} wants to see: a PDF header may stand after junk. */
export const HEAD_BYTES = 1024;

/**
 * What a file is, by its first bytes and then by its name. Bytes win: a PDF named `.txt` is a PDF, and
 * an image named `.pdf` is refused as what it is.
 */
export const mediaKind = (head: Uint8Array, name: string): KindVerdict => {
  const bytes = Array.from(head, (byte) => String.fromCharCode(byte)).join('');
  if (bytes.includes('%PDF-')) return { kind: 'pdf' };
  const named = endingOf(name);
  const foreign = FOREIGN_SIGNATURES.find(([signature]) => bytes.startsWith(signature));
  if (foreign) {
    const known = Object.hasOwn(MEDIA_BY_ENDING, named);
    return known
      ? { fault: 'file_not_what_named', named, found: foreign[1] }
      : { fault: 'file_type_unknown' };
  }
  const kind = MEDIA_BY_ENDING[named];
  if (!kind) return { fault: 'file_type_unknown' };
  if (kind !== 'pdf') return { kind };
  const found = MARKUP.test(bytes) ? 'web_page' : 'no_pdf_header';
  return { fault: 'file_not_what_named', named, found };
};
