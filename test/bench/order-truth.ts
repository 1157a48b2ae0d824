/**
 * What the TeX source of a paper says about its order: headings with level, and the prose as pieces that
 * must be found whole and one after the other. Floats and notes stand apart, since their place is TeX's.
 */
export type OrderTruth = {
  headings: { level: number; title: string }[];
  pieces: Piece[];
  captions: Piece[];
};

/** Words that must follow each other; between two runs stands a formula, a citation or a number. */
export type Piece = readonly string[];

/** Where a formula, a reference or a citation stands inside a sentence. */
const HOLE = '\u0001';
/** Where the prose is interrupted: a displayed formula, a list item, the end of a paragraph. */
const BREAK = '\u0002';

const DISPLAYS =
  /\\begin\{(equation|align|alignat|gather|multline|eqnarray|subequations|displaymath)(\*?)\}[\s\S]*?\\end\{\1\2\}|\\\[[\s\S]*?\\\]/g;
const FLOATS = /\\begin\{(figure|table|algorithm)(\*?)\}[\s\S]*?\\end\{\1\2\}/g;
const APART =
  /\\begin\{(tabular|lstlisting|verbatim|tikzpicture|picture|center|list|algorithmic|thebibliography)(\*?)\}[\s\S]*?\\end\{\1\2\}/g;
const LEVELS: Readonly<Record<string, number>> = {
  part: 0,
  chapter: 1,
  section: 1,
  subsection: 2,
  subsubsection: 3,
};

export const orderTruth = (tex: string): OrderTruth => {
  const source = tex.replace(/(?<!\\)%.*$/gm, '');
  const depth = /\\chapter\b/.test(source) ? 1 : 0;
  const headings: OrderTruth['headings'] = [];
  const captions: Piece[] = [];
  let body = source.slice(source.indexOf('\\begin{document}') + '\\begin{document}'.length);
  body = body.replace(/\\twocolumn\[\{([\s\S]*?)\}\]/, (_, head: string) => wideAbstract(head));
  body = takeCommand(body, 'footnote', () => HOLE);
  body = body.replace(FLOATS, (float) => {
    takeCommand(float, 'caption', (caption) => {
      captions.push(...toPieces(caption));
      return '';
    });
    return ' ';
  });
  body = body.replace(DISPLAYS, ` ${BREAK} `).replace(APART, ` ${BREAK} `);
  for (const command of ['title', 'author', 'date', 'affil', 'address', 'markboth', 'thanks']) {
    body = takeCommand(body, command, () => BREAK);
  }
  body = body.replace(
    /\\(chapter|section|subsection|subsubsection)(\*?)(?:\[[^\]]*\])?(?=\{)/g,
    '\\heading{$1}',
  );
  for (let at = body.indexOf('\\heading{'); at >= 0; at = body.indexOf('\\heading{')) {
    const kind = /^\\heading\{(\w+)\}/.exec(body.slice(at))!;
    const open = at + kind[0].length;
    const close = closingBrace(body, open);
    const level = LEVELS[kind[1]!]! + (kind[1] === 'chapter' ? 0 : depth);
    headings.push({
      level,
      title: plainTex(body.slice(open + 1, close))
        .replaceAll(HOLE, ' ')
        .trim(),
    });
    body = `${body.slice(0, at)} ${BREAK} ${body.slice(close + 1)}`;
  }
  return { headings, pieces: toPieces(body), captions };
};

/** Of a head set across both columns the box with the abstract; title and authors are no running text. */
const wideAbstract = (head: string): string =>
  /\\begin\{minipage\}(?:\{[^}]*\})?([\s\S]*?)\\end\{minipage\}/.exec(head)?.[1] ?? '';

const closingBrace = (text: string, open: number): number => {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '{') depth += 1;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return text.length;
};

/** Takes `\command{…}` out of a text; nested braces are its own. */
const takeCommand = (text: string, command: string, use: (inside: string) => string): string => {
  const start = new RegExp(`\\\\${command}\\*?(?:\\[[^\\]]*\\])?\\{`);
  let out = '';
  let rest = text;
  for (let match = start.exec(rest); match !== null; match = start.exec(rest)) {
    const open = match.index + match[0].length - 1;
    const close = closingBrace(rest, open);
    out += rest.slice(0, match.index) + use(rest.slice(open + 1, close));
    rest = rest.slice(close + 1);
  }
  return out + rest;
};

const ACCENTS: Readonly<Record<string, string>> = {
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '"': '\u0308',
  '~': '\u0303',
  c: '\u0327',
};

/** TeX of running text → what is printed, with holes where it prints what is not followed here. */
const plainTex = (tex: string): string =>
  tex
    .replace(/\\([\\'`^"~])\{?\\?([a-zA-Z])\}?/g, (whole, accent: string, letter: string) =>
      ACCENTS[accent] === undefined ? whole : (letter + ACCENTS[accent]).normalize('NFC'),
    )
    .replace(/\$[^$]*\$|\\\([\s\S]*?\\\)/g, HOLE)
    .replace(/\\(?:cite|eqref|ref|pageref)(?:\[[^\]]*\])?\{[^}]*\}/g, HOLE)
    .replace(
      /\\(?:label|vspace|hspace|usepackage|input|setlength|thispagestyle)\*?\{[^}]*\}(?:\{[^}]*\})?/g,
      ' ',
    )
    .replace(/\\(?:unit|SI)\{[^}]*\}(?:\{[^}]*\})?|\\perS\b/g, HOLE)
    .replace(
      /\\begin\{(?:theorem|lemma|definition|remark|proposition|corollary|proof)\}(?:\[[^\]]*\])?/g,
      BREAK,
    )
    .replace(/\\(?:begin|end)\{[^}]*\}(?:\[[^\]]*\])?(?:\{[^}]*\})?/g, BREAK)
    .replace(
      /\\item(?:\[[^\]]*\])?|\\\\|\\par\b|\\(?:medskip|newpage|maketitle|appendix|qquad)\b|\n\s*\n/g,
      BREAK,
    )
    .replace(/\\ldots|\\dots/g, ' ')
    .replace(/\\[a-zA-Z]+\*?\s?|[{}]/g, (found) => (found === '{' || found === '}' ? '' : ' '))
    .replace(/\\([%&#_$,; ])/g, (_, sign: string) => (sign === ',' || sign === ';' ? ' ' : sign))
    .replace(/-{2,3}/g, '–')
    .replace(/~/g, ' ');

/** Sentences of a text; each a list of word runs. What is too short to be told from others is left out. */
const toPieces = (tex: string): Piece[] => {
  const pieces: Piece[] = [];
  for (const part of plainTex(tex).split(BREAK)) {
    for (const sentence of part.split(/(?<=[a-z)\]”'\u0001][.!?])\s+(?=[A-Z“])|(?<=[。！？])/u)) {
      const runs = sentence
        .split(HOLE)
        .map(comparable)
        .filter((run) => run !== '');
      const length = runs.reduce((sum, run) => sum + run.length * (/[\u4e00-\u9fff]/u.test(run) ? 3 : 1), 0);
      if (length >= 20) pieces.push(runs);
    }
  }
  return pieces;
};

/** Letters and digits alone, words parted by one space, Han without: hyphens and dashes are judged elsewhere. */
export const comparable = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\p{L})[-‐‑](?=\p{L})|['’`"“”]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(?<=[\u4e00-\u9fff]) | (?=[\u4e00-\u9fff])/gu, '')
    .trim();
