import { StemmaError } from '../errors/stemma-error.ts';
import type { RunRecord } from '../ports/run-store.ts';
import type { OwnedStores } from '../ports/stores.ts';

/** A run by id or unique id suffix; `run_not_found`, `id_ambiguous`. */
export const findRun = async (stores: OwnedStores, id: string): Promise<RunRecord> => {
  const run = await stores.runs.find(id);
  if (!run) throw new StemmaError('run_not_found', { id });
  return run;
};
