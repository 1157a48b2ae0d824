import { execFileSync } from 'node:child_process';
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cites } from './requirements.ts';
import { ConfigJson, DoctorJson, FaultJson, ListJson } from './shapes.ts';
import { fixture, type House, openHouse, ROOT, readJson } from './stemma.ts';

describe('config', () => {
  it(
    cites(
      'D3.config-origin',
      'names where each value comes from, by rank, and keeps comments when it writes',
    ),
    async () => {
      const house = await openHouse();
      try {
        const originOf = async (name: string, line: string[] = [], env: Record<string, string> = {}) => {
          const { json } = await house.json(ConfigJson, [...line, 'config', 'show'], { env });
          const { value, origin } = json.settings.find((setting) => setting.name === name)!;
          return [value, origin.kind];
        };
        expect(await originOf('topK')).toEqual([8, 'default']);
        await house.file('stemma.yaml', 'topK: 5\n');
        expect(await originOf('topK')).toEqual([5, 'project']);
        const set = await house.run(['config', 'set', 'topK', '6']);
        expect(set.code).toBe(0);
        const [path] = (await readdir(house.env.XDG_CONFIG_HOME!, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name));
        await writeFile(path!, `# mine, keep this\n${await readFile(path!, 'utf8')}# the end\n`);
        expect((await house.run(['config', 'set', 'capPerSource', '4'])).code).toBe(0);
        const written = await readFile(path!, 'utf8');
        expect(written).toMatch(/^# mine, keep this\n/);
        expect(written).toContain('# the end');
        expect(await originOf('capPerSource')).toEqual([4, 'user']);
        // A project's own file is nearer than the user's for settings of taste.
        expect(await originOf('topK')).toEqual([5, 'project']);
        expect(await originOf('topK', [], { STEMMA_TOP_K: '7' })).toEqual([7, 'environment']);
        expect(await originOf('language', ['--language', 'en'], { STEMMA_LANGUAGE: 'zh' })).toEqual([
          'en',
          'flag',
        ]);
        const told = await house.run(['config']);
        expect(told.stdout).toMatch(/topK = 5 +\(.*stemma\.yaml\)/);
        expect(told.stdout).toMatch(/coverGood = [\d.]+ +\(default\)/);
      } finally {
        await house.close();
      }
    },
  );

  it(
    cites(
      'D3.config-origin',
      'P6.next-step',
      'refuses what it does not know and what does not fit, in words',
    ),
    async () => {
      const house = await openHouse();
      try {
        const unknown = await house.run(['config', 'set', 'topk', '3', '--json']);
        expect([unknown.code, FaultJson.parse(readJson(unknown)).error.code]).toEqual([2, 'setting_unknown']);
        const wrong = await house.run(['config', 'set', 'topK', '0', '--json']);
        expect([wrong.code, FaultJson.parse(readJson(wrong)).error.code]).toEqual([2, 'setting_invalid']);
        const variable = await house.run(['list', '--json'], { env: { STEMMA_TOP_K: 'many' } });
        expect([variable.code, FaultJson.parse(readJson(variable)).error.code]).toEqual([
          2,
          'setting_invalid',
        ]);
        expect(variable.stderr).toContain('STEMMA_TOP_K');
        // A project may not say where data goes.
        await house.file('stemma.yaml', 'data: /tmp/elsewhere\n');
        const ignored = await house.json(DoctorJson, ['doctor']);
        expect(ignored.json.checks.find(({ name }) => name === 'settings')).toMatchObject({
          verdict: 'warn',
        });
        await house.file('stemma.yaml', 'topK: [\n');
        const broken = await house.run(['list', '--json']);
        expect([broken.code, FaultJson.parse(readJson(broken)).error.code]).toEqual([1, 'config_unreadable']);
        expect(broken.stderr).toContain('stemma.yaml');
      } finally {
        await house.close();
      }
    },
  );
});

describe('doctor', () => {
  let house: House;
  const copies: House[] = [];
  beforeAll(async () => {
    house = await openHouse();
    await house.file('one.txt', 'Copper was held at ten degrees for two hours before it was measured.');
    await house.run(['add', 'one.txt', fixture('two_columns.pdf')]);
  });
  afterAll(async () => {
    for (const copy of [house, ...copies]) await copy.close();
  });

  const copy = async (): Promise<House> => {
    const own = await openHouse(house);
    copies.push(own);
    return own;
  };
  const failed = ({ json }: { json: { checks: { name: string; verdict: string }[] } }): string[] =>
    json.checks.filter(({ verdict }) => verdict === 'fail').map(({ name }) => name);

  it(cites('D3.doctor', 'finds everything in order and lists that nothing leaves the machine'), async () => {
    const ran = await house.json(DoctorJson, ['doctor']);
    expect(ran.code).toBe(0);
    expect(failed(ran)).toEqual([]);
    expect(ran.json.checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'node',
        'settings',
        'data_folder',
        'disk_space',
        'database',
        'files',
        'pdf_reader',
        'text_reader',
        'runs',
        'destinations',
      ]),
    );
    expect(ran.json.destinations).toMatchObject([{ name: 'arxiv' }, { name: 'crossref' }]);
    expect((await house.run(['doctor'])).stdout).toMatch(/Nothing leaves this machine/);
    expect((await house.run(['doctor', '--language', 'zh'])).stdout).toMatch(/\p{Script=Han}/u);
  });

  it(cites('D3.doctor', 'P6.next-step', 'finds a damaged database and says what to do'), async () => {
    const own = await copy();
    const path = join(own.data, 'stemma.db');
    const bytes = await readFile(path);
    for (let at = 4096; at + 4096 <= bytes.length; at += 4096) bytes.fill(0x5a, at, at + 512);
    await writeFile(path, bytes);
    await rm(`${path}-wal`, { force: true });
    await rm(`${path}-shm`, { force: true });
    const ran = await own.json(DoctorJson, ['doctor']);
    expect(ran.code).toBe(1);
    expect(failed(ran).length).toBeGreaterThan(0);
    for (const check of ran.json.checks.filter(({ verdict }) => verdict === 'fail'))
      expect(check.recovery).toMatch(/\S/);
    const listed = await own.run(['list', '--json']);
    expect([listed.code, FaultJson.parse(readJson(listed)).error.code]).toEqual([1, 'data_damaged']);
    expect(listed.stderr).not.toMatch(/\n\s+at /);
  });

  it(cites('D3.doctor', 'finds a stored file that is gone or was changed'), async () => {
    for (const harm of ['gone', 'changed'] as const) {
      const own = await copy();
      const blobs = join(own.data, 'blobs');
      const [entry] = (await readdir(blobs, { recursive: true, withFileTypes: true })).filter((found) =>
        found.isFile(),
      );
      const path = join(entry!.parentPath, entry!.name);
      if (harm === 'gone') await rm(path);
      else {
        await chmod(path, 0o600);
        await writeFile(path, 'something else');
      }
      const ran = await own.json(DoctorJson, ['doctor']);
      expect([ran.code, failed(ran)], harm).toEqual([1, ['files']]);
    }
  });

  it(
    cites('O3.newer', 'P6.next-step', 'leaves a library of a newer release untouched and says so'),
    async () => {
      const own = await copy();
      const path = join(own.data, 'stemma.db');
      const database = new Database(path);
      const tables = database
        .prepare("select name from sqlite_master where type = 'table'")
        .pluck()
        .all() as string[];
      const version = database.pragma('user_version', { simple: true }) as number;
      if (version > 0) database.pragma(`user_version = ${version + 100}`);
      else
        database
          .prepare(
            `update ${tables.find((name) => /version|migration/.test(name))} set version = version + 100`,
          )
          .run();
      database.close();
      const before = await readFile(path);
      const listed = await own.run(['list', '--json']);
      expect([listed.code, FaultJson.parse(readJson(listed)).error.code]).toEqual([1, 'data_newer']);
      const ran = await own.json(DoctorJson, ['doctor']);
      expect([ran.code, failed(ran)]).toEqual([1, ['data_folder']]);
      expect((await readFile(path)).equals(before)).toBe(true);
    },
  );

  it(cites('D3.doctor', 'P6.next-step', 'says that the data folder cannot be written'), async ({ skip }) => {
    const own = await copy();
    const isRoot = process.getuid?.() === 0;
    const through = isRoot ? ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'] : [];
    try {
      if (isRoot)
        execFileSync('setpriv', [...through.slice(1), process.execPath, '--version'], { stdio: 'ignore' });
    } catch {
      skip('no other user may run node here');
    }
    if (isRoot) {
      execFileSync('chown', ['-R', '65534:65534', own.root]);
      execFileSync('chown', '-R root:root'.split(' ').concat(own.data));
      await chmod(own.data, 0o755);
    } else await chmod(own.data, 0o500);
    const listed = await own.run(['list', '--json'], { through });
    expect([listed.code, FaultJson.parse(readJson(listed)).error.code]).toEqual([
      1,
      'data_folder_unwritable',
    ]);
    const ran = await own.json(DoctorJson, ['doctor'], { through });
    expect([ran.code, failed(ran)]).toEqual([1, ['data_folder']]);
    await chmod(own.data, 0o700);
  });

  it(cites('P6.next-step', 'D3.exit-codes', 'says that the data folder is a file'), async () => {
    const own = await openHouse();
    copies.push(own);
    await writeFile(own.data, 'no folder');
    const listed = await own.run(['list', '--json']);
    expect([listed.code, FaultJson.parse(readJson(listed)).error.code]).toEqual([
      1,
      'data_folder_unwritable',
    ]);
  });
});

describe('demo', () => {
  it(
    cites('D3.demo', 'A7.place-lit', 'reads the sample library, answers, refuses and draws a citation'),
    async () => {
      const house = await openHouse();
      try {
        const ran = await house.run(['demo'], { withoutData: true });
        expect(ran.code, ran.stderr).toBe(0);
        expect(ran.stdout).toMatch(/quality|decay rate/);
        expect(ran.stdout).toMatch(/衰减率/);
        expect(ran.stdout).toMatch(/superconducting/);
        const link = /file:\/\/\/\S+#page=(\d+)&rect=\S+/.exec(
          ran.stdout.slice(ran.stdout.lastIndexOf('opens at its place')),
        )!;
        expect(link).not.toBeNull();
        const path = /\S+\.png/.exec(ran.stdout)![0];
        const png = await readFile(path);
        expect(png.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
        // A4 or letter, two pixels for each point.
        expect([1190, 1191, 1224]).toContain(png.readUInt32BE(16));
        expect([1683, 1684, 1584]).toContain(png.readUInt32BE(20));
        expect(png.length).toBeGreaterThan(20_000);
        // Nothing of the user's own was touched.
        expect((await house.json(ListJson, ['list'])).json.sources).toEqual([]);
        // Its own library stays, so that what it printed can be tried.
        const look = /`(stemma [^`]*list)`/.exec(ran.stdout + ran.stderr)![1]!;
        const env = { ...house.env, PATH: `${ROOT}:${house.env.PATH}` };
        expect(execFileSync('sh', ['-c', look], { env, encoding: 'utf8' })).toContain('varga2021decay');
      } finally {
        await house.close();
      }
    },
  );

  it(cites('D3.demo', 'D3.language', 'is told in Chinese'), async () => {
    const house = await openHouse();
    try {
      const ran = await house.run(['demo', '--language', 'zh'], { withoutData: true });
      expect(ran.code, ran.stderr).toBe(0);
      const headings = ran.stdout.split('\n').filter((line) => line.startsWith('──'));
      expect(headings.length).toBe(4);
      for (const heading of headings) expect(heading).toMatch(/\p{Script=Han}/u);
    } finally {
      await house.close();
    }
  });
});
