import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A world outside the database, in files, that remembers how often each effect reached it. `external`
 * knows its tokens, as a batch system knows its jobs; `idempotent` refuses a token it has seen.
 */
export type OutsideWorld = {
  addOnce(token: string): void;
  startJob(token: string): void;
  findJob(token: string): boolean;
  callModel(token: string): void;
  sendLetter(token: string): void;
};

const LOGS = { job: 'jobs.log', model: 'model.log', letter: 'letters.log' } as const;

const linesOf = (folder: string, name: string): string[] => {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
};

export const createOutsideWorld = (folder: string): OutsideWorld => ({
  addOnce: (token) => {
    const path = join(folder, `once-${token.replaceAll('/', '_')}`);
    if (!existsSync(path)) writeFileSync(path, token, { flag: 'wx' });
  },
  startJob: (token) => appendFileSync(join(folder, LOGS.job), `${token}\n`),
  findJob: (token) => linesOf(folder, LOGS.job).includes(token),
  callModel: (token) => appendFileSync(join(folder, LOGS.model), `${token}\n`),
  sendLetter: (token) => appendFileSync(join(folder, LOGS.letter), `${token}\n`),
});

/** How often each effect reached the world. */
export const readOutsideWorld = (
  folder: string,
): { jobs: string[]; models: string[]; letters: string[] } => ({
  jobs: linesOf(folder, LOGS.job),
  models: linesOf(folder, LOGS.model),
  letters: linesOf(folder, LOGS.letter),
});
