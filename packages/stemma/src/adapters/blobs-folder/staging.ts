import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Sha256 } from '@stemma/contract/ids';
import type { WorkerIdentity } from '../../ports/run-store.ts';

/** Where bytes stand that are not kept yet: a folder for each process, so that those of the dead are known. */
export type Staging = {
  pathFor(name: string): Promise<string>;
  /** Where a blob waits while it is asked for a last time before it is removed. */
  asideFor(sha256: Sha256): Promise<string>;
  /** Now, by the file system's clock: what ages of files are measured by. */
  timeMs(): Promise<number>;
  /** Removes what dead processes left. A blob one of them had put aside is first offered to `putBack`. */
  collectDead(
    putBack: (sha256: Sha256, path: string) => Promise<void>,
  ): Promise<{ removed: number; bytes: number }>;
};

const OWNER_FILE = 'owner.json';
const PROBE_FILE = 'time';
const ASIDE = 'aside-';

const readOwner = async (folder: string): Promise<WorkerIdentity | undefined> => {
  try {
    return JSON.parse(await readFile(join(folder, OWNER_FILE), 'utf8'));
  } catch {
    // being made, or being removed
    return undefined;
  }
};

export const createStaging = (
  root: string,
  self: WorkerIdentity,
  isDead: (holder: WorkerIdentity) => boolean,
): Staging => {
  const own = join(root, `${self.pid}-${self.processStart.replaceAll(/[^0-9a-z]/gi, '').slice(-24)}`);
  let ready: Promise<void> | undefined;
  const make = async (): Promise<void> => {
    await mkdir(own, { recursive: true, mode: 0o700 });
    await writeFile(join(own, OWNER_FILE), JSON.stringify(self), { mode: 0o600 });
  };
  const pathFor = async (name: string): Promise<string> => {
    ready ??= make();
    await ready.catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return join(own, name);
  };
  const clear = async (
    folder: string,
    putBack: (sha256: Sha256, path: string) => Promise<void>,
    total: { removed: number; bytes: number },
  ): Promise<void> => {
    // Another process may be clearing the same folder: what it has taken is not ours to count.
    for (const name of await readdir(folder).catch(() => [])) {
      if (name === OWNER_FILE || name === PROBE_FILE) continue;
      const path = join(folder, name);
      const sha256 = name.startsWith(ASIDE) ? name.slice(ASIDE.length) : '';
      if (Sha256.safeParse(sha256).success) await putBack(sha256, path);
      const left = await stat(path).catch(() => undefined);
      if (!left) continue;
      total.removed += 1;
      total.bytes += left.size;
    }
    await rm(folder, { recursive: true, force: true });
  };
  return {
    pathFor,
    asideFor: (sha256) => pathFor(`${ASIDE}${sha256}`),
    timeMs: async () => {
      const probe = await pathFor(PROBE_FILE);
      await writeFile(probe, '');
      return (await stat(probe)).mtimeMs;
    },
    collectDead: async (putBack) => {
      const total = { removed: 0, bytes: 0 };
      for (const name of await readdir(root).catch(() => [])) {
        const folder = join(root, name);
        const owner = await readOwner(folder);
        if (folder !== own && owner && isDead(owner)) await clear(folder, putBack, total);
      }
      return total;
    },
  };
};
