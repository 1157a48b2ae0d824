import { z } from 'zod';
import { StemmaError } from '../errors/stemma-error.ts';
import type { OwnedStores } from '../ports/stores.ts';
import { rearranged } from '../workflows/library/arrange-source.ts';
import { defineAction } from './action.ts';
import { findSource } from './find-source.ts';

/** The person's facts of the source that goes, where the one that stays has none. */
const carryEdits = async (tx: OwnedStores, from: string, to: string, at: number): Promise<void> => {
  const [theirs, own] = await Promise.all([tx.sources.facts(from), tx.sources.facts(to)]);
  for (const [name, fact] of Object.entries(theirs)) {
    const field = name as keyof typeof theirs;
    if (fact?.origin === 'user' && own[field]?.origin !== 'user')
      await tx.sources.putEdit(to, { field, value: fact.value, at });
  }
};

/** Makes two sources one: files and keys of the second go to the first. `split-source` undoes it. */
export const mergeSources = defineAction({
  name: 'merge-sources',
  input: z.object({ key: z.string(), other: z.string() }),
  output: z.object({ key: z.string(), other: z.string(), files: z.int() }),
  run: (context, { key, other }) =>
    context.stores.transaction(async (tx) => {
      const [stays, goes] = [await findSource(tx, key), await findSource(tx, other)];
      if (stays.id === goes.id) throw new StemmaError('sources_same', { key: stays.key });
      const at = context.clock.now();
      const files = await tx.sources.files(goes.id);
      await rearranged(tx, stays.id, async () => {
        await carryEdits(tx, goes.id, stays.id, at);
        for (const join of await tx.sources.joins(goes.id))
          await tx.sources.endJoins(goes.id, join.fileId, at);
        for (const { file } of files) {
          await tx.sources.moveFile(file.id, stays.id);
          await tx.sources.putJoin(stays.id, { fileId: file.id, by: 'hand', formerSourceId: goes.id, at });
        }
        await tx.sources.mergeSource(goes.id, stays.id);
        await tx.sources.setDifferent(stays.id, goes.id, false);
      });
      return { key: stays.key, other: goes.key, files: files.length };
    }),
});
