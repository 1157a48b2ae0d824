import { mathEnd } from './tex-math.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
};

/** Pairs that TeX would join, parted. */
const JOINED: Readonly<Record<string, string>> = { '-': '-{}', '`': '`{}', "'": "'{}" };

/** Text as TeX that reads back as the same text: special characters escaped, formulas and UTF-8 as they are. */
export const escapeTex = (text: string): string => {
  let escaped = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    const end = character === '$' ? mathEnd(text, at) : -1;
    if (end > 0) {
      escaped += text.slice(at, end);
      at = end - 1;
    } else if (text[at + 1] === character && Object.hasOwn(JOINED, character)) escaped += JOINED[character];
    else if (character === '&' && text.startsWith('amp;', at + 1)) escaped += '\\&{}';
    else escaped += ESCAPES[character] ?? character;
  }
  return escaped;
};

const WORD = /[^\s{}\\$&%#_^~-]+/g;
/** A capital behind the first letter, which a style must not lower. */
const INNER_CAPITAL = /^.+\p{Lu}/su;
const protect = (text: string): string =>
  text.replace(WORD, (word) => (INNER_CAPITAL.test(word) ? `{${word}}` : word));

/** A title as TeX, with words like ACM and mRNA kept from lowering. */
export const escapeTitle = (title: string): string => {
  let written = '';
  let from = 0;
  const text = escapeTex(title);
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\' && text[at + 1] === '$') at += 1;
    else if (text[at] === '$') {
      const end = mathEnd(text, at);
      if (end < 0) continue;
      written += protect(text.slice(from, at)) + text.slice(at, end);
      from = end;
      at = end - 1;
    }
  }
  return written + protect(text.slice(from));
};

/** An address as TeX packages take it: nothing escaped but what would break the braces around it. */
export const escapeVerbatim = (text: string): string =>
  text.replace(
    /[{}\\\s]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
