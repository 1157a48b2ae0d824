import { phrase } from '@stemma/contract/words/index';
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
