/** TeX source with the partner of each brace, so that arguments are found without searching. */
export type TexText = { source: string; closes: Int32Array };

/** Finds the partners of all braces in one pass; -1 where there is none. Escaped braces have none. */
export const toTexText = (source: string): TexText => {
  const closes = new Int32Array(source.length).fill(-1);
  const open: number[] = [];
  for (let index = 0; index < source.length; index += 1) {
    const code = source.charCodeAt(index);
    if (code === 0x5c) index += 1;
    else if (code === 0x7b) open.push(index);
    else if (code === 0x7d) {
      const start = open.pop();
      if (start !== undefined) closes[start] = index;
    }
  }
  return { source, closes };
};

export type TexArgument = { from: number; to: number; next: number };

const LONGEST_OPTION = 400;

const skipSpace = (source: string, at: number): number => {
  let index = at;
  let breaks = 0;
  while (index < source.length) {
    const code = source.charCodeAt(index);
    if (code === 0x0a && ++breaks > 1) return at;
    if (code !== 0x20 && code !== 0x0a && code !== 0x09) break;
    index += 1;
  }
  return index;
};

/** The braced argument at a place, spaces before it skipped. */
export const bracedAt = ({ source, closes }: TexText, at: number): TexArgument | undefined => {
  const start = skipSpace(source, at);
  const close = source[start] === '{' ? closes[start]! : -1;
  return close < 0 ? undefined : { from: start + 1, to: close, next: close + 1 };
};

/** The optional argument in brackets at a place; its braces are kept together. */
export const optionAt = ({ source, closes }: TexText, at: number): TexArgument | undefined => {
  const start = skipSpace(source, at);
  if (source[start] !== '[') return undefined;
  const limit = Math.min(source.length, start + LONGEST_OPTION);
  for (let index = start + 1; index < limit; index += 1) {
    const character = source[index];
    if (character === '\\') index += 1;
    else if (character === '{' && closes[index]! > 0) index = closes[index]!;
    // An opening inside one is the next command's: looking on would cost the whole text each time
    else if (character === '[') return undefined;
    else if (character === ']') return { from: start + 1, to: index, next: index + 1 };
  }
  return undefined;
};

const VERBATIM = /^\\begin\{(verbatim\*?|Verbatim|lstlisting|minted|alltt|comment|filecontents\*?)\}/u;

/** Without comments: from `%` to the end of the line and the blanks that begin the next. Verbatim text stays. */
export const dropComments = (source: string): string => {
  const kept: string[] = [];
  const missing = new Set<string>();
  let from = 0;
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index];
    if (character === '\\') {
      const verbatim = VERBATIM.exec(source.slice(index, index + 30))?.[1];
      if (verbatim !== undefined && !missing.has(verbatim)) {
        const end = source.indexOf(`\\end{${verbatim}}`, index);
        if (end < 0) missing.add(verbatim);
        else {
          index = end;
          continue;
        }
      }
      index += 1;
    } else if (character === '%') {
      kept.push(source.slice(from, index));
      const lineEnd = source.indexOf('\n', index);
      if (lineEnd < 0) return kept.join('');
      let next = lineEnd + 1;
      while (source[next] === ' ' || source[next] === '\t') next += 1;
      // A comment that fills its line is no line; a blank line behind one still parts paragraphs
      from = source[next] === '\n' ? lineEnd : next;
      index = from - 1;
    }
  }
  kept.push(source.slice(from));
  return kept.join('');
};
