import { Run } from '@stemma/contract/records';
import { z } from 'zod';
import { defineAction } from './action.ts';
import { findRun } from './find-run.ts';

const RunStep = z.object({
  visit: z.int(),
  key: z.string(),
  effect: z.string(),
  status: z.string(),
  attempts: z.int(),
});

export const showRun = defineAction({
  name: 'show-run',
  input: z.object({ id: z.string() }),
  output: z.object({ run: Run, input: z.json(), steps: z.array(RunStep) }),
  run: async ({ stores }, { id }) => {
    const run = await findRun(stores, id);
    const steps = await stores.runs.steps(run.id);
    return { run, input: run.input, steps };
  },
});
