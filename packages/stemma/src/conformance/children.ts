import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A program run beside a test, with the lines it has printed. */
export type Child = {
  readonly process: ChildProcess;
  readonly lines: readonly string[];
  /** Resolves with the first line that is printed from now on, or was printed and not asked for. */
  nextLine(): Promise<string>;
  /** Resolves with the exit code; null when it was killed. */
  ended: Promise<number | null>;
};

/** Starts a program of a test: `.mjs` by this Node, `.py` by the system's Python. */
export const startChild = (program: URL, args: readonly string[]): Child => {
  const path = fileURLToPath(program);
  const command = path.endsWith('.py') ? '/usr/bin/python3' : process.execPath;
  const child = spawn(command, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[] = [];
  let asked = 0;
  let wake = (): void => {};
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    wake();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      resolve(code);
      wake();
    });
  });
  const nextLine = async (): Promise<string> => {
    while (lines.length <= asked) {
      if (child.exitCode !== null) throw new Error(`${path} ended with ${child.exitCode}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    asked += 1;
    return lines[asked - 1]!;
  };
  return { process: child, lines, nextLine, ended };
};

/** A new folder for a test, with what removes it. */
export const newFolder = async (): Promise<{ folder: string; remove(): Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-test-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};
