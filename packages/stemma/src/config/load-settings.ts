import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Fault } from '@stemma/contract/faults';
import type { Locale } from '@stemma/contract/records';
import {
  conflictsOf,
  parseSetting,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type Settings,
} from '@stemma/contract/settings';
import { isStemmaError, StemmaError } from '../errors/stemma-error.ts';
import {
  environmentFiles,
  layerOfVariables,
  localeOf,
  readEnvironmentFile,
  type Variables,
} from './environment.ts';
import { absolutePath, findProjectFile, type UserFolders, userFolders } from './folders.ts';
import { type Flags, type Ignored, type Layer, layerOfFlags, type Origin, originPlace } from './origin.ts';
import { type Complain, readProjectFile, readUserFile } from './settings-file.ts';

/** What is asked of the machine; each part has its natural default. */
export type SettingsOptions = {
  readonly flags?: Flags;
  readonly variables?: Variables;
  readonly workingFolder?: string;
  readonly folders?: UserFolders;
  /** For `doctor` and `config`, which must work when a settings file does not. */
  readonly keepGoing?: boolean;
};

export type ConfigFile = {
  readonly role: 'user' | 'project' | 'environment';
  readonly path: string;
  readonly isThere: boolean;
};

export type LoadedSettings = {
  readonly settings: Settings;
  /** Where each value comes from. */
  readonly origins: Readonly<Record<SettingName, Origin>>;
  /** The language of messages: the setting, or what the system asks for. */
  readonly locale: Locale;
  /** What could not be used, when asked to keep going. */
  readonly problems: readonly Fault[];
  /** Lines without effect, for `doctor`. */
  readonly ignored: readonly Ignored[];
  /** Files that are read, or would be if they were there. */
  readonly files: readonly ConfigFile[];
};

export const userFilePath = (folders: UserFolders): string => join(folders.config, 'config.yaml');

/** A value of a file is seen from the file's folder, any other from the working directory. */
const baseOf = (origin: Origin, workingFolder: string): string =>
  'path' in origin && origin.path !== null ? dirname(origin.path) : workingFolder;

const invalid = (name: SettingName, value: unknown, expected: string, origin: Origin): StemmaError =>
  new StemmaError('setting_invalid', { name, value: String(value), expected, origin: originPlace(origin) });

type Chosen = { value: string | number; origin: Origin };

/** Takes for each setting the value of the first layer that has one. Values below it are not looked at. */
const choose = (
  layers: readonly Layer[],
  context: { workingFolder: string; dataFolder: string },
  complain: Complain,
): Record<SettingName, Chosen> => {
  const chooseOne = (name: SettingName): Chosen => {
    const usual: Chosen = {
      value: SETTINGS[name].fallback ?? context.dataFolder,
      origin: { kind: 'default' },
    };
    const found = layers.find((layer) => layer.has(name))?.get(name);
    if (!found) return usual;
    const { raw, origin } = found;
    const value = parseSetting(name, raw);
    if (value === undefined) {
      complain(invalid(name, raw, SETTINGS[name].expected, origin));
      return usual;
    }
    const isFolder = name === 'data';
    return {
      value: isFolder ? absolutePath(String(value), baseOf(origin, context.workingFolder)) : value,
      origin,
    };
  };
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, chooseOne(name)])) as Record<
    SettingName,
    Chosen
  >;
};

const settingsOf = (chosen: Record<SettingName, Chosen>): Settings =>
  Object.fromEntries(SETTING_NAMES.map((name) => [name, chosen[name].value])) as Settings;

/** Complains of values that do not go together, and puts the defaults in their place. */
const settleConflicts = (
  chosen: Record<SettingName, Chosen>,
  complain: Complain,
): Record<SettingName, Chosen> => {
  const settled = { ...chosen };
  for (const { name, against, expected } of conflictsOf(settingsOf(chosen))) {
    complain(invalid(name, chosen[name].value, expected, chosen[name].origin));
    for (const each of [name, against])
      settled[each] = { value: SETTINGS[each].fallback!, origin: { kind: 'default' } };
  }
  return settled;
};

const NOTHING: { layer: Layer; ignored: Ignored[] } = { layer: new Map(), ignored: [] };

/**
 * Reads all settings: flag, then environment (the process's own, `.env` here, `.env` of the user), then
 * the project's `stemma.yaml` (taste only), then the user's `config.yaml`, then the default. Throws
 * `setting_invalid`, `setting_unknown`, `config_unreadable`; with `keepGoing` they are collected in
 * `problems`, and the default stands in for what cannot be used.
 */
export const loadSettings = async (options: SettingsOptions = {}): Promise<LoadedSettings> => {
  const {
    flags = {},
    variables = process.env,
    workingFolder = process.cwd(),
    folders = userFolders(),
  } = options;
  const problems: Fault[] = [];
  const complain: Complain = (fault) => {
    if (!options.keepGoing) throw fault;
    problems.push(fault.toFault());
  };
  const attempt = async <T>(read: () => T | Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      if (!isStemmaError(error)) throw error;
      complain(error);
      return otherwise;
    }
  };

  const userFile = userFilePath(folders);
  const hasUserFile = existsSync(userFile);
  const projectFile = findProjectFile(workingFolder);
  const dotFiles = environmentFiles(folders.config, workingFolder);
  const environment = [layerOfVariables(variables, null)];
  for (const path of dotFiles)
    environment.push(await attempt(() => layerOfVariables(readEnvironmentFile(path), path), NOTHING));
  const project =
    projectFile === undefined ? NOTHING : await attempt(() => readProjectFile(projectFile), NOTHING);
  const user: Layer = hasUserFile
    ? await attempt(() => readUserFile(userFile, complain), NOTHING.layer)
    : NOTHING.layer;

  const layers = [layerOfFlags(flags), ...environment.map(({ layer }) => layer), project.layer, user];
  const chosen = settleConflicts(
    choose(layers, { workingFolder, dataFolder: folders.data }, complain),
    complain,
  );
  const settings = settingsOf(chosen);
  return {
    settings,
    origins: Object.fromEntries(
      SETTING_NAMES.map((name) => [name, chosen[name].origin]),
    ) as LoadedSettings['origins'],
    locale: settings.language === 'auto' ? localeOf(variables) : settings.language,
    problems,
    ignored: [...environment, project].flatMap(({ ignored }) => ignored),
    files: [
      { role: 'user', path: userFile, isThere: hasUserFile },
      ...(projectFile === undefined ? [] : [{ role: 'project', path: projectFile, isThere: true } as const]),
      ...dotFiles.map((path) => ({ role: 'environment', path, isThere: true }) as const),
    ],
  };
};

/** The language of messages before, or without, settings that can be read. */
export const systemLocale = (variables: Variables = process.env): Locale => {
  const asked = parseSetting('language', variables.STEMMA_LANGUAGE);
  return asked === 'en' || asked === 'zh' ? asked : localeOf(variables);
};
