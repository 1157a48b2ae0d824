import { existsSync, realpathSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { nearestName } from '@stemma/contract/nearest';
import {
  conflictsOf,
  isSettingName,
  parseSetting,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type Settings,
} from '@stemma/contract/settings';
import type { Document } from 'yaml';
import { StemmaError } from '../errors/stemma-error.ts';
import { absolutePath, type UserFolders, userFolders } from './folders.ts';
import { userFilePath } from './load-settings.ts';
import { parseSettingsDocument, readConfigText } from './settings-file.ts';

/** Makes a file's new contents durable, all or nothing; a new file is the user's alone. */
const replaceFile = async (path: string, text: string): Promise<void> => {
  const beside = `${path}.${process.pid}.tmp`;
  const mode = existsSync(path) ? statSync(path).mode & 0o777 : 0o600;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(beside, 'w', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw new StemmaError('config_unwritable', { path, reason: (error as Error).message }, { cause: error });
  }
};

/** What the file's values would be together, so that no pair is written that cannot be read back. */
const withDefaults = (document: Document, dataFolder: string): Settings => {
  const stored = (document.toJS() ?? {}) as Record<string, unknown>;
  const values = SETTING_NAMES.map((name) => [
    name,
    parseSetting(name, stored[name]) ?? SETTINGS[name].fallback ?? dataFolder,
  ]);
  return Object.fromEntries(values) as Settings;
};

export type ChangedSetting = {
  readonly path: string;
  readonly name: SettingName;
  readonly value: string | number;
};

/**
 * Writes one setting to the user's `config.yaml`; comments and order stay. Throws `setting_unknown`,
 * `setting_invalid`, `config_unreadable`, `config_unwritable`, and then the file is as it was.
 */
export const changeSetting = async (
  name: string,
  raw: string,
  options: { workingFolder?: string; folders?: UserFolders } = {},
): Promise<ChangedSetting> => {
  const { workingFolder = process.cwd(), folders = userFolders() } = options;
  if (!isSettingName(name))
    throw new StemmaError('setting_unknown', {
      name,
      nearest: nearestName(name, SETTING_NAMES),
      origin: '',
    });
  const origin = 'config set';
  const parsed = parseSetting(name, raw);
  if (parsed === undefined)
    throw new StemmaError('setting_invalid', { name, value: raw, expected: SETTINGS[name].expected, origin });
  const value = name === 'data' ? absolutePath(String(parsed), workingFolder) : parsed;

  const shownPath = userFilePath(folders);
  const path = existsSync(shownPath) ? realpathSync(shownPath) : shownPath;
  const text = existsSync(path) ? readConfigText(path) : '';
  const { document } = await parseSettingsDocument(path, text);
  document.set(name, value);
  const conflict = conflictsOf(withDefaults(document, folders.data))[0];
  if (conflict)
    throw new StemmaError('setting_invalid', { name, value: raw, expected: conflictText(conflict), origin });
  await replaceFile(path, String(document));
  return { path: shownPath, name, value };
};

const conflictText = ({ name, expected }: { name: SettingName; expected: string }): string =>
  `${name} ${expected}`;
