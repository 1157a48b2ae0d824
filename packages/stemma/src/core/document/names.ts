import type { Author } from '@stemma/contract/records';
import { familyLength } from '../source/surnames.ts';

const NOT_A_NAME =
  /\b(?:universit|universidad|institut|department|dept|school|college|laborator|lab\b|center|centre|faculty|academy|research|inc\b|ltd|corp(?:oration)?|company|hill|usa|germany|france|china|canada|italy|japan|netherlands|switzerland|gmbh|group|division|national|science|sciences|technology|engineering|street|avenue|road|email|e-mail|member|fellow|student|senior|draft|abstract|version|preprint|submitted|received|conference|journal|proceedings|press|systems|networks|learning|theory|analysis|method|from|with|using|for|the|of)\b/iu;
const NAME_WORD =
  /^(?:\p{Lu}[\p{L}\p{M}'’.-]*|(?:van|von|der|den|de|da|di|del|della|dos|du|la|le|bin|al|ten|ter|zu|y)\.?)$/u;
const PARTICLE = /^(?:van|von|der|den|de|da|di|del|della|dos|du|la|le|bin|al|ten|ter|zu)$/iu;
const MARKS = /[\d⁰¹²³⁴-⁹⁺*∗†‡§¶#♯⋆✉$+‖◦]+(?:,\s*[\d⁰¹²³⁴-⁹⁺*∗†‡§¶#$+‖◦]+)*/gu;
/** Grades and degrees behind a name. */
const GRADES =
  /,?\s*\b(?:(?:graduate\s+)?(?:senior|student|life|associate)\s+)?(?:member|fellow),?\s*(?:IEEE|ACM|OSA|SIAM)\b|,\s*(?:IEEE|ACM|OSA|Ph\.?\s?D\b\.?|M\.?\s?D\b\.?|M\.?Sc\b\.?)(?=\s*(?:[,;&]|and\b|$))/giu;
const HAN_NAME = /^[\u4e00-\u9fff·]{2,4}$/u;

/** Names of people in a line as printed under a title or as given in metadata; empty unless all are names. */
export const parseNames = (text: string): Author[] => {
  const plain = text
    .replace(GRADES, ' , ')
    .replace(MARKS, ' , ')
    .replace(/\bby\b|作者[:：]/giu, ' ')
    .replace(/[\s\u3000]+/gu, ' ');
  const parts = plain
    .split(/\s*(?:[,;，；、&]|\band\b|\bund\b|\bet\b|和)\s*/iu)
    .map((part) => part.replace(/^[\s.]+|[\s,]+$/gu, ''))
    .filter((part) => part !== '');
  const isList = parts.length > 1;
  const split = parts.every((part) => /^[\u4e00-\u9fff\s]+$/u.test(part)) ? joinHan(parts) : parts;
  const names = split.map((part) => toAuthor(fromCapitals(part, isList)));
  return names.length > 0 && names.every((name) => name !== undefined) ? names : [];
};

/** Han names stand with spaces between them, and short ones are spread: `张 三 李小明`. */
const joinHan = (parts: readonly string[]): string[] =>
  parts.flatMap((part) => {
    const words = part.split(' ');
    if (words.length === 2 && words.every((word) => [...word].length === 1)) return [words.join('')];
    return words;
  });

/** `D. PROVER` and, in a list, `JANE PROVER` as names are written; capitals alone may be anything. */
const fromCapitals = (name: string, isList: boolean): string => {
  if (/\p{Ll}/u.test(name) || !/\p{Lu}{2}/u.test(name)) return name;
  if (!isList && !/^\p{Lu}\./u.test(name)) return name;
  return name.replace(/\p{Lu}{2,}/gu, (word) => word.slice(0, 1) + word.slice(1).toLowerCase());
};

const toAuthor = (name: string): Author | undefined => {
  if (HAN_NAME.test(name)) {
    const cut = familyLength(name);
    return { family: name.slice(0, cut), given: name.slice(cut) };
  }
  const words = name.split(' ');
  if (words.some((word) => /^\p{Lu}{2,}$/u.test(word)) && /\p{Ll}/u.test(words.at(-1)!) === false)
    return undefined;
  if (words.length < 2 || words.length > 5 || NOT_A_NAME.test(name)) return undefined;
  if (!words.every((word) => NAME_WORD.test(word)) || !/\p{Ll}/u.test(name)) return undefined;
  let from = words.length - 1;
  if (/^(?:Jr|Sr|II|III)\.?$/.test(words[from]!)) from -= 1;
  while (from > 1 && PARTICLE.test(words[from - 1]!)) from -= 1;
  if (from < 1 || words.slice(from).join('').replace(/\P{L}/gu, '').length < 2) return undefined;
  return { family: words.slice(from).join(' '), given: words.slice(0, from).join(' ') };
};
