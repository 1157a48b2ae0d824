import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSource, type Source } from './source.ts';

/** A tree of files under the rules: the repository, or a small one that breaks a rule. */
export type Tree = {
  /** Every file that git lists, or would list once added. Paths are relative, with `/`. */
  readonly listed: readonly string[];
  /** Every source file that was found and parsed. */
  readonly sources: readonly Source[];
  read(path: string): Buffer;
};

/** Where source files are looked for. A source file elsewhere is seen by nobody, and that is a fault. */
const SOURCE_FOLDERS = [
  'packages/contract/src',
  'packages/stemma/src',
  'packages/web/src',
  'test',
  'scripts',
];
const SOURCE = /\.(?:[cm]?ts|tsx)$/;
/** Files that are data of tests, also when they look like sources. */
const FIXTURE = /(?:^|\/)fixtures\//;

export const isSource = (path: string): boolean => SOURCE.test(path) && !FIXTURE.test(path);

const walk = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : walk(path);
    return entry.isFile() ? [path] : [];
  });

const findSources = (root: string): string[] => {
  const top = readdirSync(root).filter((name) => SOURCE.test(name));
  const below = SOURCE_FOLDERS.map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap(walk)
    .map((path) => relative(root, path));
  return [...top, ...below].filter(isSource).sort();
};

const createTree = (root: string, listed: readonly string[]): Tree => ({
  listed,
  sources: findSources(root).map((path) => parseSource(path, readFileSync(join(root, path), 'utf8'))),
  read: (path) => readFileSync(join(root, path)),
});

/** The repository as it stands: what is tracked and what is new. */
export const repositoryTree = (root: string): Tree => {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  const paths = [...new Set(listed.split('\0'))].filter(
    (path) => path !== '' && statSync(join(root, path), { throwIfNoEntry: false })?.isFile(),
  );
  return createTree(root, paths.sort());
};

/** A folder that stands for a repository. */
export const folderTree = (root: string): Tree =>
  createTree(
    root,
    walk(root)
      .map((path) => relative(root, path))
      .sort(),
  );
