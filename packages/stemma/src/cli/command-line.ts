import type { Locale } from '@stemma/contract/records';
import { systemLocale } from '../config/load-settings.ts';
import { isStemmaError } from '../errors/stemma-error.ts';
import { EXIT } from './exit.ts';
import { tellOfLeftBehind } from './left-behind.ts';
import { openSession } from './open-session.ts';
import { createOutput } from './output.ts';
import { type Invocation, parseLine } from './parse-line.ts';
import { reportFailure, reportFault } from './report-failure.ts';

/** A reader that went away (`| head`) ends the command quietly. */
const ignoreClosedPipe = (): void => {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(EXIT.done);
    });
};

/** The language before settings are read: what the line itself asks for, else what the system does. */
const earlyLocale = (line: readonly string[]): Locale => {
  const at = line.indexOf('--language');
  const asked = at >= 0 ? line[at + 1] : line.find((word) => word.startsWith('--language='))?.slice(11);
  return asked === 'en' || asked === 'zh' ? asked : systemLocale();
};

const perform = async (
  { row, words, flags, globals }: Invocation,
  early: { locale: Locale; asJson: boolean },
): Promise<number> => {
  const plain = createOutput({ stdout: process.stdout, stderr: process.stderr, quiet: false, color: false });
  let opened: Awaited<ReturnType<typeof openSession>>;
  try {
    opened = await openSession(globals, { keepGoing: row.bearsBadSettings === true });
  } catch (error) {
    return reportFailure({ output: plain, ...early }, error);
  }
  const { session, close } = opened;
  try {
    const command = await row.load();
    const exit = await command(session, words, flags as never);
    if (row.tellsOfLeftBehind) await tellOfLeftBehind(session);
    return session.signal.aborted ? EXIT.interrupted : exit;
  } catch (error) {
    if (session.signal.aborted && !isStemmaError(error)) return EXIT.interrupted;
    return reportFailure(session, error);
  } finally {
    await close();
  }
};

/** One invocation of the command line, from its words to its exit code. */
export const runCommandLine = async (line: readonly string[]): Promise<number> => {
  ignoreClosedPipe();
  const locale = earlyLocale(line);
  const early = { locale, asJson: line.includes('--json') };
  const parsed = parseLine(locale, line);
  if (parsed.kind === 'command') return perform(parsed, early);
  const output = createOutput({ stdout: process.stdout, stderr: process.stderr, quiet: false, color: false });
  if (parsed.kind === 'fault') return reportFault({ output, ...early }, parsed.fault);
  process.stdout.write(parsed.text);
  return parsed.exit;
};
