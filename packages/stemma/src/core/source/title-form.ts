import { CharacterClass, characterClass } from '../text/characters.ts';
import { foldText } from '../text/fold.ts';

const SYMBOL = /[\p{L}\p{M}\p{N}]/u;

/**
 * Normal form of a title for identity: folded, letters and digits of any script, words separated by one
 * space. '' for a title without any, and '' never matches.
 */
export const titleForm = (title: string): string => {
  let form = '';
  let isGap = false;
  for (const character of foldText(title.replace(/\$[^$]*\$|\\[a-zA-Z]+|[{}]/gu, ' '))) {
    if (!SYMBOL.test(character)) {
      isGap = form !== '';
      continue;
    }
    form += isGap ? ` ${character}` : character;
    isGap = false;
  }
  return form;
};

/** Words of a title form; a Han character counts as half a word, so that `阻尼振子的衰减` has four. */
export const titleWords = (form: string): number => {
  let halves = 0;
  let isInWord = false;
  for (const character of form) {
    const isIdeograph = characterClass(character.codePointAt(0)!) === CharacterClass.ideograph;
    if (isIdeograph) halves += 1;
    else if (character !== ' ' && !isInWord) halves += 2;
    isInWord = character !== ' ' && !isIdeograph;
  }
  return Math.ceil(halves / 2);
};
