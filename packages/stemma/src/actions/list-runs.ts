import { Run } from '@stemma/contract/records';
import { z } from 'zod';
import { defineAction } from './action.ts';

export const listRuns = defineAction({
  name: 'list-runs',
  input: z.object({
    limit: z.int().min(1).max(1000).default(50),
    cursor: z.string().optional(),
    unfinished: z.boolean().default(false),
  }),
  output: z.object({ runs: z.array(Run), next: z.string().nullable() }),
  run: async ({ stores }, { limit, cursor, unfinished }) => {
    const page = await stores.runs.list({ limit, unfinished, ...(cursor !== undefined && { cursor }) });
    return { runs: page.items, next: page.next };
  },
});
