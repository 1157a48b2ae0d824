import { Source } from '@stemma/contract/records';
import { z } from 'zod';
import { defineAction } from './action.ts';

export const listSources = defineAction({
  name: 'list-sources',
  input: z.object({ limit: z.int().min(1).max(1000).default(200), cursor: z.string().optional() }),
  output: z.object({ sources: z.array(Source), next: z.string().nullable() }),
  run: async ({ stores }, { limit, cursor }) => {
    const page = await stores.sources.list({ limit, ...(cursor !== undefined && { cursor }) });
    return { sources: page.items, next: page.next };
  },
});
