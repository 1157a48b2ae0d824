/** A file that TeX source takes in, and the command that does. */
export type TexInput = { start: number; end: number; name: string };

const INPUT =
  /\\(?:input|include|subfile)\s*\{(?<braced>[^{}\n]{1,200})\}|\\input\s+(?<bare>[^\s{}%\\]{1,200})|\\(?<list>bibliography)(?![a-zA-Z])(?:\s*\{[^{}\n]{0,400}\})?/gu;
const MOST_INPUTS = 500;

/** Files that source takes in, comments apart. `\bibliography` takes the list BibTeX left beside the file. */
export const findTexInputs = (source: string, stem: string): TexInput[] => {
  const inputs: TexInput[] = [];
  for (const match of source.matchAll(INPUT)) {
    if (inputs.length >= MOST_INPUTS) break;
    if (isComment(source, match.index)) continue;
    const { braced, bare, list } = match.groups!;
    const name = list === undefined ? withEnding((braced ?? bare)!.trim()) : `${stem}.bbl`;
    if (/\.(?:tex|ltx|bbl)$/iu.test(name))
      inputs.push({ start: match.index, end: match.index + match[0].length, name });
  }
  return inputs;
};

const withEnding = (name: string): string => (/\.[a-z]{1,5}$/iu.test(name) ? name : `${name}.tex`);

const LONGEST_LINE = 2000;

const isComment = (source: string, at: number): boolean => {
  const from = Math.max(source.lastIndexOf('\n', at) + 1, at - LONGEST_LINE);
  return /(?<!\\)(?:\\\\)*%/u.test(source.slice(from, at));
};
