import pairs from 'opencc-js/dict/TSCharacters';

let simplified: Map<string, string> | undefined;

const parsePairs = (): Map<string, string> => {
  const map = new Map<string, string>();
  for (const pair of pairs.split('|')) {
    const [traditional, first] = pair.split(' ');
    if (traditional && first && traditional !== first) map.set(traditional, first);
  }
  return map;
};

/**
 * One traditional character as simplified (OpenCC's TSCharacters, Apache-2.0); where OpenCC lists several
 * the first counts, so that the result is always one character. The 29 KB string is parsed at the first
 * Han character met, so that English text does not pay.
 */
export const toSimplified = (character: string): string => {
  simplified ??= parsePairs();
  return simplified.get(character) ?? character;
};
