/** Longest formula, and longest argument of the front matter, that is looked for. */
export const LONGEST_FORMULA = 20_000;

/** A line end between two Han characters is no space. */
export const joinsHan = (source: string, at: number): boolean =>
  /[\u2E80-\u9FFF\u3000-\u303F\uFF00-\uFFEF]/u.test(source[at - 1] ?? '') &&
  /[\u2E80-\u9FFF\u3000-\u303F\uFF00-\uFFEF]/u.test(source[at + 1] ?? '');

export const formulaEnd = (source: string, from: number, to: number, mark: string): number => {
  const limit = Math.min(to, from + LONGEST_FORMULA);
  for (let index = from; index < limit; index += 1) {
    const character = source[index];
    if (character === '\\') index += 1;
    else if (character === '$') return source.startsWith(mark, index) ? index : -1;
    else if (mark === '$' && character === '\n' && source[index + 1] === '\n') return -1;
  }
  return -1;
};

export const formula = (inside: string, display: boolean): string => {
  const plain = inside
    .replace(/\\label\s*\{[^{}]{0,200}\}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  if (plain === '') return '';
  return display ? ` $$${plain}$$ ` : `$${plain}$`;
};
