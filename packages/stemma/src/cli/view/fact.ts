import type { Author, Facts } from '@stemma/contract/records';
import { plainText } from '@stemma/contract/words/index';
import { authorName } from './source.ts';

export type FactValue = NonNullable<Facts[keyof Facts]>['value'] | null | undefined;

/** A fact as people read it; `none` where there is none. */
export const factText = (value: FactValue, none: string): string => {
  if (value === null || value === undefined) return none;
  if (Array.isArray(value)) return value.map((author: Author) => authorName(author)).join('; ');
  return plainText(String(value));
};
