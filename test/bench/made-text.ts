/** Deterministic text for measuring: the same seed gives the same words (mulberry32). */
export const createWords = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu an el in or um'.split(' ');

/** A vocabulary of `size` words, short ones first. */
export const vocabulary = (size: number): string[] =>
  Array.from({ length: size }, (_, index) => {
    let rest = index;
    let word = '';
    do {
      word += SYLLABLES[rest % SYLLABLES.length]!;
      rest = Math.floor(rest / SYLLABLES.length);
    } while (rest > 0);
    return word.length < 4 ? `${word}st` : word;
  });

/** Words with frequencies that fall as in natural text (Zipf): rank r is drawn about as often as 1/r. */
export const createSentences = (seed: number, words: readonly string[]): ((length: number) => string) => {
  const next = createWords(seed);
  const draw = (): string => words[Math.floor(words.length ** next()) - 1] ?? words[0]!;
  return (length) => {
    const drawn = Array.from({ length }, draw).join(' ');
    return `${drawn[0]!.toUpperCase()}${drawn.slice(1)}.`;
  };
};
