/**
 * What is hashed for the id of a reading: the same file, reader and settings give the same id, so that
 * adding again after a crash changes nothing. The id is the first 32 hexadecimal digits of its SHA-256.
 */
export const documentIdContent = (reading: {
  fileSha256: string;
  reader: string;
  settings: Readonly<Record<string, string | number | boolean>>;
}): string => {
  const settings = Object.entries(reading.settings).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `stemma document 1\n${JSON.stringify([reading.fileSha256, reading.reader, settings])}`;
};

/** What is hashed for the id of a passage: its reading, its place in the order and its text. */
export const passageIdContent = (passage: { documentId: string; ordinal: number; text: string }): string =>
  `stemma passage 1\n${JSON.stringify([passage.documentId, passage.ordinal, passage.text])}`;

/** The id made from a SHA-256 in hexadecimal. */
export const toHashId = (sha256: string): string => sha256.slice(0, 32);
