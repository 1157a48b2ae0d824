import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.ts';

export const createSystemClock = (): Clock => ({
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    signal?.throwIfAborted();
    try {
      await delay(ms, undefined, signal && { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
});
