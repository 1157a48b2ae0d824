import type { AddedItem, ItemRemark } from '@stemma/contract/events';
import { type Identifier, identifierText } from '../../core/source/identifier.ts';
import { recordUri } from '../../core/source/record-facts.ts';
import type { AddFileScope, AddSourceParts } from './add-file.ts';
import { addedItem } from './item.ts';
import { storeRecord } from './store-record.ts';

/**
 * Adds the work an identifier names as a record, by what its registry says of it. A version that was named
 * is kept to; without one it is the latest, and the item says which.
 */
export const addIdentifier = async (
  parts: AddSourceParts,
  scope: AddFileScope,
  shown: string,
  identifier: Identifier,
): Promise<AddedItem> => {
  // Told before the network is waited for, so that files behind it need not wait.
  await scope.turn.hashed(identifierText(identifier));
  const found = await parts.records[identifier.kind].find(identifier, scope.signal);
  const version = found.arxivVersion ?? null;
  const text = identifier.kind === 'arxiv' ? identifierText({ ...identifier, version }) : identifier.id;
  const latest: ItemRemark[] =
    identifier.kind === 'arxiv' && identifier.version === null && version !== null
      ? [{ code: 'latest_version', params: { version } }]
      : [];
  await scope.turn.alone();
  const stored = await scope.stores.transaction((tx) =>
    storeRecord(
      tx,
      { ...scope, hasher: parts.hasher },
      {
        item: { ...found, id: text },
        entry: text,
        name: text,
        path:
          recordUri(
            identifier.kind === 'arxiv'
              ? { doi: null, arxivId: identifier.id, arxivVersion: version }
              : { doi: identifier.id, arxivId: null, arxivVersion: null },
          ) ?? text,
        importedKey: null,
      },
    ),
  );
  return {
    ...addedItem(shown, stored.outcome, {
      source: stored.key,
      passages: stored.passages,
      pages: 0,
      formulas: 0,
      notes: [],
    }),
    remarks: [...latest, ...stored.remarks],
  };
};
