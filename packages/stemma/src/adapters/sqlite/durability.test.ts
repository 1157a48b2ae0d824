import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newFolder, startChild } from '../../conformance/children.ts';
import { addSource } from '../../conformance/specimens.ts';
import { processEntry } from '../../processes/entry.ts';
import { openSystem } from '../system/system.ts';
import { ConnectionThread } from './connection-thread.ts';
import { openSqliteStores } from './open.ts';

const writeOn = new URL('./fixtures/write-on.mjs', import.meta.url);
const entry = processEntry('sqlite-thread');
const ROUNDS = 10;

let folder: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ folder, remove } = await newFolder());
});
afterEach(() => remove());

const open = (path = folder) => openSqliteStores({ folder: path, entry, ...openSystem() });

describe('a writer killed in the middle', () => {
  it('loses no acknowledged commit and leaves a healthy database, again and again', async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const child = startChild(writeOn, [folder]);
      await child.nextLine();
      // Somewhere within a transaction of about ten milliseconds.
      await sleep(30 + ((round * 7) % 40));
      child.process.kill('SIGKILL');
      await child.ended;
      acknowledged.push(...child.lines.filter((line) => line.length === 13));
    }
    const stores = await open();
    expect(await stores.maintenance.problems()).toEqual([]);
    const owner = stores.for((await stores.localUser()).id);
    for (const key of acknowledged) expect((await owner.sources.find(key))?.passages).toBe(20);
    const { sources, passages } = await owner.sources.count();
    expect(passages).toBe(sources * 20);
    // A commit may be done and not yet told of: one for each round, no more.
    expect(sources - acknowledged.length).toBeLessThanOrEqual(ROUNDS);
    await stores.close();
  });
});

describe('a connection thread that dies', () => {
  it('refuses what was asked of it and all that is asked later', async () => {
    const { href } = new URL('./fixtures/thread-that-dies.mjs', import.meta.url);
    const thread = new ConnectionThread(new URL(href));
    const asked = [thread.run('first'), thread.run('second')];
    for (const result of await Promise.allSettled(asked))
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'internal' } });
    await expect(thread.run('third')).rejects.toMatchObject({ code: 'internal' });
    expect(thread.isDead).toBe(true);
    await thread.close();
  });
});

describe('a writer thread that dies in a transaction', () => {
  it('is a fault of that transaction alone: the next one begins on a new thread', async () => {
    const mortal = new URL('./fixtures/mortal-thread.mjs', import.meta.url);
    const stores = await openSqliteStores({ folder, entry: mortal, ...openSystem() });
    const owner = stores.for((await stores.localUser()).id);
    await addSource(owner, ['kept'], { key: 'kept' });
    const dying = owner.transaction(async (tx) => {
      await addSource(tx, ['lost'], { key: 'lost' });
      await tx.sources.find('die now');
    });
    await expect(dying).rejects.toMatchObject({ code: 'internal' });
    await addSource(owner, ['after'], { key: 'after' });
    await expect(owner.sources.find('die now')).rejects.toMatchObject({ code: 'internal' });
    expect((await owner.sources.list({ limit: 9 })).items.map((source) => source.key)).toEqual([
      'after',
      'kept',
    ]);
    expect(await stores.maintenance.problems()).toEqual([]);
    await stores.close();
  });
});

const isMountable = (path: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('a full disk', () => {
  it('is a fault, keeps what was there, and is over when there is room again', async (context) => {
    const small = join(folder, 'small');
    await mkdir(small);
    if (!isMountable(small)) return context.skip();
    try {
      const stores = await open(small);
      const owner = stores.for((await stores.localUser()).id);
      const text = 'many different words '.repeat(2_000);
      let kept = 0;
      const fill = async (): Promise<void> => {
        for (; kept < 200; kept++) await owner.transaction((tx) => addSource(tx, [text]));
      };
      await expect(fill()).rejects.toMatchObject({ code: 'disk_full', params: { path: small } });
      expect(await owner.sources.count()).toEqual({ sources: kept, passages: kept });
      execFileSync('mount', ['-o', 'remount,size=20m', small]);
      await owner.transaction((tx) => addSource(tx, [text]));
      expect((await owner.sources.count()).sources).toBe(kept + 1);
      expect(await stores.maintenance.problems()).toEqual([]);
      await stores.close();
    } finally {
      execFileSync('umount', ['-l', small]);
    }
  });
});
