import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkerIdentity } from '../../ports/run-store.ts';

/** Who has a data folder open: notes for people. The lock itself does not depend on them. */
export type ProcessFiles = {
  /** Notes this process, and forgets those that are dead. */
  announce(): Promise<void>;
  withdraw(): Promise<void>;
  /** The pid of another living process that has the folder open. */
  findOther(): Promise<number | undefined>;
};

/** Handles of one process on one folder: the note goes with the last of them. */
const handles = new Map<string, number>();

const readIdentity = async (path: string): Promise<WorkerIdentity | undefined> => {
  try {
    const noted = JSON.parse(await readFile(path, 'utf8'));
    const { host, pid, processStart } = noted;
    return typeof host === 'string' && Number.isInteger(pid) && typeof processStart === 'string'
      ? { host, pid, processStart }
      : undefined;
  } catch {
    // gone meanwhile, or being written
    return undefined;
  }
};

export const createProcessFiles = (
  folder: string,
  self: WorkerIdentity,
  isDead: (holder: WorkerIdentity) => boolean,
): ProcessFiles => {
  const own = join(folder, `${self.pid}.json`);
  const others = async (): Promise<{ path: string; identity: WorkerIdentity }[]> => {
    const found = [];
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const identity = path === own || !name.endsWith('.json') ? undefined : await readIdentity(path);
      if (identity) found.push({ path, identity });
    }
    return found;
  };
  return {
    announce: async () => {
      handles.set(own, (handles.get(own) ?? 0) + 1);
      await writeFile(`${own}.part`, JSON.stringify(self), { mode: 0o600 });
      await rename(`${own}.part`, own);
      for (const { path, identity } of await others()) if (isDead(identity)) await rm(path, { force: true });
    },
    withdraw: async () => {
      const left = (handles.get(own) ?? 1) - 1;
      if (left > 0) {
        handles.set(own, left);
        return;
      }
      handles.delete(own);
      await rm(own, { force: true });
    },
    findOther: async () => (await others()).find(({ identity }) => !isDead(identity))?.identity.pid,
  };
};
