import { parentPort } from 'node:worker_threads';
import { serveConnections } from '../adapters/sqlite/connection-server.ts';

if (!parentPort) throw new TypeError('sqlite-thread is started as a thread');
serveConnections(parentPort);
