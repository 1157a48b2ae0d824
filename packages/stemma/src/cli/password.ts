import { readFile } from 'node:fs/promises';
import { phrase } from '@stemma/contract/words/index';
import { StemmaError } from '../errors/stemma-error.ts';
import type { Session } from './session.ts';

const readLine = async (): Promise<string> => {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: process.stdin, terminal: false });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return '';
};

const askHidden = async (prompt: string): Promise<string> => {
  process.stderr.write(prompt);
  process.stdin.setRawMode(true);
  let typed = '';
  try {
    for await (const bytes of process.stdin) {
      for (const character of String(bytes)) {
        if (character === '\r' || character === '\n') return typed;
        if (character === '\x03') return '';
        typed = character === '\x7f' ? typed.slice(0, -1) : typed + character;
      }
    }
    return typed;
  } finally {
    process.stdin.setRawMode(false);
    process.stdin.pause();
    process.stderr.write('\n');
  }
};

/** Asks without echo on a terminal, else takes the first line of standard input. Kept in memory only. */
export const readPassword = (session: Session): Promise<string> =>
  process.stdin.isTTY ? askHidden(phrase(session.locale, 'askPassword', { path: 'PDF' })) : readLine();

/** More lines than anybody has passwords: another file was named by mistake. */
const MOST_PASSWORDS = 100;

/** Passwords of a file, one a line; empty lines count for none. Kept in memory only. */
export const readPasswordFile = async (path: string): Promise<string[]> => {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new StemmaError(
      cause.code === 'ENOENT' ? 'file_not_found' : 'file_unreadable',
      { path },
      { cause },
    );
  });
  const passwords = text
    .replace(/^\uFEFF/u, '')
    .split(/\r?\n/u)
    .filter((line) => line !== '');
  if (passwords.length === 0) throw new StemmaError('file_empty', { path });
  return passwords.slice(0, MOST_PASSWORDS);
};
