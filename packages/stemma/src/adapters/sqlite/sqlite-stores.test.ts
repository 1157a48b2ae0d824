import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStores } from '../../conformance/stores.ts';
import { processEntry } from '../../processes/entry.ts';
import { openSystem } from '../system/system.ts';
import { openMemoryStores, openSqliteStores } from './open.ts';

const entry = processEntry('sqlite-thread');

describeStores('SQLite in a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-data-'));
  return openSqliteStores({ folder, entry, ...openSystem() });
});

describeStores('SQLite in memory', () => openMemoryStores({ entry, ...openSystem() }));
