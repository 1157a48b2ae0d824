import { createInProcessNotices } from './in-process-notices.ts';
import { createMachine } from './machine.ts';
import { createNodeHasher } from './node-hasher.ts';
import { createSystemClock } from './system-clock.ts';
import { createUuidV7Ids } from './uuid-v7-ids.ts';
import { isDead, workerIdentity } from './worker-identity.ts';

/** What this process takes from the machine it runs on. */
export const openSystem = () => {
  const clock = createSystemClock();
  return {
    clock,
    ids: createUuidV7Ids(clock),
    hasher: createNodeHasher(),
    notices: createInProcessNotices(clock),
    identity: workerIdentity(),
    isDead,
    machine: createMachine(),
  };
};
