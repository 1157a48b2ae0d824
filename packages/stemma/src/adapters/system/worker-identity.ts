import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { WorkerIdentity } from '../../ports/run-store.ts';

/** Undefined when there is no such process; '' when it is there but its start cannot be learnt. */
type StartOf = (pid: number) => string | undefined;

const isMissing = (error: unknown): boolean => {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ESRCH';
};

const bootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
};

/** Boot and start ticks (proc(5), field 22). A zombie has ended: nobody will hear of it again. */
const linuxStart: StartOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in field 2 may hold spaces and brackets: fields are counted from the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${bootId()}/${fields[19]}`;
  } catch (error) {
    if (isMissing(error)) return undefined;
    return '';
  }
};

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isMissing(error);
  }
};

const otherStart: StartOf = (pid) => {
  if (!isThere(pid)) return undefined;
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
};

const startOf: StartOf = process.platform === 'linux' ? linuxStart : otherStart;

/** Process ids mean something within one host and, in containers, one namespace of ids alone. */
const hostOf = (): string => {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
};

let self: WorkerIdentity | undefined;

/** How this process is named in leases and in the data folder. */
export const workerIdentity = (): WorkerIdentity => {
  self ??= { host: hostOf(), pid: process.pid, processStart: startOf(process.pid) ?? '' };
  return self;
};

/** True only when it is certain that the holder has ended: same host, and no process of that pid and start. */
export const isDead = (holder: WorkerIdentity): boolean => {
  const { host, pid, processStart } = workerIdentity();
  if (holder.host !== host) return false;
  const start = holder.pid === pid ? processStart : startOf(holder.pid);
  if (start === undefined) return true;
  return start !== '' && holder.processStart !== '' && start !== holder.processStart;
};
