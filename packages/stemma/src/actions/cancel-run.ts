import { Id } from '@stemma/contract/ids';
import { RunStatus } from '@stemma/contract/records';
import { z } from 'zod';
import { runTopic } from '../workflows/engine/worker.ts';
import { defineAction } from './action.ts';
import { findRun } from './find-run.ts';

/** Asks; whoever works on the run confirms. A run nobody ever took up is cancelled at once. */
export const cancelRun = defineAction({
  name: 'cancel-run',
  input: z.object({ id: z.string() }),
  output: z.object({ runId: Id, status: RunStatus }),
  run: async ({ stores, clock, notices }, { id }) => {
    const run = await findRun(stores, id);
    const status = await stores.runs.requestCancel(run.id, clock.now());
    notices.notify(runTopic(run.id));
    return { runId: run.id, status };
  },
});
