import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeBlobStore } from '../../conformance/blobs.ts';
import { isDead, workerIdentity } from '../system/worker-identity.ts';
import { createFolderBlobs } from './folder-blobs.ts';

describeBlobStore('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-blobs-'));
  const store = createFolderBlobs({ folder, identity: workerIdentity(), isDead });
  return { store, close: () => rm(folder, { recursive: true, force: true }) };
});
