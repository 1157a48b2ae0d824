import { describeBlobStore } from '../../conformance/blobs.ts';
import { createSystemClock } from '../system/system-clock.ts';
import { createMemoryBlobs } from './memory-blobs.ts';

describeBlobStore('memory', async () => {
  const store = createMemoryBlobs(createSystemClock());
  return { store, close: () => store.close() };
});
