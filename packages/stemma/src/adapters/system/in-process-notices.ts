import type { Clock } from '../../ports/clock.ts';
import type { Notices } from '../../ports/run-store.ts';

/** Notices within one process. What another process writes is found by looking again after the time-out. */
export const createInProcessNotices = (clock: Clock): Notices => {
  const waiting = new Map<string, Set<() => void>>();
  return {
    notify: (topic) => {
      for (const wake of waiting.get(topic) ?? []) wake();
    },
    wait: async (topic, timeoutMs, signal) => {
      if (signal.aborted) return;
      const woken = new AbortController();
      const wake = (): void => woken.abort();
      const waiters = waiting.get(topic) ?? new Set();
      waiting.set(topic, waiters.add(wake));
      signal.addEventListener('abort', wake, { once: true });
      try {
        await clock.sleep(timeoutMs, woken.signal);
      } catch (error) {
        if (!woken.signal.aborted) throw error;
      } finally {
        signal.removeEventListener('abort', wake);
        waiters.delete(wake);
        if (waiters.size === 0) waiting.delete(topic);
      }
    },
  };
};
