import type { Locale } from '@stemma/contract/records';

const HAN = /\p{Script=Han}/gu;
const LATIN_WORD = /\p{Script=Latin}{2,}/gu;

/**
 * Language of a question. A Latin word counts as much as two Han characters, so that a Chinese question
 * full of English terms is still Chinese and an English one that names a Chinese word is English.
 */
export const questionLanguage = (question: string): Locale => {
  const han = question.match(HAN)?.length ?? 0;
  const latin = question.match(LATIN_WORD)?.length ?? 0;
  return han > 0 && han >= 2 * latin ? 'zh' : 'en';
};
