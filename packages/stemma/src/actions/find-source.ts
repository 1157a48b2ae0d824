import type { Source } from '@stemma/contract/records';
import { StemmaError } from '../errors/stemma-error.ts';
import type { OwnedStores } from '../ports/stores.ts';

/** A source by key, alias or unique id suffix; `source_not_found` names the nearest keys. */
export const findSource = async (stores: OwnedStores, key: string): Promise<Source> => {
  const source = await stores.sources.find(key);
  if (source) return source;
  const nearest = await stores.sources.nearestKeys(key);
  throw new StemmaError('source_not_found', { key, nearest: nearest.join(', ') });
};
