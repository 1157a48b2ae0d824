import { newFolder } from '../../conformance/children.ts';
import { describeStores } from '../../conformance/stores.ts';
import { processEntry } from '../../processes/entry.ts';
import { openSystem } from '../system/system.ts';
import { openMemoryStores, openSqliteStores } from './open.ts';

const entry = processEntry('sqlite-thread');

describeStores('SQLite in a folder', async () => {
  const { folder, remove } = await newFolder();
  const stores = await openSqliteStores({ folder, entry, ...openSystem() });
  return { ...stores, close: () => stores.close().then(remove) };
});

describeStores('SQLite in memory', () => openMemoryStores({ entry, ...openSystem() }));
