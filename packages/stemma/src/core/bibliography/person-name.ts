import type { Author } from '@stemma/contract/records';
import { splitHanName } from '../source/surnames.ts';

const HAN = /\p{Script=Han}/u;

export const isHan = (text: string): boolean => HAN.test(text);

/**
 * A person of a family name and the rest. A suffix stands behind a comma in `given` (`Martin Luther, Jr.`), as
 * citeproc reads it; particles belong to the family name (`van der Berg`).
 */
export const toPerson = (family: string, given: string, suffix = ''): Author | undefined => {
  const rest = [given, suffix].filter((part) => part !== '').join(', ');
  if (family === '') return rest === '' ? undefined : { family: rest };
  return rest === '' ? { family } : { family, given: rest };
};

/** A name in one piece: a Chinese one is cut behind the family name, any other stays whole. */
export const toWholeName = (name: string): Author => {
  const [family = '', given = '', ...more] = name.split(' ');
  if (isHan(name) && given !== '' && more.length === 0 && [...family].length <= 2) return { family, given };
  return splitHanName(name) ?? { family: name };
};

/** The parts of a given name: what comes first, and a suffix behind the last comma. */
export const splitSuffix = (given: string): { first: string; suffix: string } => {
  const comma = given.lastIndexOf(', ');
  return comma < 0
    ? { first: given, suffix: '' }
    : { first: given.slice(0, comma), suffix: given.slice(comma + 2) };
};

/** Family name before given name with a comma between them, as RIS writes people. */
export const parseInvertedName = (name: string): Author | undefined => {
  const parts = name.split(',').map((part) => part.trim());
  const [family = '', given = '', ...suffix] = parts;
  if (parts.length === 1) return family === '' ? undefined : toWholeName(family);
  return toPerson(family, given, suffix.filter((part) => part !== '').join(', '));
};
