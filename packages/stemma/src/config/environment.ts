import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { nearestName } from '@stemma/contract/nearest';
import { environmentNameOf, SETTING_NAMES, type SettingName } from '@stemma/contract/settings';
import { findProjectFile, isInsideImport } from './folders.ts';
import type { Found, Ignored, Layer } from './origin.ts';
import { readConfigText } from './settings-file.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

const NAMES = new Map<string, SettingName>(SETTING_NAMES.map((name) => [environmentNameOf(name), name]));

/**
 * Settings among variables; an empty one counts as not set. `path` is the `.env` they stand in, null for
 * the process's own. NO_COLOR (https://no-color.org) means color `never`.
 */
export const layerOfVariables = (
  variables: Variables,
  path: string | null,
): { layer: Layer; ignored: Ignored[] } => {
  const layer = new Map<SettingName, Found>();
  const ignored: Ignored[] = [];
  for (const [variable, raw] of Object.entries(variables)) {
    if (!variable.startsWith('STEMMA_') || !raw) continue;
    const name = NAMES.get(variable);
    const origin = { kind: 'environment', name: variable, path } as const;
    if (name) layer.set(name, { raw, origin });
    else
      ignored.push({
        name: variable,
        reason: 'unknown',
        nearest: nearestName(variable, [...NAMES.keys()]),
        origin,
      });
  }
  if (variables.NO_COLOR && !layer.has('color'))
    layer.set('color', { raw: 'never', origin: { kind: 'environment', name: 'NO_COLOR', path } });
  return { layer, ignored };
};

/**
 * The `.env` files that are read, the stronger first. One in the working directory counts only where the
 * folder is the user's own: inside a project or an import it may have come from somebody else.
 */
export const environmentFiles = (configFolder: string, workingFolder: string): string[] => {
  const own = join(configFolder, '.env');
  const here = join(workingFolder, '.env');
  const isForeign = findProjectFile(workingFolder) !== undefined || isInsideImport(workingFolder);
  return (isForeign || here === own ? [own] : [here, own]).filter((path) => existsSync(path));
};

export const readEnvironmentFile = (path: string): Variables => parseEnv(readConfigText(path));

/** The language of messages that the system's own settings ask for. */
export const localeOf = (variables: Variables): 'en' | 'zh' =>
  /^zh/i.test(variables.LC_ALL || variables.LC_MESSAGES || variables.LANG || '') ? 'zh' : 'en';
