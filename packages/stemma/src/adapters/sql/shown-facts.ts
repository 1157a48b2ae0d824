import type { Author, FactOrigin, Facts } from '@stemma/contract/records';
import { FACT_ORIGINS } from '@stemma/contract/records';

export type ShownFacts = {
  title: string;
  authors: Author[];
  year: number | null;
  doi: string | null;
  arxivId: string | null;
  arxivVersion: number | null;
};

type Fact = { value: unknown; origin: FactOrigin } | undefined;

/** The value of the most trusted origin; among equals the one of the latest file. `oldestFirst` orders files. */
const best = <K extends keyof Facts>(
  oldestFirst: readonly Facts[],
  name: K,
): NonNullable<Facts[K]>['value'] | undefined => {
  let chosen: Fact;
  for (const facts of oldestFirst) {
    const fact: Fact = facts[name];
    if (!fact) continue;
    if (!chosen || FACT_ORIGINS.indexOf(fact.origin) <= FACT_ORIGINS.indexOf(chosen.origin)) chosen = fact;
  }
  return chosen?.value as NonNullable<Facts[K]>['value'] | undefined;
};

/** What a source shows, out of the facts of all its files. */
export const shownFacts = (oldestFirst: readonly Facts[]): ShownFacts => ({
  title: best(oldestFirst, 'title') ?? '',
  authors: best(oldestFirst, 'authors') ?? [],
  year: best(oldestFirst, 'year') ?? null,
  doi: best(oldestFirst, 'doi') ?? null,
  arxivId: best(oldestFirst, 'arxivId') ?? null,
  arxivVersion: best(oldestFirst, 'arxivVersion') ?? null,
});
