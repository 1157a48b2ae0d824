import type { HashId, Id } from '@stemma/contract/ids';
import type { Facts, SourceFile } from '@stemma/contract/records';
import type { Selectable } from 'kysely';
import type { Page, PassageWithSource, SourceIdentity, SourceStore } from '../../ports/source-store.ts';
import type { Access } from './access.ts';
import { parseCursor, toPage } from './cursor.ts';
import { batchesOf, writeDocument } from './document-writer.ts';
import { AMBIGUOUS_SHOWN, pickById, toSuffixPattern } from './id-suffix.ts';
import { nearestKeys } from './nearest-keys.ts';
import { shownFacts } from './shown-facts.ts';
import { toDocument, toPassage, toSource, toSourceFile } from './source-rows.ts';
import type { Db, SourceTable } from './tables.ts';

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

/** DOIs and arXiv ids are equal whatever their case. */
const identityForm = (id: string | null | undefined): string | null => id?.toLowerCase() ?? null;

const refreshShownFacts = async (db: Db, owner: Id, sourceId: Id): Promise<void> => {
  const files = await db
    .selectFrom('source_files')
    .select(['facts', 'notes'])
    .where('owner_id', '=', owner)
    .where('source_id', '=', sourceId)
    .orderBy('added_at')
    .orderBy('no')
    .execute();
  const shown = shownFacts(files.map((file): Facts => JSON.parse(file.facts)));
  const notes = new Set(files.flatMap((file): string[] => JSON.parse(file.notes)));
  await db
    .updateTable('sources')
    .set({
      title: shown.title,
      authors: JSON.stringify(shown.authors),
      year: shown.year,
      doi: shown.doi,
      arxiv_id: shown.arxivId,
      arxiv_version: shown.arxivVersion,
      notes: JSON.stringify([...notes]),
    })
    .where('owner_id', '=', owner)
    .where('id', '=', sourceId)
    .execute();
};

const writeFile = async (
  db: Db,
  owner: Id,
  file: SourceFile,
  facts: Facts,
  notes: readonly string[],
): Promise<void> => {
  const known = {
    name: file.name,
    path: file.path,
    facts: JSON.stringify(facts),
    notes: JSON.stringify(notes),
    doi: identityForm(facts.doi?.value),
    arxiv_id: identityForm(facts.arxivId?.value),
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
        })
        .onConflict((conflict) => conflict.columns(['owner_id', 'id']).doNothing())
        .returning('no')
        .executeTakeFirst();
      if (!added) return;
      await db
        .insertInto('source_keys')
        .values({ owner_id: owner, key: source.key, source_id: source.id })
        .execute();
    }),
  putFile: (file, facts, notes) => access.write((db) => writeFile(db, owner, file, facts, notes)),
  putDocument: (document, passages) =>
    access.write((db) => writeDocument(db, access.dialect, owner, document, passages)),
});

const toIdentity = (row: Selectable<SourceTable>): SourceIdentity => {
  const source = toSource(row);
  return {
    id: source.id,
    key: source.key,
    titleForm: row.title_form,
    families: source.authors.map((author) => author.family),
    year: source.year,
    doi: source.doi,
    arxivId: source.arxivId,
  };
};

const findIdentities = async (
  access: Access,
  owner: Id,
  { doi, arxivId, titleForm }: Parameters<SourceStore['findIdentities']>[0],
): Promise<SourceIdentity[]> => {
  const rows = await access.read((db) => {
    const filesWith = (column: 'doi' | 'arxiv_id', value: string | null) =>
      db
        .selectFrom('source_files')
        .select('source_id as id')
        .where('owner_id', '=', owner)
        .where(column, '=', identityForm(value));
    const titled = db
      .selectFrom('sources')
      .select('id')
      .where('owner_id', '=', owner)
      .where('title_form', '=', titleForm)
      .where('title_form', '!=', '');
    const ids = filesWith('doi', doi).union(filesWith('arxiv_id', arxivId)).union(titled);
    return db
      .selectFrom('sources')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('id', 'in', ids)
      .execute();
  });
  return rows.toSorted((a, b) => a.no - b.no).map(toIdentity);
};

const createIdentityReads = (
  access: Access,
  owner: Id,
): Pick<SourceStore, 'findFile' | 'findIdentities' | 'isKeyTaken'> => ({
  findFile: async (sha256) => {
    const row = await access.read((db) =>
      db
        .selectFrom('source_files')
        .innerJoin('sources', (join) =>
          join
            .onRef('sources.owner_id', '=', 'source_files.owner_id')
            .onRef('sources.id', '=', 'source_files.source_id'),
        )
        .selectAll('source_files')
        .select('sources.key as source_key')
        .where('source_files.owner_id', '=', owner)
        .where('sha256', '=', sha256)
        .executeTakeFirst(),
    );
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
  },
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
      .limit(AMBIGUOUS_SHOWN)
      .execute(),
  );
  return pickById(rows, idOrSuffix);
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
        .$if(before !== undefined, (query) => query.where('no', '<', before!))
        .orderBy('no', 'desc')
        .limit(limit + 1)
        .execute(),
    );
    return toPage(rows, limit, (row) => [row.no], toSource);
  },
  files: async (sourceId) => {
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
      };
    });
  },
  count: async () => {
    const row = await access.read((db) =>
      db
        .selectFrom('sources')
        .select((eb) => [
          eb.fn.countAll<number>().as('sources'),
          eb.fn.sum<number>('passages').as('passages'),
        ])
        .where('owner_id', '=', owner)
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
      'sources.arxiv_version as arxiv_version',
      'source_files.sha256 as sha256',
      'source_files.name as file_name',
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

const createPassageReads = (access: Access, owner: Id): Pick<SourceStore, 'passages' | 'passagesById'> => ({
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
});
