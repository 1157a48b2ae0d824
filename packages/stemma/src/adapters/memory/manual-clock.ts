import type { Clock } from '../../ports/clock.ts';

export interface ManualClock extends Clock {
  /** Lets time pass: every sleep that is due ends, earliest first. */
  advance(ms: number): void;
}

type Sleeper = { until: number; wake(): void };

/** A clock that stands until it is moved. */
export const createManualClock = (startAt = 1_700_000_000_000): ManualClock => {
  let time = startAt;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (ms <= 0) return resolve();
        const abort = (): void => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        const wake = (): void => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        const sleeper: Sleeper = { until: time + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', abort, { once: true });
      }),
    advance: (ms) => {
      time += ms;
      const due = [...sleepers].filter((sleeper) => sleeper.until <= time);
      for (const sleeper of due.toSorted((a, b) => a.until - b.until)) sleeper.wake();
    },
  };
};
