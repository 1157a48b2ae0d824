import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newFolder, startChild } from '../../conformance/children.ts';
import { addSource } from '../../conformance/specimens.ts';
import type { OwnerHandle, Stores } from '../../ports/stores.ts';
import { processEntry } from '../../processes/entry.ts';
import { openSystem } from '../system/system.ts';
import { openSqliteStores, type SqliteOptions } from './open.ts';

const fixture = (name: string): URL => new URL(`./fixtures/${name}`, import.meta.url);

let folder: string;
let remove: () => Promise<void>;
let stores: Stores;
let owner: OwnerHandle;
beforeEach(async () => {
  ({ folder, remove } = await newFolder());
});
afterEach(async () => {
  await stores.close();
  await remove();
});

const open = async (waits: SqliteOptions['waits'] = {}): Promise<void> => {
  stores = await openSqliteStores({
    folder,
    entry: processEntry('sqlite-thread'),
    ...openSystem(),
    waits,
  });
  owner = stores.for((await stores.localUser()).id);
};
const database = (): string => join(folder, 'stemma.db');

describe('another process that holds the write lock', () => {
  it('delays writes alone: reads go on, and the event loop never waits', async () => {
    await open();
    await addSource(owner, ['words'], { key: 'before' });
    const child = startChild(fixture('hold-write-lock.mjs'), [database(), '3000']);
    await child.nextLine();
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    let reads = 0;
    let isWritten = false;
    const writes = Promise.all(Array.from({ length: 10 }, () => addSource(owner, ['more']))).then(() => {
      isWritten = true;
    });
    const ended = child.ended.then(() => true);
    while (!(await Promise.race([ended, sleep(20, false)]))) {
      expect((await owner.sources.find('before'))?.passages).toBe(1);
      expect(await owner.lexical.candidates([{ term: 'words' }], { limit: 5, filter: {} })).toHaveLength(1);
      expect(isWritten).toBe(false);
      reads += 1;
    }
    delay.disable();
    await writes;
    const p99Ms = delay.percentile(99) / 1e6;
    process.stdout.write(`event loop: p99 ${p99Ms.toFixed(1)} ms, most ${(delay.max / 1e6).toFixed(1)} ms\n`);
    expect(reads).toBeGreaterThan(20);
    // 20 ms is the aim; a shared machine adds its own.
    expect(p99Ms).toBeLessThan(100);
    expect((await owner.sources.count()).sources).toBe(11);
  });

  it('is database_busy when it holds on for longer than we wait', async () => {
    await open({ busyTimeoutMs: 100, busyTotalMs: 400 });
    const child = startChild(fixture('hold-write-lock.mjs'), [database(), '1500']);
    await child.nextLine();
    await expect(addSource(owner, ['x'])).rejects.toMatchObject({ code: 'database_busy' });
    await child.ended;
    await addSource(owner, ['x']);
  });
});

describe('a transaction of this process', () => {
  it('lets others wait while the lane moves, and is database_busy when it stands still', async () => {
    await open({ busyTimeoutMs: 100, busyTotalMs: 300 });
    const moving = Array.from({ length: 8 }, () => owner.transaction(() => sleep(100)));
    await expect(Promise.all(moving)).resolves.toHaveLength(8);
    const standing = owner.transaction(() => sleep(700));
    await expect(owner.transaction(async () => 1)).rejects.toMatchObject({ code: 'database_busy' });
    await standing;
    await expect(owner.transaction(async () => 1)).resolves.toBe(1);
  });
});

describe('our own readers', () => {
  it('keep no snapshot open, so that the log can be folded into the database', async () => {
    await open();
    const added = await addSource(owner, ['some words']);
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        await owner.lexical.stats([{ term: 'words' }]);
        await owner.sources.passages(added.sourceId);
        await owner.sources.find('nothing');
      }),
    );
    await addSource(owner, ['more words']);
    const beside = new Database(database());
    const [result] = beside.pragma('wal_checkpoint(truncate)') as { busy: number; log: number }[];
    beside.close();
    expect(result).toMatchObject({ busy: 0, log: 0 });
    expect((await stat(`${database()}-wal`)).size).toBe(0);
    expect((await owner.sources.count()).sources).toBe(2);
  });
});

describe('case 81: a batch is added while others read and a script reads and writes beside', () => {
  it('stores 200 documents once each without a lock error, and the log shrinks again', async () => {
    await open();
    const script = startChild(fixture('hold.py'), [database(), '3', '6']);
    await script.nextLine();
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    const write = async (): Promise<void> => {
      for (let n = numbers.pop(); n !== undefined; n = numbers.pop()) {
        await owner.transaction((tx) =>
          addSource(tx, [`Document ${n} says the value is ${n}.`], { key: `d${n}` }),
        );
        await sleep(150);
      }
    };
    let isOver = false;
    const read = async (): Promise<void> => {
      while (!isOver) {
        await owner.lexical.candidates([{ term: 'value' }], { limit: 10, filter: {} });
        const { items } = await owner.sources.list({ limit: 20 });
        if (items[0]) await owner.sources.passages(items[0].id);
        await sleep(5);
      }
    };
    const readers = Array.from({ length: 4 }, read);
    await Promise.all(Array.from({ length: 8 }, write));
    isOver = true;
    await Promise.all(readers);
    expect(await script.ended).toBe(0);
    expect(script.lines).toEqual(['reading']);
    expect(await owner.sources.count()).toEqual({ sources: 200, passages: 200 });
    expect((await owner.lexical.stats([{ term: 'value' }])).documentFrequency.get('value')).toBe(200);
    expect(await stores.maintenance.problems()).toEqual([]);
    await addSource(owner, ['one more']);
    expect((await stat(`${database()}-wal`)).size).toBeLessThan(65 * 1024 ** 2);
  });
});
