/** A glyph or letter with where it stands, as far as raising it needs. */
type Standing = { text: string; v: number; size: number; space: boolean };

const LARGEST_SCRIPT = 0.82;
const RAISED = 0.2;
const LOWERED = 0.07;

const table = (plain: string, script: string): ReadonlyMap<string, string> => {
  const to = [...script];
  return new Map([...plain].map((character, index) => [character, to[index]!]));
};
const SUPERSCRIPTS = table('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ');
const SUBSCRIPTS = table('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎');
/** What may stand between raised numbers: marks of authors and notes. */
const BETWEEN = /^[,*∗†‡§¶]$/u;

/**
 * Raised and lowered numbers become the characters for them: `3 × 10⁶⁶` printed so must not be read as
 * `3 × 1066`, nor `ω₀²` as `ω02`. A run that has no such characters throughout, as `e⁻ᵞᵗ`, stays as it is.
 * Search folds both to the same.
 */
export const raiseScripts = <T extends Standing>(
  items: readonly T[],
  line: { v: number; size: number },
): T[] => {
  const out = [...items];
  let from = 0;
  while (from < out.length) {
    const kind = scriptOf(out[from]!, line);
    let end = from + 1;
    while (kind !== null && end < out.length && scriptOf(out[end]!, line) === kind) end += 1;
    if (kind !== null) raiseRun(out, from, end, kind === 'super' ? SUPERSCRIPTS : SUBSCRIPTS);
    from = end;
  }
  return out;
};

const scriptOf = (item: Standing, line: { v: number; size: number }): 'super' | 'sub' | null => {
  if (item.space || item.size > LARGEST_SCRIPT * line.size) return null;
  if (line.v - item.v > RAISED * line.size) return 'super';
  return item.v - line.v > LOWERED * line.size ? 'sub' : null;
};

const raiseRun = <T extends Standing>(
  items: T[],
  from: number,
  end: number,
  to: ReadonlyMap<string, string>,
): void => {
  const run = items.slice(from, end);
  const raised = run.map((item) => to.get(item.text) ?? (BETWEEN.test(item.text) ? item.text : undefined));
  if (raised.includes(undefined) || !run.some((item) => to.has(item.text))) return;
  run.forEach((item, index) => {
    items[from + index] = { ...item, text: raised[index]! };
  });
};
