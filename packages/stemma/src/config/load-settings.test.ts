import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SETTING_NAMES, SETTINGS } from '@stemma/contract/settings';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings, systemLocale } from './load-settings.ts';
import { originPlace } from './origin.ts';

let root: string;
let here: string;
let folders: { config: string; data: string };

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stemma-config-'));
  here = join(root, 'work');
  folders = { config: join(root, 'config'), data: join(root, 'data') };
  mkdirSync(here);
  mkdirSync(folders.config);
});
afterEach(() => rmSync(root, { recursive: true }));

const put = (path: string, text: string): string => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
};
const userFile = (text: string): string => put(join(folders.config, 'config.yaml'), text);
const load = (
  variables: Record<string, string> = {},
  flags: Parameters<typeof loadSettings>[0] extends infer O
    ? O extends { flags?: infer F }
      ? F
      : never
    : never = {},
  workingFolder = here,
) => loadSettings({ flags, variables, workingFolder, folders });

describe('loadSettings', () => {
  it('gives the default of every setting when nothing is set', async () => {
    const { settings, origins, ignored, files } = await load();
    expect(Object.keys(settings).sort()).toEqual([...SETTING_NAMES].sort());
    for (const name of SETTING_NAMES) {
      expect(settings[name]).toBe(SETTINGS[name].fallback ?? folders.data);
      expect(origins[name]).toEqual({ kind: 'default' });
    }
    expect(ignored).toEqual([]);
    expect(files).toEqual([{ role: 'user', path: join(folders.config, 'config.yaml'), isThere: false }]);
  });

  it('takes flag over environment over .env over project over user file over default', async () => {
    const user = userFile('# mine\ntopK: 3\n');
    expect((await load()).settings.topK).toBe(3);
    expect(originPlace((await load()).origins.topK)).toBe(`${user}:2`);

    const project = put(join(here, 'stemma.yaml'), 'topK: 4\n');
    expect((await load()).settings.topK).toBe(4);
    expect(originPlace((await load()).origins.topK)).toBe(`${project}:1`);

    const dotEnv = put(join(folders.config, '.env'), 'STEMMA_TOP_K=5\n');
    const fromDotEnv = await load();
    expect(fromDotEnv.settings.topK).toBe(5);
    expect(originPlace(fromDotEnv.origins.topK)).toBe(`STEMMA_TOP_K (${dotEnv})`);

    const fromVariable = await load({ STEMMA_TOP_K: '6' });
    expect(fromVariable.settings.topK).toBe(6);
    expect(originPlace(fromVariable.origins.topK)).toBe('STEMMA_TOP_K');

    const fromFlag = await load({ STEMMA_TOP_K: '6' }, { topK: 7, language: undefined });
    expect(fromFlag.settings.topK).toBe(7);
    expect(originPlace(fromFlag.origins.topK)).toBe('--top-k');
  });

  it('ignores and reports reach settings of a project, and takes its taste from folders below it', async () => {
    const path = put(
      join(here, 'stemma.yaml'),
      'language: zh\ndata: /somewhere\nreaderMemoryMb: 4096\ntopk: 2\n',
    );
    const deep = join(here, 'a', 'b');
    mkdirSync(deep, { recursive: true });
    const { settings, locale, ignored } = await load({}, {}, deep);
    expect(locale).toBe('zh');
    expect(settings.data).toBe(folders.data);
    expect(settings.readerMemoryMb).toBe(SETTINGS.readerMemoryMb.fallback);
    expect(ignored).toEqual([
      { name: 'data', reason: 'reach_in_project', nearest: '', origin: { kind: 'project', path, line: 2 } },
      {
        name: 'readerMemoryMb',
        reason: 'reach_in_project',
        nearest: '',
        origin: { kind: 'project', path, line: 3 },
      },
      { name: 'topk', reason: 'unknown', nearest: 'topK', origin: { kind: 'project', path, line: 4 } },
    ]);
  });

  it('reads .env of the working directory only outside projects and imports', async () => {
    put(join(here, '.env'), 'export STEMMA_DATA="lib"\n');
    const read = await load();
    expect(read.settings.data).toBe(join(here, 'lib'));
    expect(read.files.filter((file) => file.role === 'environment')).toHaveLength(1);

    put(join(root, 'manifest.json'), '{}');
    expect((await load()).settings.data).toBe(join(here, 'lib'));
    put(join(root, 'ro-crate-metadata.json'), '{}');
    expect((await load()).settings.data).toBe(folders.data);
    rmSync(join(root, 'manifest.json'));
    expect((await load()).settings.data).toBe(join(here, 'lib'));
    put(join(here, 'stemma.yaml'), '');
    expect((await load()).settings.data).toBe(folders.data);
  });

  it('puts the variable of the process before .env, and .env here before .env of the user', async () => {
    put(join(folders.config, '.env'), 'STEMMA_TOP_K=2\nSTEMMA_CAP_PER_SOURCE=2\n');
    put(join(here, '.env'), 'STEMMA_TOP_K=3\n');
    expect((await load()).settings).toMatchObject({ topK: 3, capPerSource: 2 });
    expect((await load({ STEMMA_TOP_K: '4' })).settings.topK).toBe(4);
    expect((await load({ STEMMA_TOP_K: '' })).settings.topK).toBe(3);
  });

  it('sees paths from where they are written', async () => {
    userFile('data: library\n');
    expect((await load()).settings.data).toBe(join(folders.config, 'library'));
    expect((await load({ STEMMA_DATA: 'library' })).settings.data).toBe(join(here, 'library'));
    expect((await load({}, { data: '~/library' })).settings.data).toBe(join(homedir(), 'library'));
  });

  it('names the setting, the value, what is allowed and the line when a value does not fit', async () => {
    const path = userFile('language: en\n\ntopK: lots\n');
    await expect(load()).rejects.toMatchObject({
      code: 'setting_invalid',
      params: { name: 'topK', value: 'lots', expected: '1 … 50', origin: `${path}:3` },
    });
    expect((await load({}, { topK: '9' })).settings.topK).toBe(9);
    await expect(load({ STEMMA_COLOR: 'pink', STEMMA_TOP_K: '3' })).rejects.toMatchObject({
      params: { name: 'color', expected: 'auto | always | never', origin: 'STEMMA_COLOR' },
    });
    for (const value of ['0', '51', '1.5', '1e1', '-1', 'NaN'])
      await expect(load({ STEMMA_TOP_K: value }), value).rejects.toMatchObject({ code: 'setting_invalid' });
  });

  it('refuses values that do not go together', async () => {
    await expect(load({ STEMMA_COVER_EVIDENCE: '0.7' })).rejects.toMatchObject({
      params: { name: 'coverGood', expected: '≥ coverEvidence (0.7)', origin: 'default' },
    });
    await expect(load({ STEMMA_HEARTBEAT_MS: '9000' })).rejects.toMatchObject({
      params: { name: 'heartbeatMs', origin: 'STEMMA_HEARTBEAT_MS' },
    });
  });

  it('stops at an unknown name in the user file, with the nearest one', async () => {
    const path = userFile('languge: zh\n');
    await expect(load()).rejects.toMatchObject({
      code: 'setting_unknown',
      params: { name: 'languge', nearest: 'language', origin: `${path}:1` },
    });
  });

  it('reports an unknown STEMMA_ variable and goes on', async () => {
    const { ignored } = await load({ STEMMA_TOPK: '5', OTHER: '1' });
    expect(ignored).toEqual([
      {
        name: 'STEMMA_TOPK',
        reason: 'unknown',
        nearest: 'STEMMA_TOP_K',
        origin: { kind: 'environment', name: 'STEMMA_TOPK', path: null },
      },
    ]);
  });

  it('names the file and the place when a file is no YAML or no list of settings', async () => {
    const path = userFile('topK: [1\n');
    await expect(load()).rejects.toMatchObject({ code: 'config_unreadable', params: { path } });
    userFile('- topK\n');
    await expect(load()).rejects.toMatchObject({ code: 'config_unreadable' });
    userFile('topK: 1\ntopK: 2\n');
    await expect(load()).rejects.toMatchObject({ code: 'config_unreadable' });
    rmSync(path);
    mkdirSync(path);
    await expect(load()).rejects.toMatchObject({ code: 'config_unreadable' });
  });

  it('keeps going when asked, and tells of everything it could not use', async () => {
    userFile('languge: zh\ntopK: lots\ncapPerSource: 2\ncoverEvidence: 0.7\n');
    put(join(here, 'stemma.yaml'), 'color: [\n');
    const loaded = await loadSettings({ variables: {}, workingFolder: here, folders, keepGoing: true });
    expect(loaded.problems.map(({ code }) => code)).toEqual([
      'config_unreadable',
      'setting_unknown',
      'setting_invalid',
      'setting_invalid',
    ]);
    expect(loaded.settings).toMatchObject({ topK: 8, capPerSource: 2, coverEvidence: 0.35, coverGood: 0.55 });
    expect(loaded.origins.coverEvidence).toEqual({ kind: 'default' });
  });

  it('honours NO_COLOR below STEMMA_COLOR', async () => {
    expect((await load({ NO_COLOR: '1' })).settings.color).toBe('never');
    expect(originPlace((await load({ NO_COLOR: '1' })).origins.color)).toBe('NO_COLOR');
    expect((await load({ NO_COLOR: '' })).settings.color).toBe('auto');
    expect((await load({ NO_COLOR: '1', STEMMA_COLOR: 'always' })).settings.color).toBe('always');
  });

  it.each([
    [{}, 'en'],
    [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
    [{ LANG: 'zh_CN.UTF-8', LC_ALL: 'C' }, 'en'],
    [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'zh_TW' }, 'zh'],
    [{ LANG: 'zh_CN', STEMMA_LANGUAGE: 'en' }, 'en'],
    [{ LANG: 'de_DE', STEMMA_LANGUAGE: 'zh' }, 'zh'],
  ] as [Record<string, string>, string][])('speaks by %o: %s', async (variables, locale) => {
    expect((await load(variables)).locale).toBe(locale);
    expect(systemLocale(variables)).toBe(locale);
  });

  it('reads empty files as no settings', async () => {
    userFile('# nothing yet\n');
    put(join(folders.config, '.env'), '');
    expect((await load()).settings.topK).toBe(SETTINGS.topK.fallback);
  });
});
