// Runs the stages of `make test`, each with its time, and ends with one line: `N passed, M failed`.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const REPORT = '.build/vitest.json';
/** What runs longer than this altogether is ended. */
const LIMIT_MS = 45 * 60_000;
const deadline = Date.now() + LIMIT_MS;

/** Runs a command in a process group of its own, which is ended whole when the time is up. */
const run = (command, args) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    const end = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // The group has ended by itself.
      }
    };
    const timer = setTimeout(
      () => {
        process.stdout.write(`The limit of ${LIMIT_MS / 60_000} minutes is reached; ending ${command}.\n`);
        end('SIGTERM');
        setTimeout(() => end('SIGKILL'), 5_000).unref();
      },
      Math.max(0, deadline - Date.now()),
    );
    const interrupted = () => end('SIGTERM');
    process.once('SIGINT', interrupted);
    process.once('SIGTERM', interrupted);
    const settle = (status) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupted);
      process.off('SIGTERM', interrupted);
      resolve(status);
    };
    child.once('error', () => settle(1));
    child.once('exit', (status) => settle(status ?? 1));
  });

/** A stage that is one test: it holds or it does not. */
const single = (command, args) => async () => {
  const status = await run(command, args);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
};

/** Counts what Vitest reports. A file that could not run, or an error outside every test, is one failure. */
const countReport = (status) => {
  if (!existsSync(REPORT)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(REPORT, 'utf8'));
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  const isSilentFailure = failed === 0 && (status !== 0 || !report.success || report.numPassedTests === 0);
  return {
    passed: report.numPassedTests,
    failed: isSilentFailure ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
};

const vitest = async () => {
  rmSync(REPORT, { force: true });
  const status = await run('npx', [
    '--no-install',
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${REPORT}`,
  ]);
  return countReport(status);
};

const STAGES = [
  ['lint', single('npx', ['--no-install', 'biome', 'check', '.'])],
  ['build', single('npx', ['--no-install', 'tsc', '--build'])],
  ['reference', single('node', ['scripts/reference.mjs', '--check'])],
  ['tests', vitest],
];

process.chdir(root);
let passed = 0;
let failed = 0;
for (const [name, stage] of STAGES) {
  const from = performance.now();
  const result = await stage();
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const skipped = result.skipped ? `, ${result.skipped} skipped` : '';
  process.stdout.write(
    `stage ${name}: ${seconds} s, ${result.passed} passed, ${result.failed} failed${skipped}\n`,
  );
  passed += result.passed;
  failed += result.failed;
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
