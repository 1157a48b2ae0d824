import type { Facts, FileStanding } from '@stemma/contract/records';
import { FACT_ORIGINS } from '@stemma/contract/records';
import type { FactEdit } from '../../ports/source-store.ts';

type FactName = keyof Facts;
type Fact = NonNullable<Facts[FactName]>;

const NAMES: readonly FactName[] = [
  'title',
  'authors',
  'year',
  'venue',
  'doi',
  'arxivId',
  'arxivVersion',
  'language',
];

const rank = (fact: Fact): number => FACT_ORIGINS.indexOf(fact.origin);

/** Each fact of the most trusted origin; among equals the one of the latest file. */
const best = (oldestFirst: readonly Facts[]): Facts => {
  const chosen: Partial<Record<FactName, Fact>> = {};
  for (const facts of oldestFirst)
    for (const name of NAMES) {
      const fact = facts[name];
      const before = chosen[name];
      if (fact && (!before || rank(fact) <= rank(before))) chosen[name] = fact;
    }
  return chosen as Facts;
};

/** What is in force of a person's changes. */
const edited = (edits: readonly FactEdit[]): Facts => {
  const facts: Partial<Record<FactName, Fact>> = {};
  for (const { field, value } of edits) {
    if (value === null) delete facts[field];
    else facts[field] = { value, origin: 'user' } as Fact;
  }
  return facts as Facts;
};

/** A version belongs to the arXiv id it stands with. */
const withoutVersion = ({ arxivVersion: _, ...facts }: Facts): Facts => facts;

export type FactsOfFile = { facts: Facts; standing: FileStanding };

/**
 * What a source shows, out of the facts of all its files, oldest first, and the person's changes, which
 * overrule them. Older versions fill only what no current file says; replaced entries say nothing.
 */
export const combineFacts = (files: readonly FactsOfFile[], edits: readonly FactEdit[] = []): Facts => {
  const of = (isWanted: (standing: FileStanding) => boolean): Facts =>
    best(files.filter((file) => isWanted(file.standing)).map((file) => file.facts));
  const current = of((standing) => standing === 'current' || standing === 'beside');
  const older = of((standing) => standing === 'older');
  const user = edited(edits);
  const read = { ...(current.arxivId ? withoutVersion(older) : older), ...current };
  const isOtherId = user.arxivId !== undefined && user.arxivId.value !== read.arxivId?.value;
  return { ...(isOtherId ? withoutVersion(read) : read), ...user };
};
