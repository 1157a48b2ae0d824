import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sha256 } from '@stemma/contract/ids';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { BlobStore, StagedBlob } from '../../ports/blob-store.ts';
import type { Clock } from '../../ports/clock.ts';

export interface MemoryBlobs extends BlobStore {
  /** Removes the files that paths were given out for. */
  close(): Promise<void>;
}

type Kept = { bytes: Uint8Array; keptAt: number };

/** Blobs in memory. Since readers seek in files, a path stands for a copy in a folder of its own. */
export const createMemoryBlobs = (clock: Clock): MemoryBlobs => {
  const kept = new Map<Sha256, Kept>();
  const staged = new Map<string, Uint8Array>();
  let folder: Promise<string> | undefined;
  let count = 0;
  const writeCopy = async (bytes: Uint8Array): Promise<string> => {
    folder ??= mkdtemp(join(tmpdir(), 'stemma-blobs-'));
    count += 1;
    const path = join(await folder, String(count));
    await writeFile(path, bytes);
    return path;
  };
  const find = (sha256: Sha256): Kept => {
    const found = kept.get(sha256);
    if (!found) throw new StemmaError('blob_missing', { sha256, name: '' });
    return found;
  };
  const drop = async (blob: StagedBlob): Promise<void> => {
    staged.delete(blob.path);
    await rm(blob.path, { force: true });
  };
  return {
    stage: async (content, signal) => {
      signal.throwIfAborted();
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) {
        signal.throwIfAborted();
        chunks.push(Uint8Array.from(chunk));
      }
      signal.throwIfAborted();
      const bytes = new Uint8Array(Buffer.concat(chunks));
      const path = await writeCopy(bytes);
      staged.set(path, bytes);
      return { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length, path };
    },
    keep: async (blob) => {
      const bytes = staged.get(blob.path);
      if (!bytes) throw new TypeError(`${blob.path} is not staged`);
      kept.set(blob.sha256, { bytes, keptAt: clock.now() });
      await drop(blob);
    },
    drop,
    has: async (sha256) => kept.has(sha256),
    examine: async (sha256) => (kept.has(sha256) ? 'sound' : 'missing'),
    read: async (sha256) => find(sha256).bytes.slice(),
    localPath: async (sha256) => writeCopy(find(sha256).bytes),
    // What is staged in memory dies with its process.
    clearLeftovers: async () => ({ removed: 0, bytes: 0 }),
    collect: async ({ olderThanMs, isWanted }) => {
      const before = clock.now() - olderThanMs;
      const total = { removed: 0, bytes: 0 };
      for (const [sha256, { bytes, keptAt }] of kept) {
        if (keptAt > before || (await isWanted(sha256))) continue;
        kept.delete(sha256);
        total.removed += 1;
        total.bytes += bytes.length;
      }
      return total;
    },
    close: async () => {
      if (folder) await rm(await folder, { recursive: true, force: true });
      kept.clear();
    },
  };
};
