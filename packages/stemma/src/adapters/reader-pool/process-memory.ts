import { readFile } from 'node:fs/promises';

/** Resident bytes of a process where the system tells a stranger (Linux); else undefined. */
export const residentBytes = async (pid: number): Promise<number | undefined> => {
  if (process.platform !== 'linux') return undefined;
  try {
    const pages = Number((await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ')[1]);
    return Number.isFinite(pages) ? pages * PAGE_BYTES : undefined;
  } catch {
    return undefined;
  }
};

/** Pages of 4 KB are assumed where the kernel may use larger ones: the limit then acts early, not late. */
const PAGE_BYTES = 4096;
