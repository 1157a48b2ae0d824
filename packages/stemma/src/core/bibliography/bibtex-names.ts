import type { Author } from '@stemma/contract/records';
import { matchBraces } from './braces.ts';
import { decodeTex } from './decode-tex.ts';
import { escapeTex } from './escape-tex.ts';
import { splitSuffix, toPerson, toWholeName } from './person-name.ts';

/** Cuts at a pattern outside braces; the pattern is sticky. */
const splitOutside = (text: string, pattern: RegExp): string[] => {
  const braces = matchBraces(text);
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found) {
      parts.push(text.slice(from, at));
      at += found.length;
      from = at;
    } else if (text[at] === '\\') at += text[at + 1] === '{' ? 1 : 2;
    else at = (text[at] === '{' ? (braces.get(at) ?? at) : at) + 1;
  }
  return [...parts, text.slice(from)];
};

const AND = /(?<=\s)and(?=\s)/iy;
const COMMA = /,/y;
const BLANK = /[\s~]+/y;

const isWholeInBraces = (name: string): boolean =>
  name.startsWith('{') && !name.startsWith('{\\') && matchBraces(name).get(0) === name.length - 1;

/** A particle begins with a small letter, which braces hide. */
const isParticle = (word: string): boolean => !/^\{[^\\]/.test(word) && /^\p{Ll}/u.test(decodeTex(word));

/** `First von Last`. */
const parseInOrder = (name: string): Author | undefined => {
  const words = splitOutside(name, BLANK).filter((word) => word !== '');
  if (words.length < 2) return toWholeName(decodeTex(name));
  const whole = decodeTex(name);
  const chinese = toWholeName(whole);
  if (chinese.given !== undefined) return chinese;
  const particle = words.findIndex((word, index) => index < words.length - 1 && isParticle(word));
  const cut = particle < 0 ? words.length - 1 : particle;
  const read = (part: string[]): string => decodeTex(part.join(' '));
  return toPerson(read(words.slice(cut)), read(words.slice(0, cut)));
};

const parseName = (name: string): Author | undefined => {
  if (isWholeInBraces(name)) {
    const family = decodeTex(name);
    return family === '' ? undefined : { family };
  }
  const parts = splitOutside(name, COMMA).map(decodeTex);
  if (parts.length === 1) return decodeTex(name) === '' ? undefined : parseInOrder(name);
  const [family = '', second = '', third] = parts;
  if (third === undefined) return toPerson(family, second);
  return toPerson(family, third, second);
};

export type BibtexNames = { readonly authors: Author[]; readonly hasOthers: boolean };

/** Names joined by `and`: `First von Last`, `von Last, First`, `von Last, Jr, First`, `{Some Institution}`. */
export const parseBibtexNames = (text: string): BibtexNames => {
  const names = splitOutside(text.replace(/\s+/g, ' '), AND)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const others = names.filter((name) => name === 'others');
  const people = names.filter((name) => name !== 'others').map(parseName);
  return { authors: people.filter((name) => name !== undefined), hasOthers: others.length > 0 };
};

const needsBraces = (part: string): boolean => /,|(?:^|\s)and(?:\s|$)/i.test(part);
const guard = (part: string): string => (needsBraces(part) ? `{${escapeTex(part)}}` : escapeTex(part));

const writeName = ({ family, given }: Author): string => {
  if (given === undefined || given === '') {
    const isOneWord = /^\p{Lu}[^\s,~]*$/u.test(family);
    return isOneWord ? escapeTex(family) : `{${escapeTex(family)}}`;
  }
  const { first, suffix } = splitSuffix(given);
  if (suffix === '' || first === '') return `${guard(family)}, ${guard(given)}`;
  return `${guard(family)}, ${guard(suffix)}, ${guard(first)}`;
};

export const writeBibtexNames = (authors: readonly Author[]): string => authors.map(writeName).join(' and ');
