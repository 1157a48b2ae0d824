import type { Fault } from '@stemma/contract/faults';
import { nearestName } from '@stemma/contract/nearest';
import type { Locale } from '@stemma/contract/records';
import { type PhraseName, phrase, wordsOf } from '@stemma/contract/words/index';
import { Command, CommanderError, Option } from 'commander';
import { COMMANDS, type CommandFlag, type CommandRow, GLOBAL_FLAGS } from './commands.ts';
import type { GlobalFlags } from './open-session.ts';
import { VERSION } from './version.ts';

export type Invocation = {
  kind: 'command';
  row: CommandRow;
  words: string[];
  flags: Record<string, unknown>;
  globals: GlobalFlags;
};

/** What a line asks for: a command, a text to print (help, version), or a fault of usage. */
export type ParsedLine =
  | Invocation
  | { kind: 'text'; text: string; exit: 0 | 2 }
  | { kind: 'fault'; fault: Fault };

const NOT_A_COUNT = 'stemma.notACount';

const parseCount = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new CommanderError(2, NOT_A_COUNT, `'${text}'`);
  return Number(text);
};

const optionOf = (locale: Locale, { name, kind, choices }: CommandFlag): Option => {
  const option = new Option(kind === 'switch' ? name : `${name} <value>`, wordsOf(locale).flags[name]);
  if (choices) option.choices([...choices]);
  if (kind === 'count') option.argParser(parseCount);
  if (kind === 'many') {
    const check = option.parseArg;
    option.argParser((value: string, previous: string[] | undefined) => {
      check?.(value, undefined);
      return [...(previous ?? []), value];
    });
  }
  return option;
};

/** Titles of Commander's help, in our words. */
const TITLES: Readonly<Record<string, PhraseName>> = {
  'Usage:': 'helpUsage',
  'Arguments:': 'helpArguments',
  'Options:': 'flagsHeading',
  'Commands:': 'commandsHeading',
};

const speak = (command: Command, locale: Locale, print: (text: string) => void): Command =>
  command
    .exitOverride()
    .helpOption('-h, --help', wordsOf(locale).flags['--help'])
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut: print, writeErr: () => {}, outputError: () => {} })
    .configureHelp({
      styleTitle: (title) =>
        TITLES[title] ? `${phrase(locale, TITLES[title]).replace(/[:：]$/, '')}:` : title,
      optionDescription: ({ description, argChoices }) =>
        argChoices ? `${description} (${argChoices.join(' | ')})` : description,
    });

/** Commander's tree from the command table. */
const buildProgram = (
  locale: Locale,
  print: (text: string) => void,
  choose: (invocation: Invocation) => void,
): Command => {
  const { commands, flags } = wordsOf(locale);
  const shape = (command: Command): Command => {
    speak(command, locale, print);
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
    const command = shape(new Command(names.at(-1))).description(commands[row.name]);
    if (row.arguments) command.arguments(row.arguments);
    for (const flag of row.flags) command.addOption(optionOf(locale, flag));
    command.action((...given: unknown[]) => {
      const own = given.at(-1) as Command;
      const words = given
        .slice(0, -2)
        .flat()
        .filter((word): word is string => typeof word === 'string');
      choose({ kind: 'command', row, words, flags: own.opts(), globals: own.optsWithGlobals() });
    });
    parents.get(names.slice(0, -1).join(' '))!.addCommand(command);
    parents.set(row.name, command);
  }
  return program;
};

/** Reasons of Commander that are not about a name, in our words. */
const REASONS: Readonly<Record<string, PhraseName>> = {
  'commander.missingArgument': 'usageMissingArgument',
  'commander.optionMissingArgument': 'usageMissingValue',
  'commander.invalidArgument': 'usageBadValue',
  'commander.excessArguments': 'usageTooMany',
  [NOT_A_COUNT]: 'usageNotCount',
};

const ALL_FLAGS = [
  ...new Set([...GLOBAL_FLAGS, ...COMMANDS.flatMap((row) => row.flags)].map((flag) => flag.name)),
];

const TAKES_VALUE: ReadonlySet<string> = new Set(
  [...GLOBAL_FLAGS, ...COMMANDS.flatMap((row) => row.flags)]
    .filter(({ kind }) => kind !== 'switch')
    .map(({ name }) => name),
);

/** The words of a line that are neither flags nor their values. */
const plainWords = (line: readonly string[]): string[] =>
  line.filter((word, index) => !word.startsWith('-') && !TAKES_VALUE.has(line[index - 1] ?? ''));

/** The row whose words the line begins with, the longest first: `runs events` before `runs`. */
const rowOf = (words: readonly string[]): CommandRow | undefined =>
  COMMANDS.toSorted((a, b) => b.name.length - a.name.length).find((row) =>
    row.name.split(' ').every((name, index) => words[index] === name),
  );

const unknownCommand = (name: string, among: readonly string[]): Fault => ({
  code: 'unknown_command',
  params: { name, nearest: nearestName(name, among) },
});

const faultOf = (error: CommanderError, locale: Locale, line: readonly string[]): Fault => {
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  const words = plainWords(line);
  const row = rowOf(words);
  if (error.code === 'commander.unknownCommand')
    return unknownCommand(
      quoted,
      COMMANDS.map(({ name }) => name),
    );
  const below = COMMANDS.filter(({ name }) => row && name.startsWith(`${row.name} `)).map(({ name }) => name);
  if (error.code === 'commander.excessArguments' && row && below.length > 0) {
    return unknownCommand(words.slice(0, 2).join(' '), below);
  }
  if (error.code === 'commander.unknownOption') {
    const reason = phrase(locale, 'usageUnknownFlag', {
      flag: quoted,
      nearest: nearestName(quoted, ALL_FLAGS),
    });
    return { code: 'usage', params: { reason } };
  }
  const name = REASONS[error.code];
  return { code: 'usage', params: { reason: name ? phrase(locale, name, { what: quoted }) : error.message } };
};

/** Reads a line without doing anything of it. */
export const parseLine = (locale: Locale, line: readonly string[]): ParsedLine => {
  let printed = '';
  let chosen: Invocation | undefined;
  const program = buildProgram(
    locale,
    (text) => {
      printed += text;
    },
    (invocation) => {
      chosen = invocation;
    },
  );
  const fullHelp = (): string => {
    printed = '';
    program.outputHelp();
    return printed;
  };
  try {
    program.parse(['node', 'stemma', ...line]);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'text', text: printed, exit: 0 };
    if (error.code === 'commander.help') return { kind: 'text', text: fullHelp(), exit: 2 };
    return { kind: 'fault', fault: faultOf(error, locale, line) };
  }
  return chosen ?? { kind: 'text', text: fullHelp(), exit: 2 };
};
