import { Id } from '@stemma/contract/ids';
import { describe, expect, it } from 'vitest';
import { createCountedIds } from './counted-ids.ts';
import { createManualClock } from './manual-clock.ts';

describe('a manual clock', () => {
  it('stands until it is moved, and wakes sleepers in the order of their time', async () => {
    const clock = createManualClock(1_000);
    const woken: string[] = [];
    const sleeps = [
      clock.sleep(20).then(() => woken.push('late')),
      clock.sleep(10).then(() => woken.push('early')),
      clock.sleep(0).then(() => woken.push('now')),
    ];
    await sleeps[2];
    expect(clock.now()).toBe(1_000);
    clock.advance(25);
    await Promise.all(sleeps);
    expect(woken).toEqual(['now', 'early', 'late']);
    expect(clock.now()).toBe(1_025);
  });

  it('ends a sleep with the reason of its signal', async () => {
    const controller = new AbortController();
    const sleeping = createManualClock().sleep(10, controller.signal);
    controller.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
  });
});

describe('counted ids', () => {
  it('are valid and the same every time', () => {
    const ids = createCountedIds(3);
    expect(ids.next()).toBe('01900000-0000-7003-8000-000000000001');
    expect(Id.safeParse(ids.next()).success).toBe(true);
  });
});
