import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeBlobStore } from '../../conformance/blobs.ts';
import { newFolder, startChild } from '../../conformance/children.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { isDead, workerIdentity } from '../system/worker-identity.ts';
import { createFolderBlobs } from './folder-blobs.ts';

describeBlobStore('a folder', async () => {
  const { folder, remove } = await newFolder();
  const store = createFolderBlobs({ folder, identity: workerIdentity(), isDead });
  return { store, close: remove };
});

describe('a folder of blobs', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let store: BlobStore;
  beforeEach(async () => {
    ({ folder, remove } = await newFolder());
    store = createFolderBlobs({ folder, identity: workerIdentity(), isDead });
  });
  afterEach(() => remove());

  it('clears what a dead process staged, and puts back what it had put aside', async () => {
    const child = startChild(new URL('./fixtures/stage-and-die.mjs', import.meta.url), [folder]);
    const [staged, aside] = [await child.nextLine(), await child.nextLine()];
    expect(existsSync(staged)).toBe(true);
    expect(await store.has(aside)).toBe(false);
    const isWanted = async (sha256: string): Promise<boolean> => sha256 === aside;
    expect(await store.collect({ olderThanMs: 0, isWanted })).toEqual({ removed: 0, bytes: 0 });
    child.process.kill('SIGKILL');
    await child.ended;
    const both = await Promise.all([store.clearLeftovers(isWanted), store.clearLeftovers(isWanted)]);
    expect(both.map((cleared) => cleared.removed).toSorted()[1]).toBe(1);
    expect(existsSync(staged)).toBe(false);
    expect(new TextDecoder().decode(await store.read(aside))).toBe('put aside');
    expect(readdirSync(join(folder, 'staging'))).toHaveLength(1);
  });

  it('finds that kept bytes were changed, and heals when they are kept again', async () => {
    const content = async function* () {
      yield new TextEncoder().encode('as it was');
    };
    const never = new AbortController().signal;
    const staged = await store.stage(content(), never);
    await store.keep(staged);
    const path = await store.localPath(staged.sha256);
    expect(path).toBe(join(folder, 'blobs', staged.sha256.slice(0, 2), staged.sha256));
    chmodSync(path, 0o600);
    writeFileSync(path, 'as it is');
    await expect(store.read(staged.sha256)).rejects.toMatchObject({ code: 'blob_damaged' });
    await store.keep(await store.stage(content(), never));
    expect(new TextDecoder().decode(await store.read(staged.sha256))).toBe('as it was');
  });

  it('is a fault when the disk is full, and leaves nothing behind', async (context) => {
    const small = join(folder, 'small');
    mkdirSync(small);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', small], { stdio: 'ignore' });
    } catch {
      return context.skip();
    }
    try {
      const full = createFolderBlobs({ folder: small, identity: workerIdentity(), isDead });
      const content = async function* () {
        for (let count = 0; count < 20; count++) yield randomBytes(64 * 1024);
      };
      const staging = full.stage(content(), new AbortController().signal);
      await expect(staging).rejects.toMatchObject({ code: 'disk_full', params: { path: small } });
      const [own] = readdirSync(join(small, 'staging'));
      expect(readdirSync(join(small, 'staging', own!))).toEqual(['owner.json']);
    } finally {
      execFileSync('umount', ['-l', small]);
    }
  });

  it('is a fault when the folder cannot be written to', async () => {
    writeFileSync(join(folder, 'staging'), '');
    const content = async function* () {
      yield new Uint8Array(1);
    };
    await expect(store.stage(content(), new AbortController().signal)).rejects.toMatchObject({
      code: 'data_folder_unwritable',
    });
  });
});
