import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Id } from '@stemma/contract/ids';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../memory/manual-clock.ts';
import { createInProcessNotices } from './in-process-notices.ts';
import { openSystem } from './system.ts';

const { clock, ids, hasher, identity, isDead, machine } = openSystem();

describe('ids', () => {
  it('are UUIDv7 of the present time, never twice the same', () => {
    const before = clock.now();
    const made = Array.from({ length: 5_000 }, () => ids.next());
    expect(new Set(made).size).toBe(5_000);
    for (const id of made) expect(Id.safeParse(id).success).toBe(true);
    const at = Number.parseInt(made[0]!.replaceAll('-', '').slice(0, 12), 16);
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(clock.now());
  });
});

describe('the hasher', () => {
  it('gives SHA-256 of text and bytes', () => {
    const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(hasher.sha256('abc')).toBe(known);
    expect(hasher.sha256(new TextEncoder().encode('abc'))).toBe(known);
  });
});

describe('the clock', () => {
  it('sleeps, and wakes with the reason of its signal', async () => {
    const controller = new AbortController();
    const sleeping = clock.sleep(60_000, controller.signal);
    controller.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
    await expect(clock.sleep(1, controller.signal)).rejects.toThrow('enough');
    await expect(clock.sleep(1)).resolves.toBeUndefined();
  });
});

describe('the identity of a worker', () => {
  it('is dead when its process is gone or another one has its number', async () => {
    expect(isDead(identity)).toBe(false);
    expect(isDead({ ...identity, processStart: 'another start' })).toBe(true);
    expect(isDead({ ...identity, processStart: '' })).toBe(false);
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const holder = { ...identity, pid: child.pid!, processStart: '' };
    expect(isDead(holder)).toBe(false);
    expect(isDead({ ...holder, host: 'elsewhere' })).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isDead(holder)).toBe(true);
    expect(isDead({ ...holder, host: 'elsewhere' })).toBe(false);
  });
});

describe('notices', () => {
  it('wake all who wait for the topic, and nobody else', async () => {
    const manual = createManualClock();
    const notices = createInProcessNotices(manual);
    const signal = new AbortController().signal;
    const woken: string[] = [];
    const wait = (topic: string, name: string) =>
      notices.wait(topic, 1_000, signal).then(() => woken.push(name));
    const all = [wait('a', 'first'), wait('a', 'second'), wait('b', 'third')];
    notices.notify('a');
    notices.notify('nobody');
    await Promise.all(all.slice(0, 2));
    expect(woken).toEqual(['first', 'second']);
    manual.advance(999);
    expect(woken).toHaveLength(2);
    manual.advance(1);
    await Promise.all(all);
    expect(woken).toHaveLength(3);
  });

  it('end a wait when its signal aborts, without an error', async () => {
    const notices = createInProcessNotices(createManualClock());
    const controller = new AbortController();
    const waiting = notices.wait('a', 1_000, controller.signal);
    controller.abort();
    await expect(waiting).resolves.toBeUndefined();
    await expect(notices.wait('a', 1_000, controller.signal)).resolves.toBeUndefined();
  });
});

describe('the machine', () => {
  it('tells the free space, also of a folder that is not made yet', async () => {
    expect(machine.nodeVersion).toBe(process.versions.node);
    expect(await machine.freeBytes(join(tmpdir(), 'not', 'made', 'yet'))).toBeGreaterThan(0);
  });
});
