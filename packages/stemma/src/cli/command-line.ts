import { Command, CommanderError, Option } from 'commander';
import type { Locale } from '@stemma/contract/records';
import { phrase, wordsOf } from '@stemma/contract/words/index';
import { systemLocale } from '../config/load-settings.ts';
import { isStemmaError } from '../errors/stemma-error.ts';
import { COMMANDS, type CommandFlag, type CommandRow } from './commands.ts';
import { EXIT } from './exit.ts';
import { createOutput } from './output.ts';
import { type GlobalFlags, openSession } from './open-session.ts';
import { reportFailure } from './report-failure.ts';
import { tellOfLeftBehind } from './left-behind.ts';
import { VERSION } from './version.ts';

const parseCount = (text: string): number => {
  const count = Number(text);
  if (!/^\d{1,9}$/.test(text)) throw new CommanderError(EXIT.usage, 'stemma.count', `error: ${text} is not a whole number`);
  return count;
};

const optionOf = (locale: Locale, { name, kind, choices }: CommandFlag): Option => {
  const words = wordsOf(locale).flags[name];
  const option = new Option(kind === 'switch' ? name : `${name} <value>`, words);
  if (choices) option.choices([...choices]);
  if (kind === 'count') option.argParser(parseCount);
  if (kind === 'many') {
    const check = option.parseArg;
    option.argParser((value: string, previous: string[] | undefined) => {
      if (check) check(value, undefined);
      return [...(previous ?? []), value];
    });
  }
  return option;
};

const GLOBAL_FLAGS: readonly CommandFlag[] = [
  { name: '--data', kind: 'text' },
  { name: '--json', kind: 'switch' },
  { name: '--progress', kind: 'text', choices: ['auto', 'bar', 'json', 'none'] },
  { name: '--quiet', kind: 'switch' },
  { name: '--no-color', kind: 'switch' },
  { name: '--language', kind: 'text', choices: ['auto', 'en', 'zh'] },
];

type Invocation = { row: CommandRow; words: string[]; flags: Record<string, unknown>; globals: GlobalFlags };

/** Commander's tree from the command table; what is chosen is handed to `chosen` and run by us. */
const buildProgram = (locale: Locale, chosen: (invocation: Invocation) => void): Command => {
  const { commands, flags } = wordsOf(locale);
  const shape = (command: Command): Command => {
    command.exitOverride().showSuggestionAfterError(true).helpOption('-h, --help', flags['--help']).helpCommand(false);
    for (const flag of GLOBAL_FLAGS) command.addOption(optionOf(locale, flag));
    return command;
  };
  const program = shape(new Command('stemma'));
  program.description(phrase(locale, 'about')).version(VERSION, '-V, --version', flags['--version']);
  program.helpCommand('help [command]', commands.help);
  program.addHelpText('after', `\n${phrase(locale, 'exitCodes')}`);
  const parents = new Map<string, Command>([['', program]]);
  for (const row of COMMANDS) {
    const names = row.name.split(' ');
    const parent = parents.get(names.slice(0, -1).join(' '))!;
    const command = shape(new Command(names.at(-1))).description(commands[row.name]);
    if (row.arguments) command.arguments(row.arguments);
    for (const flag of row.flags) command.addOption(optionOf(locale, flag));
    command.action((...given: unknown[]) => {
      const own = given.at(-1) as Command;
      const words = given.slice(0, -2).flat().filter((word): word is string => typeof word === 'string');
      chosen({ row, words, flags: own.opts(), globals: own.optsWithGlobals() });
    });
    parent.addCommand(command);
    parents.set(row.name, command);
  }
  return program;
};

/** Reads the line; the invocation, or an exit code when it was help, the version or a wrong line. */
const parseLine = (locale: Locale, line: readonly string[]): Invocation | number => {
  let invocation: Invocation | undefined;
  const program = buildProgram(locale, (chosen) => {
    invocation = chosen;
  });
  try {
    program.parse(['node', 'stemma', ...line]);
    if (invocation) return invocation;
    program.outputHelp();
    return EXIT.usage;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'stemma.count') process.stderr.write(`${error.message}\n`);
    return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
};

/** A reader that went away (`| head`) ends the command quietly. */
const ignoreClosedPipe = (): void => {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(EXIT.done);
    });
};

/** One invocation of the command line, from its words to its exit code. */
export const runCommandLine = async (line: readonly string[]): Promise<number> => {
  ignoreClosedPipe();
  const early = systemLocale();
  const invocation = parseLine(early, line.length === 0 ? ['--help'] : line);
  if (typeof invocation === 'number') return invocation;
  const { row, words, flags, globals } = invocation;
  const fallback = createOutput({ stdout: process.stdout, stderr: process.stderr, quiet: false, color: false });
  const opened = await openSession(globals).catch((error: unknown) => error);
  if (isStemmaError(opened) || !(typeof opened === 'object' && opened !== null && 'session' in opened))
    return reportFailure({ output: fallback, locale: early, asJson: globals.json === true }, opened);
  const { session, close } = opened as Awaited<ReturnType<typeof openSession>>;
  try {
    const command = await row.load();
    const exit = await command(session, words, flags as never);
    if (row.tellsOfLeftBehind) await tellOfLeftBehind(session);
    return session.signal.aborted ? EXIT.interrupted : exit;
  } catch (error) {
    return session.signal.aborted ? EXIT.interrupted : reportFailure(session, error);
  } finally {
    await close();
  }
};
