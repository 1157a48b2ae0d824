import type { Id } from '@stemma/contract/ids';
import type { Source } from '@stemma/contract/records';
import { z } from 'zod';
import { citationKeyChoices } from '../core/source/citation-key.ts';
import { StemmaError } from '../errors/stemma-error.ts';
import type { FileOfSource, KeyOrigin, SourceJoin } from '../ports/source-store.ts';
import type { OwnedStores } from '../ports/stores.ts';
import { rearranged } from '../workflows/library/arrange-source.ts';
import { freeKey, keyFactsOf, titleFormOf } from '../workflows/library/place-work.ts';
import { type ActionContext, defineAction } from './action.ts';
import { findSource } from './find-source.ts';

type Join = SourceJoin & { formerKey: string | null };
type Chosen = { files: FileOfSource[]; revived: Id | null };

const suits = ({ file }: FileOfSource, index: number, wanted: string): boolean =>
  String(index + 1) === wanted ||
  file.name === wanted ||
  file.path === wanted ||
  file.sha256.startsWith(wanted);

/** Files merged by hand from a source go back to it together, when its key is named or one of them is. */
const choose = (
  source: Source,
  files: readonly FileOfSource[],
  joins: readonly Join[],
  wanted: string | undefined,
): Chosen => {
  const lastJoin = joins.at(-1);
  const named =
    wanted === undefined
      ? files.find(({ file }) => file.id === lastJoin?.fileId)
      : files.find((entry, index) => suits(entry, index, wanted));
  const join =
    joins.findLast(({ formerKey }) => wanted !== undefined && formerKey === wanted) ??
    joins.findLast(({ fileId }) => fileId === named?.file.id);
  if (join?.formerSourceId) {
    const group = joins.filter(({ formerSourceId }) => formerSourceId === join.formerSourceId);
    const ids = new Set(group.map(({ fileId }) => fileId));
    return { files: files.filter(({ file }) => ids.has(file.id)), revived: join.formerSourceId };
  }
  if (named) {
    // What an entry said before goes with the entry.
    const earlier = files.filter(
      ({ entry, file }) => entry !== null && entry === named.entry && file.id !== named.file.id,
    );
    return { files: [...earlier, named], revived: null };
  }
  if (wanted !== undefined) throw new StemmaError('file_not_in_source', { key: source.key, file: wanted });
  throw new StemmaError('split_not_possible', { key: source.key });
};

/** A key that came with a file leaves with it; the source goes back to one of its own. */
const takeKey = async (
  tx: OwnedStores,
  source: Source,
  file: FileOfSource,
): Promise<{ key: string; keyOrigin: KeyOrigin }> => {
  const { keys } = await tx.sources.keys(source.id);
  const imported = file.record && keys.includes(file.record.id) ? file.record.id : undefined;
  if (imported === undefined) {
    const named = keyFactsOf(file.facts, file.file.name);
    return { key: await freeKey(tx, citationKeyChoices(named, file.file.sha256)), keyOrigin: 'generated' };
  }
  if (source.key === imported) {
    const other = keys.find((key) => key !== imported);
    const rest = (await tx.sources.files(source.id)).find((entry) => entry.file.id !== file.file.id)!;
    const named = keyFactsOf(rest.facts, rest.file.name);
    await tx.sources.setKey(
      source.id,
      other ?? (await freeKey(tx, citationKeyChoices(named, rest.file.sha256))),
      'generated',
    );
  }
  return { key: imported, keyOrigin: 'import' };
};

const openSource = async (
  { ids, clock }: ActionContext,
  tx: OwnedStores,
  source: Source,
  file: FileOfSource,
): Promise<Id> => {
  const id = ids.next();
  const { key, keyOrigin } = await takeKey(tx, source, file);
  await tx.sources.putSource({
    id,
    key,
    keyOrigin,
    kind: file.file.kind,
    titleForm: titleFormOf(file.facts),
    addedAt: clock.now(),
  });
  return id;
};

/**
 * Gives a file a source of its own again, and remembers that the two are different works. Without a file:
 * the one that joined last. A source that was merged by hand comes back as it was.
 */
export const splitSource = defineAction({
  name: 'split-source',
  input: z.object({ key: z.string(), file: z.string().optional() }),
  output: z.object({ key: z.string(), other: z.string(), files: z.int() }),
  run: (context, { key, file: wanted }) =>
    context.stores.transaction(async (tx) => {
      const source = await findSource(tx, key);
      const [all, joins] = [await tx.sources.files(source.id), await tx.sources.joins(source.id)];
      const { files, revived } = choose(source, all, joins, wanted);
      if (files.length === 0 || files.length === all.length)
        throw new StemmaError('split_not_possible', { key: source.key });
      const otherId = revived ?? (await openSource(context, tx, source, files.at(-1)!));
      if (revived) await tx.sources.reviveSource(revived);
      const at = context.clock.now();
      await rearranged(tx, source.id, () =>
        rearranged(tx, otherId, async () => {
          for (const { file } of files) {
            await tx.sources.moveFile(file.id, otherId);
            await tx.sources.endJoins(source.id, file.id, at);
          }
          await tx.sources.setDifferent(source.id, otherId, true);
        }),
      );
      const [stays, other] = [await tx.sources.find(source.id), await tx.sources.find(otherId)];
      return { key: stays!.key, other: other!.key, files: files.length };
    }),
});
