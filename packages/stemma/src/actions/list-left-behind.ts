import { Run } from '@stemma/contract/records';
import { z } from 'zod';
import { defineAction } from './action.ts';

/** Unfinished runs that no living process works on and that wait for no person. */
export const listLeftBehind = defineAction({
  name: 'list-left-behind',
  input: z.object({}),
  output: z.object({ runs: z.array(Run) }),
  run: async ({ stores, clock, isDead }) => {
    const { items } = await stores.runs.list({ limit: 1000, unfinished: true });
    const now = clock.now();
    const isLeft = (run: (typeof items)[number]): boolean => {
      if (run.status === 'waiting_user') return false;
      if (run.holder === null) return run.wakeAt === null || run.wakeAt <= now;
      return isDead(run.holder) || (run.leaseUntil ?? 0) < now;
    };
    return { runs: items.filter(isLeft) };
  },
});
