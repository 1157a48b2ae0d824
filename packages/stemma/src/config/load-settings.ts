import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locale } from '@stemma/contract/records';
import {
  conflictsOf,
  parseSetting,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type Settings,
} from '@stemma/contract/settings';
import { StemmaError } from '../errors/stemma-error.ts';
import {
  environmentFiles,
  layerOfVariables,
  localeOf,
  readEnvironmentFile,
  type Variables,
} from './environment.ts';
import { absolutePath, findProjectFile, type UserFolders, userFolders } from './folders.ts';
import {
  type Flags,
  type Found,
  type Ignored,
  type Layer,
  layerOfFlags,
  type Origin,
  originPlace,
} from './origin.ts';
import { readProjectFile, readUserFile } from './settings-file.ts';

/** What is asked of the machine; each part has its natural default. */
export type SettingsOptions = {
  readonly flags?: Flags;
  readonly variables?: Variables;
  readonly workingFolder?: string;
  readonly folders?: UserFolders;
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

/** Takes for each setting the value of the first layer that has one. Values below it are not looked at. */
const pick = (
  layers: readonly Layer[],
  context: { workingFolder: string; dataFolder: string },
): Pick<LoadedSettings, 'settings' | 'origins'> => {
  const chosen = SETTING_NAMES.map((name): [SettingName, Found] => [
    name,
    layers.find((layer) => layer.has(name))?.get(name) ?? {
      raw: SETTINGS[name].fallback ?? context.dataFolder,
      origin: { kind: 'default' },
    },
  ]);
  const values = chosen.map(([name, { raw, origin }]): [SettingName, string | number] => {
    const value = parseSetting(name, raw);
    if (value === undefined) throw invalid(name, raw, SETTINGS[name].expected, origin);
    return [
      name,
      name === 'data' ? absolutePath(String(value), baseOf(origin, context.workingFolder)) : value,
    ];
  });
  return {
    settings: Object.fromEntries(values) as Settings,
    origins: Object.fromEntries(
      chosen.map(([name, { origin }]) => [name, origin]),
    ) as LoadedSettings['origins'],
  };
};

/**
 * Reads all settings: flag, then environment (the process's own, `.env` here, `.env` of the user), then
 * the project's `stemma.yaml` (taste only), then the user's `config.yaml`, then the default. Throws
 * `setting_invalid`, `setting_unknown`, `config_unreadable`.
 */
export const loadSettings = async (options: SettingsOptions = {}): Promise<LoadedSettings> => {
  const {
    flags = {},
    variables = process.env,
    workingFolder = process.cwd(),
    folders = userFolders(),
  } = options;
  const userFile = userFilePath(folders);
  const projectFile = findProjectFile(workingFolder);
  const dotFiles = environmentFiles(folders.config, workingFolder);

  const environment = [
    layerOfVariables(variables, null),
    ...dotFiles.map((path) => layerOfVariables(readEnvironmentFile(path), path)),
  ];
  const project = projectFile === undefined ? undefined : await readProjectFile(projectFile);
  const hasUserFile = existsSync(userFile);
  const layers = [
    layerOfFlags(flags),
    ...environment.map(({ layer }) => layer),
    ...(project ? [project.layer] : []),
    ...(hasUserFile ? [await readUserFile(userFile)] : []),
  ];

  const { settings, origins } = pick(layers, { workingFolder, dataFolder: folders.data });
  for (const { name, expected } of conflictsOf(settings))
    throw invalid(name, settings[name], expected, origins[name]);
  return {
    settings,
    origins,
    locale: settings.language === 'auto' ? localeOf(variables) : settings.language,
    ignored: [...environment, ...(project ? [project] : [])].flatMap(({ ignored }) => ignored),
    files: [
      { role: 'user', path: userFile, isThere: hasUserFile },
      ...(projectFile === undefined ? [] : [{ role: 'project', path: projectFile, isThere: true } as const]),
      ...dotFiles.map((path) => ({ role: 'environment', path, isThere: true }) as const),
    ],
  };
};

/** The language of messages before, or without, a configuration that can be read. */
export const systemLocale = (variables: Variables = process.env): Locale =>
  parseSetting('language', variables.STEMMA_LANGUAGE) === 'zh'
    ? 'zh'
    : parseSetting('language', variables.STEMMA_LANGUAGE) === 'en'
      ? 'en'
      : localeOf(variables);
