import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Machine } from '../../ports/machine.ts';

/** Space where a path is or, while it is not there, where it would be made. */
const freeBytes = async (path: string): Promise<number | null> => {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing && dirname(path) !== path ? freeBytes(dirname(path)) : null;
  }
};

export const createMachine = (): Machine => ({ nodeVersion: process.versions.node, freeBytes });
