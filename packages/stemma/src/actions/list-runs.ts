import { Run } from '@stemma/contract/records';
import { z } from 'zod';
import { defineAction } from './action.ts';

export const listRuns = defineAction({
  name: 'list-runs',
  input: z.object({
    limit: z.int().min(1).max(1000).default(50),
    cursor: z.string().optional(),
    /** Only those that have not ended, or only those that have. */
    unfinished: z.boolean().optional(),
  }),
  output: z.object({ runs: z.array(Run), next: z.string().nullable() }),
  run: async ({ stores }, { limit, cursor, unfinished }) => {
    const page = await stores.runs.list({
      limit,
      ...(unfinished !== undefined && { unfinished }),
      ...(cursor !== undefined && { cursor }),
    });
    return { runs: page.items, next: page.next };
  },
});
