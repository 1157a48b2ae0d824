import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cites } from './requirements.ts';
import { AddJson, DoctorJson, ListJson, RunJson, RunsJson, SearchJson } from './shapes.ts';
import { EXAMPLES, eachOf, fixture, type House, openHouse, readRecords, until } from './stemma.ts';

const FILES = 30;
const sentence = (index: number): string =>
  `Sample ${index} of copper was held at ten degrees for two hours, then its resistance was read twice.`;

/** A folder of many small texts and the sample papers: long enough to be interrupted in every stage. */
const putPapers = async (house: House): Promise<void> => {
  for (let index = 0; index < FILES; index++)
    await house.file(`papers/text-${String(index).padStart(2, '0')}.txt`, sentence(index));
  execFileSync('cp', [
    join(EXAMPLES, 'library/zh-decay.pdf'),
    join(EXAMPLES, 'library/driven-resonance.pdf'),
    join(house.work, 'papers'),
  ]);
};
const PAPERS = FILES + 2;

/** Files below a folder, '' when there is none. */
const filesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
};

/** Each paper is there once, nothing is half-stored, and the library is sound. */
const expectWhole = async (house: House): Promise<void> => {
  const { sources } = (await house.json(ListJson, ['list'])).json;
  expect(sources).toHaveLength(PAPERS);
  expect(new Set(sources.map(({ key }) => key)).size).toBe(PAPERS);
  expect(sources.every(({ passages }) => passages > 0)).toBe(true);
  const doctor = await house.json(DoctorJson, ['doctor']);
  expect(doctor.json.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(await filesBelow(join(house.data, 'blobs'))).toHaveLength(PAPERS);
  expect((await filesBelow(join(house.data, 'staging'))).filter((name) => name !== 'owner.json')).toEqual([]);
};

const unfinished = async (house: House) => (await house.json(RunsJson, ['runs', '--unfinished'])).json.runs;
const statusOf = async (house: House, id: string) =>
  (await house.json(RunJson, ['runs', 'show', id])).json.run.status;

describe('an interrupted add', () => {
  let house: House;
  beforeEach(async () => {
    house = await openHouse();
    await putPapers(house);
  });
  afterEach(() => house.close());

  it(
    cites(
      'L1.kill-resume',
      'R2.kill-resume',
      'R2.left-behind',
      'is told of and goes on where it was, at whatever moment it was killed',
    ),
    async () => {
      /** Progress lines seen before the kill; 0 is as soon as the database is there. */
      const moments = [0, 1, 9, 17, 31];
      await eachOf(moments, async (moment) => {
        const own = await openHouse();
        try {
          await putPapers(own);
          const killed = own.start(['add', 'papers', '--progress', 'json']);
          const finished = () => killed.stderr().split('"item_finished"').length - 1;
          await until(() =>
            moment === 0
              ? existsSync(join(own.data, 'stemma.db'))
              : finished() >= moment || killed.child.exitCode !== null,
          );
          killed.child.kill('SIGKILL');
          await killed.ended;
          const listed = await own.run(['list']);
          expect(listed.code).toBe(0);
          const left = await unfinished(own);
          if (left.length > 0) {
            const [run] = left;
            expect(listed.stderr).toContain(run!.id.slice(-8));
            expect(listed.stderr).toContain('stemma runs resume');
            const resumed = await own.run(['runs', 'resume']);
            expect(resumed.code, resumed.stderr).toBe(0);
            expect(await statusOf(own, run!.id)).toBe('succeeded');
          }
          const again = await own.json(AddJson, ['add', 'papers']);
          expect(again.code).toBe(0);
          expect(again.json.items).toHaveLength(PAPERS);
          if (moment > 0)
            expect(again.json.items.map(({ status }) => status)).toEqual(Array(PAPERS).fill('unchanged'));
          await expectWhole(own);
          expect(await unfinished(own)).toEqual([]);
        } finally {
          await own.close();
        }
      });
    },
  );

  it(
    cites('R2.kill-resume', 'R3.order', 'tells every item once in its events, although it was killed twice'),
    async () => {
      const first = house.start(['add', 'papers', '--progress', 'json']);
      await until(() => first.stderr().split('"item_finished"').length > 4, first);
      first.child.kill('SIGKILL');
      await first.ended;
      const [run] = await unfinished(house);
      const second = house.start(['runs', 'resume', run!.id, '--progress', 'json']);
      await until(
        () => second.stderr().split('"item_finished"').length > 14 || second.child.exitCode !== null,
      );
      second.child.kill('SIGKILL');
      await second.ended;
      expect((await house.run(['runs', 'resume'])).code).toBe(0);
      const events = readRecords((await house.run(['runs', 'events', run!.id])).stdout) as {
        seq: number;
        type: string;
        status?: string;
        item?: { input: string };
      }[];
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      const items = events.filter(({ type }) => type === 'item_finished').map(({ item }) => item!.input);
      expect(items).toHaveLength(PAPERS);
      expect(new Set(items).size).toBe(PAPERS);
      expect(events.filter(({ status }) => status === 'succeeded')).toHaveLength(1);
      await expectWhole(house);
    },
  );

  it(
    cites('O4.reaper', 'R2.left-behind', 'leaves nothing in staging once the library is opened again'),
    async () => {
      await house.file(
        'papers/big.txt',
        Array.from({ length: 120_000 }, (_, index) => sentence(index)).join('\n'),
      );
      const killed = house.start(['add', 'papers/big.txt']);
      await until(
        async () => (await filesBelow(join(house.data, 'staging'))).some((name) => name !== 'owner.json'),
        killed,
      );
      killed.child.kill('SIGKILL');
      await killed.ended;
      expect((await house.run(['list'])).code).toBe(0);
      expect((await filesBelow(join(house.data, 'staging'))).filter((name) => name !== 'owner.json')).toEqual(
        [],
      );
    },
  );

  it(cites('L1.parallel-adds', 'shares a library with another add of the same folder'), async () => {
    const both = await Promise.all([
      house.json(AddJson, ['add', 'papers']),
      house.json(AddJson, ['add', 'papers']),
    ]);
    for (const { code, json } of both) {
      expect(code).toBe(0);
      expect(json.items).toHaveLength(PAPERS);
      expect(json.items.filter(({ status }) => status !== 'added' && status !== 'unchanged')).toEqual([]);
    }
    const added = both.flatMap(({ json }) => json.items.filter(({ status }) => status === 'added'));
    expect(added).toHaveLength(PAPERS);
    await expectWhole(house);
    expect(await unfinished(house)).toEqual([]);
  });

  it(cites('L1.parallel-adds', 'waits for a process that holds the write lock'), async ({ skip }) => {
    if (!hasPython()) skip('python3 is not installed');
    expect((await house.run(['list'])).code).toBe(0);
    const holder = spawn('python3', [fixture('hold-write-lock.py'), join(house.data, 'stemma.db'), '7'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const released = once(holder, 'exit');
    await once(holder.stdout, 'data');
    const added = house.json(AddJson, ['add', 'papers']);
    const found = await house.json(SearchJson, ['search', 'copper']);
    expect(found.code).toBe(0);
    expect((await added).code).toBe(0);
    expect((await released)[0]).toBe(0);
    await expectWhole(house);
  });

  it(
    cites('R3.ctrl-c', 'R3.cancel', 'D3.exit-codes', 'is cancelled by Ctrl-C, confirms it and exits 130'),
    async () => {
      const started = house.start(['add', 'papers', '--progress', 'json']);
      await until(() => started.stderr().includes('"item_finished"'), started);
      started.child.kill('SIGINT');
      const ran = await started.ended;
      expect(ran.code).toBe(130);
      expect(ran.signal).toBeNull();
      const [run] = (await house.json(RunsJson, ['runs'])).json.runs;
      expect(run!.status).toBe('cancelled');
      expect(ran.stderr).toContain(run!.id.slice(-8));
      const events = readRecords((await house.run(['runs', 'events', run!.id])).stdout) as {
        type: string;
        status?: string;
      }[];
      const statuses = events.flatMap(({ type, status }) => (type === 'run_status' ? [status] : []));
      expect(statuses.slice(-2)).toEqual(['cancel_requested', 'cancelled']);
      const kept = (await house.json(ListJson, ['list'])).json.sources.length;
      const items = events.filter(({ type }) => type === 'item_finished').length;
      expect(kept).toBeGreaterThan(0);
      expect(kept).toBeLessThan(PAPERS);
      expect(items).toBeLessThanOrEqual(PAPERS);
      expect((await house.run(['runs', 'resume'])).stderr).toMatch(/No run/);
      expect((await house.run(['add', 'papers'])).code).toBe(0);
      await expectWhole(house);
    },
  );

  it(
    cites(
      'R3.ctrl-c',
      'R2.left-behind',
      'is left to be resumed by a second Ctrl-C, and the next command tells of it',
    ),
    async () => {
      // A file that takes long keeps the run from confirming before the second Ctrl-C.
      await house.file(
        'papers/aa.txt',
        Array.from({ length: 200_000 }, (_, index) => sentence(index)).join('\n\n'),
      );
      const started = house.start(['add', 'papers', '--progress', 'json']);
      await until(() => started.stderr().includes('"status":"running"'), started);
      started.child.kill('SIGINT');
      started.child.kill('SIGINT');
      await until(
        () =>
          started.child.exitCode !== null ||
          started.stderr().includes('stemma runs resume') ||
          /Asked run/.test(started.stderr()),
      );
      started.child.kill('SIGINT');
      const ran = await started.ended;
      expect(ran.code).toBe(130);
      const [run] = (await house.json(RunsJson, ['runs'])).json.runs;
      const next = await house.run(['list']);
      // The run may have confirmed before the second Ctrl-C came: then nothing is left behind.
      if (run!.status === 'cancelled') expect(next.stderr).not.toContain(run!.id.slice(-8));
      else {
        expect(ran.stderr).toContain('stemma runs resume');
        expect(next.stderr).toContain(run!.id.slice(-8));
        await house.run(['runs', 'resume', run!.id]);
        expect(['cancelled', 'succeeded']).toContain(await statusOf(house, run!.id));
      }
    },
  );

  it(
    cites('R2.left-behind', 'is left to be resumed when the system ends it, and is resumed by its id'),
    async () => {
      const started = house.start(['add', 'papers', '--progress', 'json']);
      await until(() => started.stderr().includes('"item_finished"'), started);
      started.child.kill('SIGTERM');
      const ran = await started.ended;
      expect(ran.code).toBe(130);
      const [run] = await unfinished(house);
      expect((await house.run(['list'])).stderr).toContain(run!.id.slice(-8));
      const resumed = await house.run(['runs', 'resume', run!.id.slice(-8)]);
      expect(resumed.code).toBe(0);
      await expectWhole(house);
    },
  );
});

describe('a full disk', () => {
  const mounted: string[] = [];
  afterEach(() => {
    for (const folder of mounted.splice(0)) execFileSync('umount', ['-l', folder]);
  });

  /** A data folder on a small disk of its own; undefined where this user may not mount one. */
  const mountSmallDisk = async (house: House, size: string): Promise<boolean> => {
    await mkdir(house.data, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', house.data], {
        stdio: 'ignore',
      });
    } catch {
      return false;
    }
    mounted.push(house.data);
    return true;
  };

  it(
    cites(
      'P6.next-step',
      'L1.kill-resume',
      'is one clear fault, keeps what was stored, and is over when there is space',
    ),
    async ({ skip }) => {
      const house = await openHouse();
      try {
        if (!(await mountSmallDisk(house, '8m'))) skip('this user may not mount a small disk');
        await house.file('first.txt', sentence(1));
        expect((await house.run(['add', 'first.txt'])).code).toBe(0);
        await writeFile(join(house.data, 'ballast'), Buffer.alloc(5 * 1024 ** 2));
        await house.file(
          'big.txt',
          Array.from({ length: 30_000 }, (_, index) => sentence(index)).join('\n\n'),
        );
        const full = await house.run(['add', 'big.txt', '--json']);
        expect(full.code).toBe(1);
        expect(full.stdout).toContain('disk_full');
        expect(full.stderr).not.toMatch(/\n\s+at /);
        await rm(join(house.data, 'ballast'));
        const after = await house.run(['list']);
        expect(after.code).toBe(0);
        const { sources } = (await house.json(ListJson, ['list'])).json;
        expect(sources.map(({ key }) => key)).toEqual(['first']);
        expect(
          (await filesBelow(join(house.data, 'staging'))).filter((name) => name !== 'owner.json'),
        ).toEqual([]);
        await house.file('second.txt', sentence(2));
        expect((await house.run(['add', 'second.txt', 'first.txt'])).code).toBe(0);
        expect((await house.json(ListJson, ['list'])).json.sources).toHaveLength(2);
        const doctor = await house.json(DoctorJson, ['doctor']);
        expect(doctor.json.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
      } finally {
        for (const folder of mounted.splice(0)) execFileSync('umount', ['-l', folder]);
        await house.close();
      }
    },
  );

  it(cites('P6.next-step', 'D3.json', 'is one clear fault from the first command on'), async ({ skip }) => {
    const house = await openHouse();
    try {
      if (!(await mountSmallDisk(house, '64k'))) skip('this user may not mount a small disk');
      await house.file('first.txt', sentence(1));
      const full = await house.run(['add', 'first.txt', '--json']);
      expect(full.code).toBe(1);
      expect(JSON.parse(full.stdout)).toMatchObject({
        error: { code: 'disk_full', recovery: expect.stringMatching(/\S/) },
      });
    } finally {
      for (const folder of mounted.splice(0)) execFileSync('umount', ['-l', folder]);
      await house.close();
    }
  });
});

const hasPython = (): boolean => {
  try {
    execFileSync('python3', ['-c', 'import sqlite3']);
    return true;
  } catch {
    return false;
  }
};
