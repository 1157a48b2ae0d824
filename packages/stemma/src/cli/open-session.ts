import type { SettingName } from '@stemma/contract/settings';
import type { Stemma } from '../compose.ts';
import { type LoadedSettings, loadSettings } from '../config/load-settings.ts';
import { createOutput } from './output.ts';
import type { Session } from './session.ts';

export type GlobalFlags = {
  data?: string;
  json?: boolean;
  progress?: string;
  quiet?: boolean;
  color?: boolean;
  language?: string;
  topK?: number;
};

const settingFlags = (globals: GlobalFlags): Partial<Record<SettingName, string>> => ({
  ...(globals.data !== undefined && { data: globals.data }),
  ...(globals.progress !== undefined && { progress: globals.progress }),
  ...(globals.language !== undefined && { language: globals.language }),
  ...(globals.color === false && { color: 'never' }),
});

const progressOf = (loaded: LoadedSettings, globals: GlobalFlags): Session['progress'] => {
  const { progress } = loaded.settings;
  if (progress === 'json') return 'json';
  if (globals.quiet || progress === 'none') return 'none';
  if (progress === 'bar') return 'bar';
  return process.stderr.isTTY ? 'bar' : 'lines';
};

type Interrupts = { signal: AbortSignal; onInterrupt(action: (() => void) | undefined): void; stop(): void };

/** The first Ctrl-C does what the command asked for, the second leaves; SIGTERM and SIGHUP leave at once. */
const watchInterrupts = (): Interrupts => {
  const left = new AbortController();
  let first: (() => void) | undefined;
  const leave = (): void => left.abort();
  const interrupt = (): void => {
    const action = first;
    first = undefined;
    if (action) action();
    else leave();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', leave);
  process.on('SIGHUP', leave);
  return {
    signal: left.signal,
    onInterrupt: (action) => {
      first = action;
    },
    stop: () => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', leave);
      process.off('SIGHUP', leave);
    },
  };
};

/** Reads the settings and prepares output; the data folder is opened only when a command needs it. */
export const openSession = async (
  globals: GlobalFlags,
  { keepGoing = false }: { keepGoing?: boolean } = {},
): Promise<{ session: Session; close(): Promise<void> }> => {
  const loaded = await loadSettings({ flags: settingFlags(globals), keepGoing });
  const { settings } = loaded;
  const color = settings.color === 'always' || (settings.color === 'auto' && process.stdout.isTTY === true);
  const output = createOutput({
    stdout: process.stdout,
    stderr: process.stderr,
    quiet: globals.quiet === true,
    color,
  });
  const interrupts = watchInterrupts();
  let opened: Promise<Stemma> | undefined;
  const open = (): Promise<Stemma> => {
    opened ??= import('../compose.ts').then(({ openStemma }) => openStemma(settings));
    return opened;
  };
  const session: Session = {
    output,
    locale: loaded.locale,
    loaded,
    settings,
    asJson: globals.json === true,
    progress: progressOf(loaded, globals),
    signal: interrupts.signal,
    onInterrupt: interrupts.onInterrupt,
    open,
    context: async () => (await open()).context,
  };
  const close = async (): Promise<void> => {
    interrupts.stop();
    if (opened) await (await opened.catch(() => undefined))?.close();
  };
  return { session, close };
};
