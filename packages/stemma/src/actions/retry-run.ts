import { Id } from '@stemma/contract/ids';
import { isTerminal } from '@stemma/contract/records';
import { z } from 'zod';
import { StemmaError } from '../errors/stemma-error.ts';
import { defineAction } from './action.ts';
import { findRun } from './find-run.ts';
import { startRun } from './start-run.ts';

/** A new run with the input of an ended one. */
export const retryRun = defineAction({
  name: 'retry-run',
  input: z.object({ id: z.string() }),
  output: z.object({ runId: Id }),
  run: async (context, { id }) => {
    const ended = await findRun(context.stores, id);
    if (!isTerminal(ended.status))
      throw new StemmaError('run_not_finished', { id: ended.id, status: ended.status });
    const run = await startRun(context, {
      workflow: ended.workflow,
      input: ended.input,
      retryOf: ended.id,
      ...(ended.projectId && { projectId: ended.projectId }),
      ...(ended.threadId && { threadId: ended.threadId }),
    });
    return { runId: run.id };
  },
});
