import type { BibliographyFormat } from '@stemma/contract/bibliography';
import type { AddedItem, ItemRemark } from '@stemma/contract/events';
import { LIMITS } from '@stemma/contract/limits';
import type { BibliographyRecord } from '../../core/bibliography/bibliography-record.ts';
import { parseBibliography } from '../../core/bibliography/parse-bibliography.ts';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { FoundFile } from '../../ports/local-files.ts';
import type { AddFileScope, AddSourceParts } from './add-file.ts';
import { cutRemarks } from './item.ts';
import { type StoredRecord, storeRecord } from './store-record.ts';

/** Entries of one transaction: other writers get their turn in between. */
const ENTRIES_AT_ONCE = 40;

const readAll = async (parts: AddSourceParts, scope: AddFileScope, file: FoundFile): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of parts.files.read(file, scope.signal)) {
    size += piece.length;
    if (size > LIMITS.textBytes)
      throw new StemmaError('file_too_large', { path: file.shown, size, limit: LIMITS.textBytes });
    pieces.push(piece);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
};

const storeEntries = async (
  parts: AddSourceParts,
  scope: AddFileScope,
  file: FoundFile,
  entries: readonly BibliographyRecord[],
): Promise<(StoredRecord & { line: number; id: string })[]> => {
  const stored: (StoredRecord & { line: number; id: string })[] = [];
  for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE) {
    scope.signal.throwIfAborted();
    const batch = entries.slice(from, from + ENTRIES_AT_ONCE);
    const results = await scope.stores.transaction(async (tx) => {
      const done: (StoredRecord & { line: number; id: string })[] = [];
      for (const { item, line, hasOwnKey } of batch) {
        const id = hasOwnKey ? item.id.trim().normalize('NFC') : '';
        const record = {
          item,
          entry: `${file.path}#${id || `line ${line}`}`,
          name: id || file.shown,
          path: file.path,
          importedKey: id || null,
        };
        done.push({ ...(await storeRecord(tx, { ...scope, hasher: parts.hasher }, record)), line, id });
      }
      return done;
    });
    stored.push(...results);
  }
  return stored;
};

const statusOf = (counts: { added: number; updated: number }): 'added' | 'updated' | 'unchanged' =>
  counts.added > 0 ? 'added' : counts.updated > 0 ? 'updated' : 'unchanged';

/** Adds the entries of a bibliography file as records: one input, one line, its faults by line and key. */
export const addBibliography = async (
  parts: AddSourceParts,
  scope: AddFileScope,
  file: FoundFile,
  format: BibliographyFormat,
): Promise<AddedItem> => {
  const bytes = await readAll(parts, scope, file);
  await scope.turn.hashed(parts.hasher.sha256(bytes));
  const parsed = parseBibliography(parts.decodeText(bytes, file.shown), format);
  // A record is known by its title; an entry without one is named among the faults.
  const entries = parsed.items.filter(({ item }) => item.title.trim() !== '');
  if (entries.length === 0)
    throw new StemmaError('bibliography_empty', { path: file.shown, faults: parsed.faults.length || '' });
  await scope.turn.alone();
  const stored = await storeEntries(parts, scope, file, entries);
  const count = (outcome: StoredRecord['outcome']): number =>
    stored.filter((record) => record.outcome === outcome).length;
  const records = {
    added: count('added'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    faults: parsed.faults.length,
  };
  const remarks: ItemRemark[] = [
    ...parsed.faults.map(({ line, key, code, params }) => ({
      line,
      key: key ?? '',
      code,
      params: { ...params },
    })),
    ...stored.flatMap(({ remarks: own, line, id }) => own.map((remark) => ({ ...remark, line, key: id }))),
  ].toSorted((a, b) => a.line - b.line);
  const keys = new Set(stored.map(({ key }) => key));
  return {
    input: file.shown,
    status: statusOf(records),
    source: keys.size === 1 ? stored[0]!.key : null,
    documents: stored.length,
    passages: stored.reduce((sum, { passages }) => sum + passages, 0),
    formulas: 0,
    pages: 0,
    notes: [],
    remarks: cutRemarks(remarks),
    records,
    error: null,
  };
};
