import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Sha256 } from '@stemma/contract/ids';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { BlobStore, StagedBlob } from '../../ports/blob-store.ts';
import type { WorkerIdentity } from '../../ports/run-store.ts';
import { createStaging, type Staging } from './staging.ts';

export type FolderBlobsOptions = {
  /** The data folder: blobs stand in `blobs/ab/<sha256>`, what is being taken in under `staging/`. */
  folder: string;
  identity: WorkerIdentity;
  isDead(holder: WorkerIdentity): boolean;
};

type Examined = Awaited<ReturnType<BlobStore['examine']>>;
type Collect = Parameters<BlobStore['collect']>[0];

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException)?.code;

/** What the file system refused, as the fault it is; what was thrown on purpose is left alone. */
const toFault = (folder: string, error: unknown): unknown => {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StemmaError('disk_full', { path: folder }, { cause: error });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST')
    return new StemmaError('data_folder_unwritable', { path: folder, reason: code }, { cause: error });
  return error;
};

/** Makes what was written in a file, or the names in a folder, outlive a power cut. */
const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const write = async (
  path: string,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<{ sha256: Sha256; sizeBytes: number }> => {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content) {
      signal.throwIfAborted();
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      await handle.writeFile(chunk);
    }
    signal.throwIfAborted();
  } finally {
    await handle.close();
  }
  return { sha256: hash.digest('hex'), sizeBytes };
};

const shardOf = (blobs: string, sha256: Sha256): string => join(blobs, sha256.slice(0, 2));
const pathOf = (blobs: string, sha256: Sha256): string => join(shardOf(blobs, sha256), sha256);

const isKept = async (blobs: string, sha256: Sha256): Promise<boolean> => {
  if (!Sha256.safeParse(sha256).success) return false;
  try {
    return (await stat(pathOf(blobs, sha256))).isFile();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
};

const keep = async (blobs: string, staged: StagedBlob): Promise<void> => {
  const shard = shardOf(blobs, staged.sha256);
  await chmod(staged.path, 0o400);
  await sync(staged.path);
  if ((await mkdir(shard, { recursive: true, mode: 0o700 })) !== undefined) {
    await sync(blobs);
    await sync(dirname(blobs));
  }
  // Over a blob that is there already: its age begins anew, and if it was damaged it no longer is.
  await rename(staged.path, pathOf(blobs, staged.sha256));
  await sync(shard);
};

const read = async (blobs: string, sha256: Sha256): Promise<Uint8Array> => {
  if (!(await isKept(blobs, sha256))) throw new StemmaError('blob_missing', { sha256, name: '' });
  const bytes = await readFile(pathOf(blobs, sha256));
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new StemmaError('blob_damaged', { sha256, name: '' });
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

const examine = async (blobs: string, sha256: Sha256, signal: AbortSignal): Promise<Examined> => {
  if (!(await isKept(blobs, sha256))) return 'missing';
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(pathOf(blobs, sha256), { signal, highWaterMark: 1 << 20 }))
    hash.update(chunk);
  return hash.digest('hex') === sha256 ? 'sound' : 'damaged';
};

async function* keptBlobs(blobs: string): AsyncGenerator<{ sha256: Sha256; path: string }> {
  for (const shard of await readdir(blobs).catch(() => []))
    for (const name of await readdir(join(blobs, shard)).catch(() => []))
      if (Sha256.safeParse(name).success) yield { sha256: name, path: join(blobs, shard, name) };
}

/**
 * Removes one blob. It is first put aside and asked for once more, since it may have been pinned between
 * the question and the removal; when it was, it goes back.
 */
const removeUnwanted = async (
  staging: Staging,
  blob: { sha256: Sha256; path: string },
  isWanted: Collect['isWanted'],
): Promise<boolean> => {
  if (await isWanted(blob.sha256)) return false;
  const aside = await staging.asideFor(blob.sha256);
  await rename(blob.path, aside);
  if (await isWanted(blob.sha256)) {
    await rename(aside, blob.path);
    return false;
  }
  await rm(aside, { force: true });
  return true;
};

/** Several processes may clear at once when they open together: the first to move a blob back has it. */
const clearLeftovers = (blobs: string, staging: Staging, isWanted: Collect['isWanted']) =>
  staging.collectDead(async (sha256, aside) => {
    if (!(await isWanted(sha256)) || (await isKept(blobs, sha256))) return;
    await rename(aside, pathOf(blobs, sha256)).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
  });

const collect = async (
  blobs: string,
  staging: Staging,
  { olderThanMs, isWanted }: Collect,
): Promise<{ removed: number; bytes: number }> => {
  const total = await clearLeftovers(blobs, staging, isWanted);
  const before = (await staging.timeMs()) - olderThanMs;
  for await (const blob of keptBlobs(blobs)) {
    const found = await stat(blob.path).catch(() => undefined);
    if (!found || found.mtimeMs > before) continue;
    if (!(await removeUnwanted(staging, blob, isWanted))) continue;
    total.removed += 1;
    total.bytes += found.size;
  }
  return total;
};

/** Blobs in a folder of this machine, made when first written to. */
export const createFolderBlobs = (options: FolderBlobsOptions): BlobStore => {
  const blobs = join(options.folder, 'blobs');
  const staging = createStaging(join(options.folder, 'staging'), options.identity, options.isDead);
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toFault(options.folder, error);
    }
  };
  return {
    stage: (content, signal) =>
      guard(async () => {
        signal.throwIfAborted();
        const path = await staging.pathFor(randomUUID());
        try {
          return { ...(await write(path, content, signal)), path };
        } catch (error) {
          await rm(path, { force: true });
          throw error;
        }
      }),
    keep: (staged) => guard(() => keep(blobs, staged)),
    drop: (staged) => guard(() => rm(staged.path, { force: true })),
    has: (sha256) => guard(() => isKept(blobs, sha256)),
    examine: (sha256, signal) => guard(() => examine(blobs, sha256, signal)),
    read: (sha256) => guard(() => read(blobs, sha256)),
    localPath: (sha256) =>
      guard(async () => {
        if (!(await isKept(blobs, sha256))) throw new StemmaError('blob_missing', { sha256, name: '' });
        return pathOf(blobs, sha256);
      }),
    clearLeftovers: (isWanted) => guard(() => clearLeftovers(blobs, staging, isWanted)),
    collect: (request) => guard(() => collect(blobs, staging, request)),
  };
};
