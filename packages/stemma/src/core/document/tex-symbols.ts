/** Combining marks of TeX's accent commands. */
const ACCENTS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
  '"': '\u0308',
  u: '\u0306',
  v: '\u030C',
  H: '\u030B',
  c: '\u0327',
  k: '\u0328',
  r: '\u030A',
  d: '\u0323',
  b: '\u0331',
};

/** Commands that stand for characters. */
const SYMBOLS: Readonly<Record<string, string>> = {
  '%': '%',
  '&': '&',
  _: '_',
  '#': '#',
  $: '$',
  '{': '{',
  '}': '}',
  ' ': ' ',
  '\n': ' ',
  '\\': ' ',
  ',': '\u2009',
  ';': ' ',
  ':': ' ',
  '!': '',
  '/': '',
  '-': '',
  '@': '',
  o: 'ø',
  O: 'Ø',
  l: 'ł',
  L: 'Ł',
  ss: 'ß',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  aa: 'å',
  AA: 'Å',
  i: 'ı',
  j: 'ȷ',
  dh: 'ð',
  th: 'þ',
  dots: '…',
  ldots: '…',
  textellipsis: '…',
  S: '§',
  P: '¶',
  copyright: '©',
  pounds: '£',
  euro: '€',
  texteuro: '€',
  dag: '†',
  ddag: '‡',
  textendash: '–',
  textemdash: '—',
  textquoteleft: '‘',
  textquoteright: '’',
  textquotedblleft: '“',
  textquotedblright: '”',
  textbackslash: '\\',
  textasciitilde: '~',
  textasciicircum: '^',
  textbar: '|',
  textless: '<',
  textgreater: '>',
  textdegree: '°',
  degree: '°',
  textmu: 'µ',
  texttimes: '×',
  textregistered: '®',
  texttrademark: '™',
  LaTeX: 'LaTeX',
  TeX: 'TeX',
  BibTeX: 'BibTeX',
  XeTeX: 'XeTeX',
  LaTeXe: 'LaTeX2e',
  today: '',
  newline: ' ',
  quad: ' ',
  qquad: ' ',
  enspace: ' ',
  space: ' ',
  thinspace: ' ',
  hfill: ' ',
  linebreak: ' ',
  tabularnewline: ' ',
};

/** Letter with the accent of a command on it; the dotless i and j take theirs as the dotted ones. */
export const accented = (command: string, letter: string): string | undefined => {
  const mark = Object.hasOwn(ACCENTS, command) ? ACCENTS[command] : undefined;
  if (mark === undefined) return undefined;
  const base = letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter;
  return `${base.slice(0, 1)}${mark}${base.slice(1)}`.normalize('NFC');
};

export const isAccent = (command: string): boolean => Object.hasOwn(ACCENTS, command);

export const symbolOf = (command: string): string | undefined =>
  Object.hasOwn(SYMBOLS, command) ? SYMBOLS[command] : undefined;

/** Commands that show nothing, and how many braced arguments they take with them. */
export const SILENT_COMMANDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'noindent centering raggedright raggedleft maketitle tableofcontents listoffigures listoftables newpage clearpage cleardoublepage pagebreak medskip smallskip bigskip par appendix frontmatter mainmatter backmatter protect relax hline toprule midrule bottomrule sloppy flushbottom onecolumn balance tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge bfseries itshape ttfamily sffamily rmfamily scshape upshape mdseries normalfont em bf it tt sf rm sc sl nopagebreak allowbreak vfill null leavevmode ignorespaces unskip expandafter begingroup endgroup bgroup egroup makeatletter makeatother indent and printbibliography',
    1: 'label vspace hspace bibliographystyle bibliography pagestyle thispagestyle pagenumbering input include includeonly color index phantom vphantom hphantom cline cmidrule graphicspath lstset captionsetup theoremstyle usepackage RequirePackage documentclass hypersetup geometry usetikzlibrary pgfplotsset sisetup nocite addbibresource ctexset urlstyle enlargethispage stepcounter refstepcounter includegraphics thanks IEEEauthorrefmark inst orcid email affiliation address affil institute date title author IEEEmembership tikzset acmDOI journal doi setmathfont setmainfont setCJKmainfont ExplSyntaxOn vskip hskip keywordsname institution city country authorrunning titlerunning hypertarget bibitemdeclare specialcomment excludecomment IEEEpeerreviewmaketitle ead cortext corref fnref tnotetext',
    2: 'setlength addtolength setcounter addtocounter rule definecolor markboth numberwithin DeclareMathOperator fancyhead fontsize newcounter raisebox addcontentsline counterwithin settowidth newlength lstdefinestyle newtheorem DeclareRobustCommand providecommand newcommand renewcommand titlespacing',
    3: 'newenvironment renewenvironment lstnewenvironment newtcolorbox',
    4: 'titleformat',
  }).flatMap(([count, names]) => names.split(' ').map((name) => [name, Number(count)] as const)),
);
