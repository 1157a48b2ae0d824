import type { Id } from '@stemma/contract/ids';
import { LIMITS } from '@stemma/contract/limits';
import type { BlobLedger } from '../../ports/blob-store.ts';
import type { Access } from './access.ts';

export const createBlobLedger = (access: Access, owner: Id): BlobLedger => {
  const { now } = access.dialect;
  return {
    pin: (sha256, sizeBytes) =>
      access.write(async (db) => {
        await db
          .insertInto('blob_pins')
          .values((eb) => ({
            owner_id: owner,
            sha256,
            size_bytes: sizeBytes,
            pinned_until: eb(now, '+', LIMITS.blobPinMs),
          }))
          .onConflict((conflict) =>
            conflict
              .columns(['owner_id', 'sha256'])
              .doUpdateSet((eb) => ({ pinned_until: eb.ref('excluded.pinned_until') })),
          )
          .execute();
      }),
    refer: (sha256, by) =>
      access.write(async (db) => {
        await db
          .insertInto('blob_references')
          .values({ owner_id: owner, kind: by.kind, holder_id: by.id, sha256 })
          .onConflict((conflict) => conflict.columns(['owner_id', 'kind', 'holder_id', 'sha256']).doNothing())
          .execute();
      }),
    release: (by) =>
      access.write(async (db) => {
        await db
          .deleteFrom('blob_references')
          .where('owner_id', '=', owner)
          .where('kind', '=', by.kind)
          .where('holder_id', '=', by.id)
          .execute();
      }),
    // Blobs stand once per installation, so whoever holds one keeps it: the one question over all owners.
    isWanted: async (sha256) => {
      const row = await access.read((db) =>
        db
          .selectFrom('blob_references')
          .select('sha256')
          .where('sha256', '=', sha256)
          .union(
            db
              .selectFrom('blob_pins')
              .select('sha256')
              .where('sha256', '=', sha256)
              .where('pinned_until', '>', now),
          )
          .limit(1)
          .executeTakeFirst(),
      );
      return row !== undefined;
    },
  };
};
