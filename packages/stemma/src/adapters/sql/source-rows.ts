import type { Document, Passage, Source, SourceFile } from '@stemma/contract/records';
import type { Selectable } from 'kysely';
import { decodePlaces } from './place-code.ts';
import type { DocumentTable, PassageTable, SourceFileTable, SourceTable } from './tables.ts';

/** Rows of sources, files, readings and passages as the contract's records. */

export const toSource = (row: Selectable<SourceTable>): Source => ({
  id: row.id,
  key: row.key,
  kind: row.kind as Source['kind'],
  title: row.title,
  authors: JSON.parse(row.authors),
  year: row.year,
  doi: row.doi,
  arxivId: row.arxiv_id,
  arxivVersion: row.arxiv_version,
  pages: row.pages,
  passages: row.passages,
  formulas: row.formulas,
  addedAt: row.added_at,
  notes: JSON.parse(row.notes),
});

export const toSourceFile = (row: Selectable<SourceFileTable>): SourceFile => ({
  id: row.id,
  sourceId: row.source_id,
  sha256: row.sha256,
  sizeBytes: row.size_bytes,
  kind: row.kind as SourceFile['kind'],
  name: row.name,
  path: row.path,
  addedAt: row.added_at,
});

export const toDocument = (row: Selectable<DocumentTable>): Document => ({
  id: row.id,
  fileId: row.file_id,
  reader: row.reader,
  pages: row.pages,
  pageLabels: JSON.parse(row.page_labels),
  notes: JSON.parse(row.notes),
  readAt: row.read_at,
});

type PassageColumns = Pick<
  Selectable<PassageTable>,
  'id' | 'ordinal' | 'kind' | 'page' | 'page_label' | 'section' | 'text' | 'places'
>;

export const toPassage = (row: PassageColumns, documentId: string): Passage => {
  const { lines, regions } = decodePlaces(row.places);
  return {
    id: row.id,
    documentId,
    ordinal: row.ordinal,
    kind: row.kind as Passage['kind'],
    text: row.text,
    section: JSON.parse(row.section),
    lines,
    regions,
    page: row.page,
    pageLabel: row.page_label,
    rects: regions[0]?.rects ?? [],
  };
};
