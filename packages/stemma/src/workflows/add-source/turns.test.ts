import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('let the later of two equal inputs wait for the earlier, whichever is hashed first', async () => {
    const [first, second] = createTurns(2);
    const order: string[] = [];
    const later = second!.hashed('same').then(() => order.push('second goes on'));
    await settled();
    expect(order).toEqual([]);
    await first!.hashed('same').then(() => order.push('first goes on'));
    await settled();
    expect(order).toEqual(['first goes on']);
    first!.ended();
    await later;
    expect(order).toEqual(['first goes on', 'second goes on']);
  });
  it('do not hold different inputs once the earlier one has told its bytes', async () => {
    const [first, second] = createTurns(2);
    const later = second!.hashed('b');
    await first!.hashed('a');
    await later;
  });
  it('do not hold an input behind one that ended without bytes', async () => {
    const [first, second] = createTurns(2);
    first!.ended();
    await second!.hashed('b');
  });
  it('let records be written in the order of the inputs', async () => {
    const [first, second] = createTurns(2);
    const order: string[] = [];
    const later = second!.alone().then(() => order.push('second writes'));
    await first!.alone().then(() => order.push('first writes'));
    await settled();
    expect(order).toEqual(['first writes']);
    first!.ended();
    await later;
    expect(order).toEqual(['first writes', 'second writes']);
  });
});
