import { bracedAt, optionAt, type TexText } from './tex-text.ts';

export type TexMacro = { arguments: number; fallback: string | undefined; body: string };

export type TexDefinitions = {
  macros: Map<string, TexMacro>;
  /** Theorem-like environments and what they are called. */
  theorems: Map<string, string>;
};

const DEFINITION =
  /\\(?:(?<kind>newcommand|renewcommand|providecommand|DeclareRobustCommand|newtheorem)\*?\s*|def\s*(?=\\))/gu;
const NAME = /\s*(?:\{\s*\\(?<braced>[a-zA-Z@]+|[^a-zA-Z])\s*\}|\\(?<bare>[a-zA-Z@]+))/uy;
const MOST_DEFINITIONS = 5000;
const LONGEST_BODY = 4000;
const BUILT_IN: readonly (readonly [string, string])[] = [
  ['theorem', 'Theorem'],
  ['lemma', 'Lemma'],
  ['proposition', 'Proposition'],
  ['corollary', 'Corollary'],
  ['definition', 'Definition'],
  ['remark', 'Remark'],
  ['example', 'Example'],
  ['proof', 'Proof'],
];

/** Definitions of a file that take nothing but their arguments; anything cleverer is left alone. */
export const findDefinitions = (text: TexText): TexDefinitions => {
  const macros = new Map<string, TexMacro>();
  const theorems = new Map<string, string>(BUILT_IN);
  for (const match of text.source.matchAll(DEFINITION)) {
    if (macros.size + theorems.size > MOST_DEFINITIONS) break;
    const at = match.index + match[0].length;
    if (match.groups!.kind === 'newtheorem') defineTheorem(text, at, theorems);
    else defineMacro(text, at, match.groups!.kind === undefined, macros);
  }
  return { macros, theorems };
};

const defineTheorem = (text: TexText, at: number, theorems: Map<string, string>): void => {
  const name = bracedAt(text, at);
  if (name === undefined) return;
  const shared = optionAt(text, name.next);
  const title = bracedAt(text, shared?.next ?? name.next);
  if (title === undefined) return;
  theorems.set(text.source.slice(name.from, name.to).trim(), text.source.slice(title.from, title.to).trim());
};

const defineMacro = (text: TexText, at: number, plain: boolean, macros: Map<string, TexMacro>): void => {
  NAME.lastIndex = at;
  const found = NAME.exec(text.source);
  const name = found?.groups?.braced ?? found?.groups?.bare;
  if (found === null || name === undefined) return;
  let next = at + found[0].length;
  let count = 0;
  let fallback: string | undefined;
  if (plain) {
    const parameters = /(?:#\d)*/uy;
    parameters.lastIndex = next;
    const given = parameters.exec(text.source)![0];
    count = given.length / 2;
    next += given.length;
  } else {
    const number = optionAt(text, next);
    if (number !== undefined) {
      count = Number(text.source.slice(number.from, number.to));
      next = number.next;
      const first = optionAt(text, next);
      if (first !== undefined) {
        fallback = text.source.slice(first.from, first.to);
        next = first.next;
      }
    }
  }
  const body = bracedAt(text, next);
  if (body === undefined || body.to - body.from > LONGEST_BODY || !(count >= 0 && count <= 9)) return;
  macros.set(name, { arguments: count, fallback, body: text.source.slice(body.from, body.to) });
};

/** A macro's body with its arguments in place, and where the text goes on; undefined when one is missing. */
export const applyMacro = (
  macro: TexMacro,
  text: TexText,
  at: number,
): { body: string; next: number } | undefined => {
  const values: string[] = [];
  let next = at;
  for (let index = 0; index < macro.arguments; index += 1) {
    if (index === 0 && macro.fallback !== undefined) {
      const given = optionAt(text, next);
      values.push(given === undefined ? macro.fallback : text.source.slice(given.from, given.to));
      next = given?.next ?? next;
      continue;
    }
    const argument = bracedAt(text, next);
    if (argument === undefined) return undefined;
    values.push(text.source.slice(argument.from, argument.to));
    next = argument.next;
  }
  return { body: macro.body.replace(/#(\d)/gu, (_, digit: string) => values[Number(digit) - 1] ?? ''), next };
};
