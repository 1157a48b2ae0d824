import type { Locale } from '@stemma/contract/records';
import type { Settings } from '@stemma/contract/settings';
import type { ActionContext } from '../actions/action.ts';
import type { Stemma } from '../compose.ts';
import type { LoadedSettings } from '../config/load-settings.ts';
import type { Output } from './output.ts';

/** One invocation: settings, words, output, and the opened product once a command needs it. */
export type Session = {
  readonly output: Output;
  readonly locale: Locale;
  readonly loaded: LoadedSettings;
  readonly settings: Settings;
  readonly asJson: boolean;
  readonly progress: 'bar' | 'lines' | 'json' | 'none';
  /** Aborted by the second Ctrl-C, by SIGTERM and SIGHUP. */
  readonly signal: AbortSignal;
  /** What the first Ctrl-C does; leaving at once when unset. */
  onInterrupt(action: (() => void) | undefined): void;
  /** Opens the data folder on first use; closed when the command ends. */
  open(): Promise<Stemma>;
  context(): Promise<ActionContext>;
};
