import type { Locale } from '@stemma/contract/records';

/**
 * The language a person reads in: what they chose before, else the first language of their browser that
 * Stemma speaks, else English. `languages` is `navigator.languages`, best first.
 */
export const chooseLocale = (chosen: string | null, languages: readonly string[]): Locale => {
  for (const language of [chosen ?? '', ...languages]) {
    const primary = language.toLowerCase().split('-')[0];
    if (primary === 'zh' || primary === 'en') return primary;
  }
  return 'en';
};
