import { Id } from '@stemma/contract/ids';
import { LIMITS } from '@stemma/contract/limits';
import { z } from 'zod';
import { StemmaError } from '../errors/stemma-error.ts';
import { defineAction } from './action.ts';
import { startRun } from './start-run.ts';

export const addSources = defineAction({
  name: 'add-sources',
  input: z.object({
    /** Absolute paths of files, folders or globs, with how the user wrote them. */
    inputs: z.array(z.object({ path: z.string(), shown: z.string() })).max(LIMITS.inputsPerAdd),
  }),
  output: z.object({ runId: Id }),
  run: async (context, { inputs }) => {
    if (inputs.length === 0) throw new StemmaError('no_inputs', {});
    const run = await startRun(context, { workflow: 'add-source', input: { inputs } });
    return { runId: run.id };
  },
});
