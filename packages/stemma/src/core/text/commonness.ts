import { stem } from './analyse.ts';
import { type Commonness, chineseWords, englishWords } from './common-words.ts';
import { ENGLISH_STOP_WORDS } from './stop-words.ts';

let tiers: Map<string, Commonness> | undefined;

const buildTiers = (): Map<string, Commonness> => {
  const map = new Map<string, Commonness>();
  for (const word of englishWords('academic')) map.set(stem(word), 'academic');
  for (const word of englishWords('everyday')) map.set(stem(word), 'everyday');
  for (const word of ENGLISH_STOP_WORDS) map.set(stem(word), 'everyday');
  for (const word of chineseWords()) map.set(word, 'everyday');
  return map;
};

/** How common an analysed term is in academic writing of any field; `topic` when nothing is known. */
export const commonness = (term: string): Commonness => {
  tiers ??= buildTiers();
  return tiers.get(term) ?? 'topic';
};

let spellings: Set<string> | undefined;

/** Whether a folded English word, as spelled, is in the lists: a common word rather than half of one. */
export const isCommonWord = (word: string): boolean => {
  spellings ??= new Set([...englishWords('everyday'), ...englishWords('academic'), ...ENGLISH_STOP_WORDS]);
  return spellings.has(word);
};
