/**
 * End of the formula that `$` at an offset begins, behind its closing `$`; -1 when it begins none. As in Pandoc:
 * no blank inside the marks, no digit behind them, and braces that match; so `$5 and $6` is money.
 */
export const mathEnd = (text: string, at: number, searched = 400): number => {
  const limit = Math.min(text.length, at + searched);
  if (/\s|^$/.test(text[at + 1] ?? '') || text[at + 1] === '$') return -1;
  let depth = 0;
  for (let next = at + 1; next < limit; next += 1) {
    const character = text[next]!;
    if (character === '\\' && /[\\$]/.test(text[next + 1] ?? '')) next += 1;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth < 0) return -1;
    } else if (character === '$')
      return depth === 0 && !/\s/.test(text[next - 1]!) && !/\d/.test(text[next + 1] ?? '') ? next + 1 : -1;
  }
  return -1;
};
