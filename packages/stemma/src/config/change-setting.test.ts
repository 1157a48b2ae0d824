import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeSetting } from './change-setting.ts';
import { loadSettings } from './load-settings.ts';

let root: string;
let folders: { config: string; data: string };
let path: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stemma-config-'));
  folders = { config: join(root, 'config'), data: join(root, 'data') };
  path = join(folders.config, 'config.yaml');
});
afterEach(() => rmSync(root, { recursive: true }));

const set = (name: string, value: string) => changeSetting(name, value, { workingFolder: root, folders });
const read = () => loadSettings({ variables: {}, workingFolder: root, folders });

describe('changeSetting', () => {
  it('creates the file for its user alone and is read back', async () => {
    expect(await set('topK', '12')).toEqual({ path, name: 'topK', value: 12 });
    expect(readFileSync(path, 'utf8')).toBe('topK: 12\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await read()).settings.topK).toBe(12);
    expect(readdirSync(folders.config)).toEqual(['config.yaml']);
  });

  it('keeps comments, order and the mode of the file', async () => {
    mkdirSync(folders.config);
    writeFileSync(path, '# my settings\nlanguage: zh # at home\n\n# few passages\ntopK: 3\n');
    chmodSync(path, 0o644);
    await set('topK', '4');
    await set('color', 'never');
    expect(readFileSync(path, 'utf8')).toBe(
      '# my settings\nlanguage: zh # at home\n\n# few passages\ntopK: 4\ncolor: never\n',
    );
    expect(statSync(path).mode & 0o777).toBe(0o644);
  });

  it('writes through a symbolic link to the file it stands for', async () => {
    mkdirSync(folders.config);
    const real = join(root, 'dotfiles.yaml');
    writeFileSync(real, 'topK: 3\n');
    symlinkSync(real, path);
    await set('topK', '4');
    expect(readFileSync(real, 'utf8')).toBe('topK: 4\n');
  });

  it('stores a folder as seen from the working directory', async () => {
    expect((await set('data', 'library')).value).toBe(join(root, 'library'));
    expect((await read()).settings.data).toBe(join(root, 'library'));
  });

  it('keeps values that look like something else in YAML', async () => {
    await set('data', '/tmp/a: b #c');
    expect((await read()).settings.data).toBe('/tmp/a: b #c');
  });

  it('changes nothing when the name, the value or the pair does not fit', async () => {
    await set('topK', '5');
    await expect(set('tokK', '5')).rejects.toMatchObject({
      code: 'setting_unknown',
      params: { nearest: 'topK' },
    });
    await expect(set('topK', 'many')).rejects.toMatchObject({
      code: 'setting_invalid',
      params: { value: 'many', expected: '1 … 50' },
    });
    await expect(set('coverEvidence', '0.9')).rejects.toMatchObject({
      code: 'setting_invalid',
      params: { name: 'coverEvidence', expected: 'coverGood ≥ coverEvidence (0.9)' },
    });
    expect(readFileSync(path, 'utf8')).toBe('topK: 5\n');
  });

  it('leaves a file alone that it cannot read', async () => {
    mkdirSync(folders.config);
    writeFileSync(path, 'topK: [\n');
    await expect(set('topK', '5')).rejects.toMatchObject({ code: 'config_unreadable' });
    expect(readFileSync(path, 'utf8')).toBe('topK: [\n');
  });

  it('says so when the folder cannot be made', async () => {
    writeFileSync(folders.config, 'a file in the way');
    await expect(set('topK', '5')).rejects.toMatchObject({ code: 'config_unwritable', params: { path } });
  });
});
