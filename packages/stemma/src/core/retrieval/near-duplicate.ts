import { indexTokens } from '../text/analyse.ts';

/** Share of the shorter text's pairs of neighbouring tokens that the other must hold. */
const SAME_SHARE = 0.85;

/** Pairs of neighbouring tokens: word order counts, so that two tables of the same words differ. */
const pairs = (text: string): Set<string> => {
  const tokens = indexTokens(text);
  const set = new Set<string>();
  for (let i = 0; i + 1 < tokens.length; i += 1) set.add(`${tokens[i]} ${tokens[i + 1]}`);
  if (tokens.length === 1) set.add(tokens[0]!);
  return set;
};

/** Remembers texts and tells whether a new one says the same as one before. */
export const createDuplicateFilter = (): { isNew(text: string): boolean } => {
  const kept: Set<string>[] = [];
  return {
    isNew: (text) => {
      const next = pairs(text);
      const isKnown = kept.some((known) => {
        const smaller = Math.min(known.size, next.size);
        if (smaller === 0) return known.size === next.size;
        let shared = 0;
        for (const pair of next) if (known.has(pair)) shared += 1;
        return shared / smaller >= SAME_SHARE;
      });
      if (!isKnown) kept.push(next);
      return !isKnown;
    },
  };
};
