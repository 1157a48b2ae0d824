import type { Id } from '@stemma/contract/ids';
import type { JoinedBy } from '@stemma/contract/records';
import type { KeyOrigin, SourceChanges } from '../../ports/source-store.ts';
import type { Access } from './access.ts';
import { retireReading, sourceOfFile } from './document-writer.ts';
import { loadEdits, loadFacts, refreshCounts, refreshShownFacts } from './refresh-source.ts';
import type { Db } from './tables.ts';

const refresh = async (db: Db, owner: Id, sourceId: Id): Promise<void> => {
  await refreshShownFacts(db, owner, sourceId);
  await refreshCounts(db, owner, sourceId);
};

/** A key leads to a source from now on; where it was another's, it remembers whose. */
export const leadKey = async (db: Db, owner: Id, key: string, sourceId: Id): Promise<void> => {
  await db
    .insertInto('source_keys')
    .values({ owner_id: owner, key, source_id: sourceId })
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'key']).doUpdateSet({ source_id: sourceId, home_id: null }),
    )
    .execute();
};

const createKeyChanges = (
  access: Access,
  owner: Id,
): Pick<SourceChanges, 'setKey' | 'putAlias' | 'keys'> => ({
  setKey: (sourceId, key, origin) =>
    access.write(async (db) => {
      await leadKey(db, owner, key, sourceId);
      await db
        .updateTable('sources')
        .set({ key, key_origin: origin })
        .where('owner_id', '=', owner)
        .where('id', '=', sourceId)
        .execute();
    }),
  putAlias: (sourceId, key) => access.write((db) => leadKey(db, owner, key, sourceId)),
  keys: async (sourceId) => {
    const { shown, rows } = await access.read(async (db) => ({
      shown: await db
        .selectFrom('sources')
        .select(['key', 'key_origin'])
        .where('owner_id', '=', owner)
        .where('id', '=', sourceId)
        .executeTakeFirstOrThrow(),
      rows: await db
        .selectFrom('source_keys')
        .select('key')
        .where('owner_id', '=', owner)
        .where('source_id', '=', sourceId)
        .orderBy('key')
        .execute(),
    }));
    const others = rows.map(({ key }) => key).filter((key) => key !== shown.key);
    return { keys: [shown.key, ...others], origin: shown.key_origin as KeyOrigin };
  },
});

const createFileChanges = (
  access: Access,
  owner: Id,
): Pick<SourceChanges, 'moveFile' | 'setStanding' | 'retireReading' | 'setTitleForm'> => ({
  moveFile: (fileId, sourceId) =>
    access.write(async (db) => {
      const before = await sourceOfFile(db, owner, fileId);
      await db
        .updateTable('source_files')
        .set({ source_id: sourceId })
        .where('owner_id', '=', owner)
        .where('id', '=', fileId)
        .execute();
      for (const changed of [before, sourceId]) await refresh(db, owner, changed);
    }),
  setStanding: (fileId, standing) =>
    access.write(async (db) => {
      await db
        .updateTable('source_files')
        .set({ standing })
        .where('owner_id', '=', owner)
        .where('id', '=', fileId)
        .execute();
      if (standing !== 'current') await retireReading(db, access.dialect, owner, fileId);
      await refreshShownFacts(db, owner, await sourceOfFile(db, owner, fileId));
    }),
  retireReading: (fileId) => access.write((db) => retireReading(db, access.dialect, owner, fileId)),
  setTitleForm: (sourceId, titleForm) =>
    access.write(async (db) => {
      await db
        .updateTable('sources')
        .set({ title_form: titleForm })
        .where('owner_id', '=', owner)
        .where('id', '=', sourceId)
        .execute();
    }),
});

/** Sources that are hidden in this one. */
const hiddenIn = (db: Db, owner: Id, sourceId: Id) =>
  db.selectFrom('sources').select('id').where('owner_id', '=', owner).where('merged_into', '=', sourceId);

const createMerges = (access: Access, owner: Id): Pick<SourceChanges, 'mergeSource' | 'reviveSource'> => ({
  mergeSource: (sourceId, into) =>
    access.write(async (db) => {
      const ofSource = db
        .updateTable('source_keys')
        .where('owner_id', '=', owner)
        .where('source_id', '=', sourceId);
      await ofSource.set({ home_id: sourceId }).where('home_id', 'is', null).execute();
      await ofSource.set({ source_id: into }).execute();
      await db
        .updateTable('sources')
        .set({ merged_into: into })
        .where('owner_id', '=', owner)
        .where('id', '=', sourceId)
        .execute();
    }),
  reviveSource: (sourceId) =>
    access.write(async (db) => {
      const keys = db.updateTable('source_keys').set({ source_id: sourceId }).where('owner_id', '=', owner);
      await keys.where('home_id', '=', sourceId).execute();
      await keys.where('home_id', 'in', hiddenIn(db, owner, sourceId)).execute();
      await db
        .updateTable('sources')
        .set({ merged_into: null })
        .where('owner_id', '=', owner)
        .where('id', '=', sourceId)
        .execute();
    }),
});

const createJoins = (access: Access, owner: Id): Pick<SourceChanges, 'putJoin' | 'joins' | 'endJoins'> => ({
  putJoin: (sourceId, { fileId, by, formerSourceId, at }) =>
    access.write(async (db) => {
      await db
        .insertInto('source_joins')
        .values({
          owner_id: owner,
          source_id: sourceId,
          file_id: fileId,
          by,
          former_source_id: formerSourceId,
          at,
        })
        .execute();
    }),
  joins: async (sourceId) => {
    const rows = await access.read((db) =>
      db
        .selectFrom('source_joins')
        .leftJoin('sources', (join) =>
          join
            .onRef('sources.owner_id', '=', 'source_joins.owner_id')
            .onRef('sources.id', '=', 'source_joins.former_source_id'),
        )
        .select(['file_id', 'by', 'former_source_id', 'at', 'sources.key as former_key'])
        .where('source_joins.owner_id', '=', owner)
        .where('source_joins.source_id', '=', sourceId)
        .where('undone_at', 'is', null)
        .orderBy('source_joins.no')
        .execute(),
    );
    return rows.map((row) => ({
      fileId: row.file_id,
      by: row.by as JoinedBy,
      formerSourceId: row.former_source_id,
      formerKey: row.former_key,
      at: row.at,
    }));
  },
  endJoins: (sourceId, fileId, at) =>
    access.write(async (db) => {
      await db
        .updateTable('source_joins')
        .set({ undone_at: at })
        .where('owner_id', '=', owner)
        .where('source_id', '=', sourceId)
        .where('file_id', '=', fileId)
        .where('undone_at', 'is', null)
        .execute();
    }),
});

const createDifferences = (
  access: Access,
  owner: Id,
): Pick<SourceChanges, 'setDifferent' | 'differentFrom'> => ({
  setDifferent: (a, b, areDifferent) =>
    access.write(async (db) => {
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const) {
        await db
          .deleteFrom('source_differences')
          .where('owner_id', '=', owner)
          .where('source_id', '=', one)
          .where('other_id', '=', other)
          .execute();
        if (areDifferent)
          await db
            .insertInto('source_differences')
            .values({ owner_id: owner, source_id: one, other_id: other })
            .execute();
      }
    }),
  differentFrom: async (sourceId) => {
    const rows = await access.read((db) =>
      db
        .selectFrom('source_differences')
        .select('other_id')
        .where('owner_id', '=', owner)
        .where('source_id', '=', sourceId)
        .execute(),
    );
    return rows.map((row) => row.other_id);
  },
});

const createEdits = (access: Access, owner: Id): Pick<SourceChanges, 'putEdit' | 'edits' | 'facts'> => ({
  putEdit: (sourceId, { field, value, at }) =>
    access.write(async (db) => {
      await db
        .insertInto('source_edits')
        .values({
          owner_id: owner,
          source_id: sourceId,
          field,
          value: value === null ? null : JSON.stringify(value),
          at,
        })
        .execute();
      await refreshShownFacts(db, owner, sourceId);
    }),
  edits: (sourceId) => access.read((db) => loadEdits(db, owner, sourceId)),
  facts: (sourceId) => access.read((db) => loadFacts(db, owner, sourceId)),
});

export const createSourceChanges = (access: Access, owner: Id): SourceChanges => ({
  ...createKeyChanges(access, owner),
  ...createFileChanges(access, owner),
  ...createMerges(access, owner),
  ...createJoins(access, owner),
  ...createDifferences(access, owner),
  ...createEdits(access, owner),
});
