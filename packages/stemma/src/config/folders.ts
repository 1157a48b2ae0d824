import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import envPaths from 'env-paths';

/** The user's own folders, after the XDG base directory specification (and its likes elsewhere). */
export type UserFolders = { readonly config: string; readonly data: string };

export const userFolders = (): UserFolders => {
  const { config, data } = envPaths('stemma', { suffix: '' });
  return { config, data };
};

/** The folder and all that hold it, innermost first. */
function* upwards(folder: string): Generator<string> {
  for (let current = resolve(folder), parent = ''; ; current = parent) {
    yield current;
    parent = dirname(current);
    if (parent === current) return;
  }
}

/** The `stemma.yaml` of the project that holds this folder. */
export const findProjectFile = (folder: string): string | undefined =>
  [...upwards(folder)].map((current) => join(current, 'stemma.yaml')).find((path) => existsSync(path));

/** True inside an exported project: what lies there came from someone else. */
export const isInsideImport = (folder: string): boolean =>
  [...upwards(folder)].some((current) =>
    ['manifest.json', 'ro-crate-metadata.json'].every((name) => existsSync(join(current, name))),
  );

/** A path as a person writes it, seen from `base`; `~/` is the home folder. */
export const absolutePath = (path: string, base: string): string =>
  path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : resolve(base, path);
