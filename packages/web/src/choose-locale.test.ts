import { expect, it } from 'vitest';
import { chooseLocale } from './choose-locale.ts';

it.each([
  [null, ['zh-TW', 'en'], 'zh'],
  [null, ['fr-CH', 'en-GB'], 'en'],
  [null, ['fr'], 'en'],
  ['zh', ['en-US'], 'zh'],
  ['xx', ['ZH-hans'], 'zh'],
  [null, [], 'en'],
] as const)('chosen %j of %j is %s', (chosen, languages, locale) => {
  expect(chooseLocale(chosen, languages)).toBe(locale);
});
