import { StemmaError } from '../../errors/stemma-error.ts';
import { COMMANDS, GLOBAL_FLAGS } from '../commands.ts';
import { EXIT } from '../exit.ts';
import type { Session } from '../session.ts';

const topLevel = (): string[] => [...new Set(COMMANDS.map((row) => row.name.split(' ')[0]!))];

/** Words that may follow a command: its subcommands and flags. */
const wordsAfter = (command: string): string[] => {
  const rows = COMMANDS.filter((row) => row.name.split(' ')[0] === command);
  const subcommands = rows.flatMap((row) => row.name.split(' ').slice(1));
  return [
    ...new Set([
      ...subcommands,
      ...rows.flatMap((row) => row.flags.map((flag) => flag.name)),
      ...GLOBAL_FLAGS.map((flag) => flag.name),
    ]),
  ];
};

const bash = (): string =>
  [
    '_stemma() {',
    `  local current="$2" command="\${COMP_WORDS[1]}"`,
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    COMPREPLY=($(compgen -W "${topLevel().join(' ')}" -- "$current")); return`,
    '  fi',
    '  case "$command" in',
    ...topLevel().map(
      (name) => `    ${name}) COMPREPLY=($(compgen -f -W "${wordsAfter(name).join(' ')}" -- "$current")) ;;`,
    ),
    '  esac',
    '}',
    'complete -o filenames -F _stemma stemma',
  ].join('\n');

const zsh = (): string => ['autoload -U +X bashcompinit && bashcompinit', bash()].join('\n');

const fishWord = (command: string, word: string): string =>
  word.startsWith('--')
    ? `complete -c stemma -n '__fish_seen_subcommand_from ${command}' -l ${word.slice(2)}`
    : `complete -c stemma -n '__fish_seen_subcommand_from ${command}' -a ${word}`;

const fish = (): string =>
  topLevel()
    .flatMap((name) => [
      `complete -c stemma -n __fish_use_subcommand -a ${name}`,
      ...wordsAfter(name).map((word) => fishWord(name, word)),
    ])
    .join('\n');

const SCRIPTS: Readonly<Record<string, () => string>> = { bash, zsh, fish };

export const completion = async (session: Session, shell: string): Promise<number> => {
  const script = SCRIPTS[shell];
  if (!script)
    throw new StemmaError('invalid_input', { field: 'shell', reason: Object.keys(SCRIPTS).join(' | ') });
  session.output.text(script());
  return EXIT.done;
};
