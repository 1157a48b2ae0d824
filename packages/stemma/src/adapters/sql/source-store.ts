import type { CslItem } from '@stemma/contract/csl';
import type { HashId, Id } from '@stemma/contract/ids';
import type { Facts, FileStanding, SourceFile, SourceKind } from '@stemma/contract/records';
import type { Selectable } from 'kysely';
import type {
  FileDetails,
  FileOfSource,
  KnownFile,
  Page,
  PassageWithSource,
  SourceStore,
} from '../../ports/source-store.ts';
import type { Access } from './access.ts';
import { parseCursor, toPage } from './cursor.ts';
import { batchesOf, writeDocument } from './document-writer.ts';
import { AMBIGUOUS_SHOWN, pickById, toSuffixPattern } from './id-suffix.ts';
import { nearestKeys } from './nearest-keys.ts';
import { refreshShownFacts } from './refresh-source.ts';
import { createSourceChanges, leadKey } from './source-changes.ts';
import { findIdentities, identityForm } from './source-identities.ts';
import { toDocument, toPassage, toSource, toSourceFile } from './source-rows.ts';
import type { Db, SourceFileTable } from './tables.ts';

/** Ids in one `in (…)`, well below any database's limit of parameters. */
const IDS_AT_ONCE = 500;

const PASSAGE_COLUMNS = [
  'passages.id',
  'passages.ordinal',
  'passages.kind',
  'passages.page',
  'passages.page_label',
  'passages.section',
  'passages.text',
  'passages.places',
] as const;

const canonicalRecord = (item: CslItem): string => JSON.stringify(item);

const writeFile = async (
  db: Db,
  owner: Id,
  file: SourceFile,
  facts: Facts,
  notes: readonly string[],
  { titleForm, record }: FileDetails = {},
): Promise<void> => {
  const known = {
    name: file.name,
    path: file.path,
    facts: JSON.stringify(facts),
    notes: JSON.stringify(notes),
    doi: identityForm(facts.doi?.value),
    arxiv_id: identityForm(facts.arxivId?.value),
    arxiv_version: facts.arxivVersion?.value ?? null,
    ...(titleForm !== undefined && { title_form: titleForm }),
    ...(record && { record: canonicalRecord(record.item), entry: record.entry }),
  };
  await db
    .insertInto('source_files')
    .values({
      owner_id: owner,
      id: file.id,
      source_id: file.sourceId,
      sha256: file.sha256,
      size_bytes: file.sizeBytes,
      kind: file.kind,
      added_at: file.addedAt,
      ...known,
    })
    .onConflict((conflict) => conflict.columns(['owner_id', 'id']).doUpdateSet(known))
    .execute();
  await refreshShownFacts(db, owner, file.sourceId);
};

const createWrites = (
  access: Access,
  owner: Id,
): Pick<SourceStore, 'putSource' | 'putFile' | 'putDocument'> => ({
  putSource: (source) =>
    access.write(async (db) => {
      const added = await db
        .insertInto('sources')
        .values({
          owner_id: owner,
          id: source.id,
          key: source.key,
          kind: source.kind,
          title_form: source.titleForm,
          title: '',
          authors: '[]',
          notes: '[]',
          pages: 0,
          passages: 0,
          formulas: 0,
          added_at: source.addedAt,
          key_origin: source.keyOrigin ?? 'generated',
        })
        .onConflict((conflict) => conflict.columns(['owner_id', 'id']).doNothing())
        .returning('no')
        .executeTakeFirst();
      if (!added) return;
      await leadKey(db, owner, source.key, source.id);
    }),
  putFile: (file, facts, notes, details) =>
    access.write((db) => writeFile(db, owner, file, facts, notes, details)),
  putDocument: (document, passages) =>
    access.write((db) => writeDocument(db, access.dialect, owner, document, passages)),
});

type SourceFileRow = Selectable<SourceFileTable> & { source_key: string };

const withReadings = async (
  access: Access,
  owner: Id,
  row: SourceFileRow | undefined,
): Promise<KnownFile | undefined> => {
  if (!row) return undefined;
  const documents = await access.read((db) =>
    db
      .selectFrom('documents')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('file_id', '=', row.id)
      .orderBy('is_current', 'desc')
      .orderBy('no', 'desc')
      .execute(),
  );
  const current = documents.find((document) => document.is_current === 1);
  return {
    file: toSourceFile(row),
    sourceKey: row.source_key,
    documents: documents.map(toDocument),
    passages: current?.passages ?? 0,
  };
};

const filesWithKey = (db: Db, owner: Id) =>
  db
    .selectFrom('source_files')
    .innerJoin('sources', (join) =>
      join
        .onRef('sources.owner_id', '=', 'source_files.owner_id')
        .onRef('sources.id', '=', 'source_files.source_id'),
    )
    .selectAll('source_files')
    .select('sources.key as source_key')
    .where('source_files.owner_id', '=', owner);

const createIdentityReads = (
  access: Access,
  owner: Id,
): Pick<SourceStore, 'findFile' | 'findEntry' | 'findIdentities' | 'isKeyTaken'> => ({
  findFile: async (sha256) =>
    withReadings(
      access,
      owner,
      await access.read((db) => filesWithKey(db, owner).where('sha256', '=', sha256).executeTakeFirst()),
    ),
  findEntry: async (entry) =>
    withReadings(
      access,
      owner,
      await access.read((db) =>
        filesWithKey(db, owner)
          .where('entry', '=', entry)
          .where('standing', '!=', 'replaced')
          .orderBy('source_files.no', 'desc')
          .executeTakeFirst(),
      ),
    ),
  findIdentities: (sought) => findIdentities(access, owner, sought),
  isKeyTaken: async (key) =>
    (await access.read((db) =>
      db
        .selectFrom('source_keys')
        .select('key')
        .where('owner_id', '=', owner)
        .where('key', '=', key)
        .executeTakeFirst(),
    )) !== undefined,
});

const findByKey = (access: Access, owner: Id, key: string) =>
  access.read((db) =>
    db
      .selectFrom('source_keys')
      .innerJoin('sources', (join) =>
        join
          .onRef('sources.owner_id', '=', 'source_keys.owner_id')
          .onRef('sources.id', '=', 'source_keys.source_id'),
      )
      .selectAll('sources')
      .where('source_keys.owner_id', '=', owner)
      .where('source_keys.key', '=', key)
      .executeTakeFirst(),
  );

const findById = async (access: Access, owner: Id, idOrSuffix: string) => {
  const pattern = toSuffixPattern(idOrSuffix);
  if (!pattern) return undefined;
  const rows = await access.read((db) =>
    db
      .selectFrom('sources')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('id', 'like', pattern)
      .where('merged_into', 'is', null)
      .limit(AMBIGUOUS_SHOWN)
      .execute(),
  );
  return pickById(rows, idOrSuffix);
};

const listFiles = async (access: Access, owner: Id, sourceId: Id): Promise<FileOfSource[]> => {
  const files = await access.read((db) =>
    db
      .selectFrom('source_files')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('source_id', '=', sourceId)
      .orderBy('added_at')
      .orderBy('no')
      .execute(),
  );
  if (files.length === 0) return [];
  const ids = files.map((file) => file.id);
  const documents = await access.read((db) =>
    db
      .selectFrom('documents')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('file_id', 'in', ids)
      .where('is_current', '=', 1)
      .execute(),
  );
  return files.map((row) => {
    const document = documents.find((entry) => entry.file_id === row.id);
    return {
      file: toSourceFile(row),
      facts: JSON.parse(row.facts),
      document: document ? toDocument(document) : null,
      standing: row.standing as FileStanding,
      record: row.record === null ? null : JSON.parse(row.record),
      entry: row.entry,
    };
  });
};

const createLists = (
  access: Access,
  owner: Id,
): Pick<SourceStore, 'find' | 'nearestKeys' | 'list' | 'files' | 'count'> => ({
  find: async (keyOrId) => {
    const row = (await findByKey(access, owner, keyOrId)) ?? (await findById(access, owner, keyOrId));
    return row && toSource(row);
  },
  nearestKeys: async (key) => {
    const rows = await access.read((db) =>
      db.selectFrom('source_keys').select('key').where('owner_id', '=', owner).execute(),
    );
    return nearestKeys(
      rows.map((row) => row.key),
      key,
    );
  },
  list: async ({ limit, cursor }): Promise<Page<ReturnType<typeof toSource>>> => {
    const before = cursor === undefined ? undefined : parseCursor(cursor, 1)[0]!;
    const rows = await access.read((db) =>
      db
        .selectFrom('sources')
        .selectAll()
        .where('owner_id', '=', owner)
        .where('merged_into', 'is', null)
        .$if(before !== undefined, (query) => query.where('no', '<', before!))
        .orderBy('no', 'desc')
        .limit(limit + 1)
        .execute(),
    );
    return toPage(rows, limit, (row) => [row.no], toSource);
  },
  files: (sourceId) => listFiles(access, owner, sourceId),
  count: async () => {
    const row = await access.read((db) =>
      db
        .selectFrom('sources')
        .select((eb) => [
          eb.fn.countAll<number>().as('sources'),
          eb.fn.sum<number>('passages').as('passages'),
        ])
        .where('owner_id', '=', owner)
        .where('merged_into', 'is', null)
        .executeTakeFirstOrThrow(),
    );
    return { sources: row.sources, passages: row.passages ?? 0 };
  },
});

/** Passages with their reading, file and source. */
const joinedPassages = (db: Db, owner: Id) =>
  db
    .selectFrom('passages')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.owner_id', '=', 'passages.owner_id')
        .onRef('documents.no', '=', 'passages.document_no'),
    )
    .innerJoin('source_files', (join) =>
      join
        .onRef('source_files.owner_id', '=', 'documents.owner_id')
        .onRef('source_files.id', '=', 'documents.file_id'),
    )
    .innerJoin('sources', (join) =>
      join
        .onRef('sources.owner_id', '=', 'source_files.owner_id')
        .onRef('sources.id', '=', 'source_files.source_id'),
    )
    .select(PASSAGE_COLUMNS)
    .select([
      'documents.id as document_id',
      'sources.id as source_id',
      'sources.key as source_key',
      'sources.title as title',
      'sources.year as year',
      'source_files.arxiv_version as arxiv_version',
      'source_files.sha256 as sha256',
      'source_files.name as file_name',
      'source_files.kind as file_kind',
      'source_files.path as path',
    ])
    .where('passages.owner_id', '=', owner);

/** The current readings of a source, its oldest file first. */
const currentDocuments = (db: Db, owner: Id, sourceId: Id) =>
  db
    .selectFrom('source_files')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.owner_id', '=', 'source_files.owner_id')
        .onRef('documents.file_id', '=', 'source_files.id'),
    )
    .select(['documents.no', 'documents.id'])
    .where('source_files.owner_id', '=', owner)
    .where('source_files.source_id', '=', sourceId)
    .where('documents.is_current', '=', 1)
    .orderBy('source_files.added_at')
    .orderBy('source_files.no')
    .execute();

const createPassageReads = (
  access: Access,
  owner: Id,
): Pick<SourceStore, 'passages' | 'passagesOf' | 'passagesById'> => ({
  passagesOf: async (documentId) => {
    const rows = await access.read((db) =>
      joinedPassages(db, owner).where('documents.id', '=', documentId).orderBy('passages.ordinal').execute(),
    );
    return rows.map((row) => toPassage(row, documentId));
  },
  passages: async (sourceId, page) => {
    // By number of document, asked for first: planners would walk all passages of the owner otherwise.
    const documents = await access.read((db) => currentDocuments(db, owner, sourceId));
    if (documents.length === 0) return [];
    const rows = await access.read((db) =>
      db
        .selectFrom('passages')
        .select(PASSAGE_COLUMNS)
        .select('passages.document_no')
        .where('owner_id', '=', owner)
        .where(
          'document_no',
          'in',
          documents.map(({ no }) => no),
        )
        .$if(page !== undefined, (query) => query.where('page', '=', page!))
        .orderBy('ordinal')
        .execute(),
    );
    return documents.flatMap(({ no, id }) =>
      rows.filter((row) => row.document_no === no).map((row) => toPassage(row, id)),
    );
  },
  passagesById: async (ids) => {
    const found = new Map<HashId, PassageWithSource>();
    for (const batch of batchesOf([...new Set(ids)], IDS_AT_ONCE)) {
      const rows = await access.read((db) =>
        joinedPassages(db, owner).where('passages.id', 'in', batch).execute(),
      );
      for (const row of rows)
        found.set(row.id, {
          passage: toPassage(row, row.document_id),
          sourceId: row.source_id,
          sourceKey: row.source_key,
          title: row.title,
          fileSha256: row.sha256,
          fileName: row.file_name,
          fileKind: row.file_kind as SourceKind,
          path: row.path,
          year: row.year,
          arxivVersion: row.arxiv_version,
        });
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  },
});

export const createSourceStore = (access: Access, owner: Id): SourceStore => ({
  ...createIdentityReads(access, owner),
  ...createWrites(access, owner),
  ...createLists(access, owner),
  ...createPassageReads(access, owner),
  ...createSourceChanges(access, owner),
});
