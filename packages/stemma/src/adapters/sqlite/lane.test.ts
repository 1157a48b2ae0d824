import { afterEach, describe, expect, it } from 'vitest';
import { processEntry } from '../../processes/entry.ts';
import { ConnectionThread } from './connection-thread.ts';
import { Lane } from './lane.ts';

const deadly = new URL('./fixtures/thread-that-dies.mjs', import.meta.url);

const lanes: Lane[] = [];
afterEach(() => Promise.all(lanes.splice(0).map((lane) => lane.close())));

const createLane = (options: { size: number; patienceMs?: number; entries?: URL[] }) => {
  const entries = options.entries ?? [];
  let started = 0;
  const lane = new Lane({
    size: options.size,
    patienceMs: options.patienceMs ?? 1_000,
    start: async () => {
      started += 1;
      return new ConnectionThread(entries.shift() ?? processEntry('sqlite-thread'));
    },
  });
  lanes.push(lane);
  return { lane, started: () => started };
};

describe('a lane', () => {
  it('starts connections when they are needed, up to its size, and lends them again', async () => {
    const { lane, started } = createLane({ size: 2 });
    const first = await lane.acquire();
    lane.release(first);
    expect(await lane.acquire()).toBe(first);
    const second = await lane.acquire();
    expect(started()).toBe(2);
    const third = lane.acquire();
    lane.release(second);
    expect(await third).toBe(second);
    expect(started()).toBe(2);
  });

  it('serves who came first, first', async () => {
    const { lane } = createLane({ size: 1 });
    const thread = await lane.acquire();
    const order: number[] = [];
    const waiting = [1, 2, 3].map(async (number) => {
      const lent = await lane.acquire();
      order.push(number);
      lane.release(lent);
    });
    lane.release(thread);
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });

  it('starts another thread for one that died, also for those who wait', async () => {
    const { lane, started } = createLane({ size: 1, entries: [deadly] });
    const doomed = await lane.acquire();
    const waiting = lane.acquire();
    await expect(doomed.run('anything')).rejects.toMatchObject({ code: 'internal' });
    lane.release(doomed);
    const next = await waiting;
    expect(next).not.toBe(doomed);
    expect(next.isDead).toBe(false);
    expect(started()).toBe(2);
    lane.release(next);
  });

  it('is database_busy when nobody gives anything back', async () => {
    const { lane } = createLane({ size: 1, patienceMs: 50 });
    await lane.acquire();
    await expect(lane.acquire()).rejects.toMatchObject({ code: 'database_busy' });
  });

  it('refuses who waits, and who comes, once it is closed', async () => {
    const { lane } = createLane({ size: 1 });
    await lane.acquire();
    const waiting = lane.acquire();
    const closing = lane.close();
    await expect(waiting).rejects.toThrow('closed');
    await expect(lane.acquire()).rejects.toThrow('closed');
    await closing;
  });
});
