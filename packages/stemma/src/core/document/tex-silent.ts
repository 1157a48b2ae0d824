import { SILENT_COMMANDS } from './tex-symbols.ts';
import { bracedAt, optionAt, type TexText } from './tex-text.ts';

const DEFINING = /^(?:(?:new|renew|provide)command|DeclareRobustCommand|DeclareMathOperator|[gex]?def|let)$/u;
const DEFINED = /\s*(?:\{\s*\\(?:[a-zA-Z@]+|[^a-zA-Z])\s*\}|\\[a-zA-Z@]+)(?:\s*=?\s*\\[a-zA-Z@]+|(?:#\d)*)/uy;

/** A definition shows nothing: its name, its options and its body. */
const skipDefinition = (text: TexText, next: number): number => {
  DEFINED.lastIndex = next;
  let at = next + (DEFINED.exec(text.source)?.[0].length ?? 0);
  at = optionAt(text, at)?.next ?? at;
  at = optionAt(text, at)?.next ?? at;
  return bracedAt(text, at)?.next ?? at;
};

export const skipSilent = (text: TexText, name: string, next: number): number | undefined => {
  const count = SILENT_COMMANDS.get(name);
  if (DEFINING.test(name)) return skipDefinition(text, next);
  if (count === undefined) return optionAt(text, next)?.next;
  let at = next;
  for (let index = 0; index < count; index += 1) {
    at = optionAt(text, at)?.next ?? at;
    const argument = bracedAt(text, at);
    if (argument === undefined) break;
    at = argument.next;
  }
  return at;
};
