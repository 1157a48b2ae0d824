import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore, StagedBlob } from '../ports/blob-store.ts';
import { newSha256 } from './specimens.ts';

type Opened = { store: BlobStore; close(): Promise<void> };
type Here = Opened;

const never = new AbortController().signal;
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function* chunks(bytes: Uint8Array, size = 1_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const keepSome = async (store: BlobStore): Promise<{ bytes: Uint8Array; staged: StagedBlob }> => {
  const bytes = Uint8Array.from(randomBytes(3_500));
  const staged = await store.stage(chunks(bytes), never);
  await store.keep(staged);
  return { bytes, staged };
};

const keeping = (here: Here): void => {
  it('stages with hash and size, readable, and not kept yet', async () => {
    const bytes = Uint8Array.from(randomBytes(3_500));
    const staged = await here.store.stage(chunks(bytes), never);
    expect(staged).toMatchObject({ sha256: sha256Of(bytes), sizeBytes: 3_500 });
    expect(new Uint8Array(await readFile(staged.path))).toEqual(bytes);
    expect(await here.store.has(staged.sha256)).toBe(false);
    await expect(here.store.read(staged.sha256)).rejects.toMatchObject({ code: 'blob_missing' });
    await expect(here.store.localPath(staged.sha256)).rejects.toMatchObject({ code: 'blob_missing' });
    await here.store.drop(staged);
    await here.store.drop(staged);
    expect(existsSync(staged.path)).toBe(false);
  });

  it('keeps what was staged, and the same bytes a second time', async () => {
    const { bytes, staged } = await keepSome(here.store);
    await here.store.keep(await here.store.stage(chunks(bytes), never));
    expect(await here.store.has(staged.sha256)).toBe(true);
    expect(await here.store.read(staged.sha256)).toEqual(bytes);
    expect(new Uint8Array(await readFile(await here.store.localPath(staged.sha256)))).toEqual(bytes);
    expect(existsSync(staged.path)).toBe(false);
  });

  it('keeps nothing and something, both', async () => {
    const staged = await here.store.stage(chunks(new Uint8Array()), never);
    expect(staged).toMatchObject({ sizeBytes: 0, sha256: sha256Of(new Uint8Array()) });
    await here.store.keep(staged);
    expect(await here.store.read(staged.sha256)).toEqual(new Uint8Array());
  });

  it('leaves nothing behind when the content fails or the signal aborts', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10);
      throw new Error('on purpose');
    }
    await expect(here.store.stage(failing(), never)).rejects.toThrow('on purpose');
    const controller = new AbortController();
    async function* aborting(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10);
      controller.abort(new Error('enough'));
      yield new Uint8Array(10);
    }
    await expect(here.store.stage(aborting(), controller.signal)).rejects.toThrow('enough');
    await expect(here.store.stage(chunks(new Uint8Array(1)), controller.signal)).rejects.toThrow('enough');
  });

  it('knows no blob by a name that is none', async () => {
    for (const name of ['', '../../etc/passwd', 'A'.repeat(64), newSha256()]) {
      expect(await here.store.has(name)).toBe(false);
      await expect(here.store.read(name)).rejects.toMatchObject({ code: 'blob_missing' });
    }
  });
};

const collecting = (here: Here): void => {
  it('collects old blobs nobody wants, and no others', async () => {
    const wanted = await keepSome(here.store);
    const unwanted = await keepSome(here.store);
    const isWanted = async (sha256: string): Promise<boolean> => sha256 !== unwanted.staged.sha256;
    expect(await here.store.collect({ olderThanMs: 3_600_000, isWanted })).toEqual({ removed: 0, bytes: 0 });
    expect(await here.store.collect({ olderThanMs: -1_000, isWanted })).toEqual({ removed: 1, bytes: 3_500 });
    expect(await here.store.has(wanted.staged.sha256)).toBe(true);
    expect(await here.store.has(unwanted.staged.sha256)).toBe(false);
  });

  it('spares what is pinned between the question and the removal', async () => {
    const { bytes, staged } = await keepSome(here.store);
    let asked = 0;
    const isWanted = async (sha256: string): Promise<boolean> => {
      if (sha256 !== staged.sha256) return true;
      asked += 1;
      return asked > 1;
    };
    await here.store.collect({ olderThanMs: -1_000, isWanted });
    if (asked > 1) expect(await here.store.read(staged.sha256)).toEqual(bytes);
  });

  it('leaves what is staged by the living alone', async () => {
    const staged = await here.store.stage(chunks(new Uint8Array(5)), never);
    await here.store.collect({ olderThanMs: -1_000, isWanted: async () => true });
    expect(existsSync(staged.path)).toBe(true);
    await here.store.keep(staged);
  });
};

export const describeBlobStore = (name: string, open: () => Promise<Opened>): void => {
  describe(`blobs of ${name}`, () => {
    const here = {} as Here;
    beforeAll(async () => {
      Object.assign(here, await open());
    });
    afterAll(() => here.close());
    keeping(here);
    collecting(here);
  });
};
