import { createReadStream } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { LIMITS } from '@stemma/contract/limits';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { FileStat, FoundFile, FoundItem, LocalFiles } from '../../ports/local-files.ts';

/** Folders that hold tools' own files, never a researcher's sources. */
const TOOL_FOLDERS = new Set(['node_modules', '__pycache__', 'venv', 'site-packages']);

type SystemError = { code?: string };

const faultOf = (error: unknown, shown: string): StemmaError => {
  const { code } = error as SystemError;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG')
    return new StemmaError('file_not_found', { path: shown }, { cause: error });
  if (code === 'ELOOP') return new StemmaError('file_not_regular', { path: shown }, { cause: error });
  return new StemmaError('file_unreadable', { path: shown }, { cause: error });
};

const itemOf = (error: unknown, shown: string): FoundItem => {
  const { code } = faultOf(error, shown) as {
    code: 'file_not_found' | 'file_unreadable' | 'file_not_regular';
  };
  return { shown, fault: { code } };
};

type Walk = {
  takes: (name: string) => boolean;
  signal: AbortSignal;
  /** Real paths of folders already entered: a link back into one of them is a loop. */
  entered: Set<string>;
  found: FoundItem[];
};

const byName = (a: { name: string }, b: { name: string }): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

const walkEntry = async (walk: Walk, file: FoundFile, depth: number): Promise<void> => {
  try {
    const info = await stat(file.path);
    if (info.isDirectory()) await walkFolder(walk, file, depth + 1);
    else if (info.isFile() && walk.takes(basename(file.path))) walk.found.push(file);
  } catch (error) {
    walk.found.push(itemOf(error, file.shown));
  }
};

const walkFolder = async (walk: Walk, folder: FoundFile, depth: number): Promise<void> => {
  walk.signal.throwIfAborted();
  if (depth > LIMITS.folderDepth) {
    walk.found.push({ shown: folder.shown, fault: { code: 'folder_too_deep', limit: LIMITS.folderDepth } });
    return;
  }
  const real = await realpath(folder.path);
  if (walk.entered.has(real)) return;
  walk.entered.add(real);
  const entries = await readdir(folder.path, { withFileTypes: true });
  for (const entry of entries.sort(byName)) {
    if (entry.name.startsWith('.') || TOOL_FOLDERS.has(entry.name)) continue;
    await walkEntry(
      walk,
      { path: join(folder.path, entry.name), shown: join(folder.shown, entry.name) },
      depth,
    );
  }
};

const expandFolder = async (
  folder: FoundFile,
  takes: Walk['takes'],
  signal: AbortSignal,
): Promise<FoundItem[]> => {
  const walk: Walk = { takes, signal, entered: new Set(), found: [] };
  await walkFolder(walk, folder, 0);
  return walk.found.length > 0 ? walk.found : [{ shown: folder.shown, fault: { code: 'folder_empty' } }];
};

const expand: LocalFiles['expand'] = async (input, takes, signal) => {
  try {
    const info = await stat(input.path);
    if (info.isDirectory()) return await expandFolder(input, takes, signal);
    return info.isFile() ? [input] : [{ shown: input.shown, fault: { code: 'file_not_regular' } }];
  } catch (error) {
    signal.throwIfAborted();
    return [itemOf(error, input.shown)];
  }
};

const statFile = async (file: FoundFile): Promise<FileStat> => {
  const info = await stat(file.path).catch((error: unknown) => {
    throw faultOf(error, file.shown);
  });
  if (!info.isFile()) throw new StemmaError('file_not_regular', { path: file.shown });
  return { sizeBytes: info.size, modifiedAtMs: info.mtimeMs };
};

const head = async (file: FoundFile, bytes: number): Promise<Uint8Array> => {
  try {
    const handle = await open(file.path, 'r');
    try {
      const buffer = new Uint8Array(bytes);
      const { bytesRead } = await handle.read(buffer, 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw faultOf(error, file.shown);
  }
};

async function* read(file: FoundFile, signal: AbortSignal): AsyncIterable<Uint8Array> {
  try {
    yield* createReadStream(file.path, { highWaterMark: 1 << 20, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw faultOf(error, file.shown);
  }
}

const beside: LocalFiles['beside'] = async (file, name) => {
  if (isAbsolute(name) || name.includes('\0')) return undefined;
  try {
    const folder = await realpath(dirname(file.path));
    const path = await realpath(resolve(folder, name));
    const within = relative(folder, path);
    if (within === '' || within.startsWith('..') || isAbsolute(within)) return undefined;
    return (await stat(path)).isFile() ? { path, shown: join(dirname(file.shown), within) } : undefined;
  } catch {
    return undefined;
  }
};

/** The local file system, read only. Special files (FIFOs, devices) are never opened. */
export const createLocalFiles = (): LocalFiles => ({ expand, stat: statFile, head, beside, read });
