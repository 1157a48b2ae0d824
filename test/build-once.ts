import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Threads and child processes run the built files: no test may meet a stale build. */
export default function buildOnce(): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  execFileSync('npx', ['tsc', '--build'], { cwd: root, stdio: 'inherit' });
}
