import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const EXAMPLES = join(ROOT, 'examples');
/** Third-party papers, beside the repository on some machines and never copied into it. */
export const CORPUS = join(ROOT, '../shared/corpus');
export const fixture = (name: string): string => join(ROOT, 'test/e2e/fixtures', name);

const MAIN = join(ROOT, 'packages/stemma/dist/cli/main.js');
/** A command that takes longer hangs. */
const LIMIT_MS = 180_000;
/** Tests start many processes; on a busy machine each takes seconds. None depends on being quick. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

export type Ran = { code: number | null; signal: string | null; stdout: string; stderr: string };

export type RunOptions = {
  env?: Record<string, string>;
  input?: string;
  cwd?: string;
  /** Runs `stemma` through another program: `['setpriv', '--reuid', '65534']`. */
  through?: readonly string[];
  /** Leaves `--data` out of the line. */
  withoutData?: boolean;
};

/** A command that is on its way. */
export type Started = {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
  readonly stdout: () => string;
  readonly stderr: () => string;
};

/** A place of its own for one user: home, settings, files and a data folder, gone when closed. */
export type House = {
  readonly root: string;
  readonly data: string;
  /** Where commands run, and where `file` writes. */
  readonly work: string;
  readonly env: Record<string, string>;
  start(line: readonly string[], options?: RunOptions): Started;
  run(line: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Runs with `--json` and reads the one document on standard output. */
  json<T>(
    schema: { parse(value: unknown): T },
    line: readonly string[],
    options?: RunOptions,
  ): Promise<Read<T>>;
  file(name: string, content: string | Uint8Array): Promise<string>;
  close(): Promise<void>;
};

export type Read<T> = Ran & { json: T };

/** An environment that holds nothing of whoever runs the tests. */
const cleanEnvironment = (root: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: join(root, 'home'),
  XDG_CONFIG_HOME: join(root, 'config'),
  XDG_DATA_HOME: join(root, 'xdg-data'),
  XDG_CACHE_HOME: join(root, 'cache'),
  XDG_STATE_HOME: join(root, 'state'),
  TMPDIR: join(root, 'tmp'),
  LANG: 'C.UTF-8',
  NO_COLOR: '1',
});

const startStemma = (
  house: Pick<House, 'data' | 'work' | 'env'>,
  line: readonly string[],
  options: RunOptions,
): Started => {
  // In front, since a line may end with `-- words`.
  const words = options.withoutData ? [...line] : ['--data', house.data, ...line];
  const [program, ...before] = [...(options.through ?? []), process.execPath, MAIN];
  const child = spawn(program!, [...before, ...words], {
    cwd: options.cwd ?? house.work,
    env: { ...house.env, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const heard = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      heard[name] += text;
    });
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const ended = new Promise<Ran>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(
        new Error(
          `stemma ${words.join(' ')} did not end within ${LIMIT_MS} ms\n${heard.stdout}${heard.stderr}`,
        ),
      );
    }, LIMIT_MS);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, ...heard });
    });
  });
  return { child, ended, stdout: () => heard.stdout, stderr: () => heard.stderr };
};

/** The one JSON document that stands on standard output, and nothing beside it. */
export const readJson = (ran: Ran): unknown => {
  try {
    return JSON.parse(ran.stdout);
  } catch {
    throw new Error(`no JSON document on stdout (exit ${ran.code}):\n${ran.stdout}\n${ran.stderr}`);
  }
};

/** Lines of NDJSON. */
export const readRecords = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);

/** Opens a house; `like` copies the data folder of another one. */
export const openHouse = async (like?: Pick<House, 'data'>): Promise<House> => {
  const root = await mkdtemp(join(tmpdir(), 'stemma-e2e-'));
  const env = cleanEnvironment(root);
  const house = { root, data: join(root, 'data'), work: join(root, 'work'), env };
  for (const folder of [house.work, env.HOME!, env.TMPDIR!]) await mkdir(folder, { recursive: true });
  if (like) await cp(like.data, house.data, { recursive: true });
  const start: House['start'] = (line, options = {}) => startStemma(house, line, options);
  return {
    ...house,
    start,
    run: (line, options) => start(line, options).ended,
    json: async (schema, line, options) => {
      const ran = await start(['--json', ...line], options).ended;
      const json = readJson(ran);
      try {
        return { ...ran, json: schema.parse(json) };
      } catch (cause) {
        throw new Error(
          `stemma ${line.join(' ')} (exit ${ran.code}) said\n${ran.stdout.slice(0, 2000)}\n${ran.stderr}`,
          { cause },
        );
      }
    },
    file: async (name, content) => {
      const path = join(house.work, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      return path;
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
};

/** A house whose library holds the sample papers. */
export const openSampleHouse = async (): Promise<House> => {
  const house = await openHouse();
  const ran = await house.run(['add', join(EXAMPLES, 'library')]);
  if (ran.code !== 0) throw new Error(`the sample library was not added: ${ran.stdout}${ran.stderr}`);
  return house;
};

/** Waits until something is so; throws when the command that should bring it about has ended before. */
export const until = async (isSo: () => boolean | Promise<boolean>, command?: Started): Promise<void> => {
  while (!(await isSo())) {
    const hasEnded = command && (command.child.exitCode !== null || command.child.signalCode !== null);
    if (hasEnded && !(await isSo()))
      throw new Error(`the command ended too early: ${command.stdout()}${command.stderr()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

/** Works through items, two at a time: as many as the machine has cores. */
export const eachOf = async <T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      await work(items[index]!, index);
    }
  };
  await Promise.all([lane(), lane()]);
};
