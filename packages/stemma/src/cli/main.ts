#!/usr/bin/env node
import { VERSION } from './version.ts';

const [, , first] = process.argv;
if (process.argv.length === 3 && (first === '--version' || first === '-V')) {
  process.stdout.write(`${VERSION}\n`);
} else {
  const { runCommandLine } = await import('./command-line.ts');
  process.exitCode = await runCommandLine(process.argv.slice(2));
}
