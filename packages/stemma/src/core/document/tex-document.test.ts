import { describe, expect, it } from 'vitest';
import { readTex } from './tex-document.ts';
import { findTexInputs } from './tex-inputs.ts';

const body = (text: string): string =>
  `\\documentclass{article}\n\\begin{document}\n${text}\n\\end{document}\n`;
const pieces = (text: string) =>
  readTex(body(text)).passages.map(({ kind, section, text: shown }) => [kind, section.join(' > '), shown]);
const textOf = (text: string): string =>
  pieces(text)
    .map(([, , shown]) => shown)
    .join('\n');

describe('readTex', () => {
  it.each([
    [
      String.raw`St\"ormer, Erd\H{o}s, Ha\v{s}ek, na\"\i ve, \AA ngstr\"om, \'{e}t\'e, {\O}rsted`,
      'Störmer, Erdős, Hašek, naïve, Ångström, été, Ørsted',
    ],
    ["``Quoted'' 1--9 --- yes, it's", '“Quoted” 1–9 — yes, it’s'],
    [String.raw`5\,\% of R\&D costs \$3~million`, '5 % of R&D costs $3 million'],
    [String.raw`\emph{One} \textbf{two {\itshape three}} {\large four}`, 'One two three four'],
    [
      String.raw`As in \citep[see][p.~5]{knuth,dijkstra}, Section~\ref{sec:a} and \eqref{eq:b}.`,
      'As in [knuth, dijkstra, p. 5], Section sec:a and (eq:b).',
    ],
    ['kept % a comment\nwhole, 5\\% too', 'kept whole, 5% too'],
    [
      String.raw`\vspace{2mm}\label{x}\noindent Shown\index{hidden} \href{http://x.y}{here} \url{http://a.b/c_d}`,
      'Shown here http://a.b/c_d',
    ],
    [String.raw`\newcommand{\ab}[2][x]{#1 and #2}\ab{b}; \ab[y]{c}`, 'x and b; y and c'],
    ['阻尼振子\n的衰减率', '阻尼振子的衰减率'],
    [String.raw`where $x_1 \le 5\%$ and \(y\)`, String.raw`where $x_1 \le 5\%$ and $y$`],
  ])('reads %s', (source, text) => expect(textOf(source)).toBe(text));

  it('keeps display formulas in their paragraph, as written', () => {
    expect(
      textOf(
        'We have\n\\begin{equation}\\label{eq:a}\n  a = b\n\\end{equation}\nand\n\\[ c \\]\nso\n\\begin{align*}d&=e\\\\f&=g\\end{align*}',
      ),
    ).toBe(String.raw`We have $$a = b$$ and $$c$$ so $$\begin{align*}d&=e\\f&=g\end{align*}$$`);
  });

  it('gives sections, abstract, captions, tables, code, notes and references their kinds', () => {
    const source = String.raw`\begin{abstract}What it is about.\end{abstract}
\section{One \emph{thing}}\subsection*{Inner}
Text here.\footnote{A note.} More text.

\begin{table}\caption[short]{Of it.}\begin{tabular}{l|c}a & $b$ \\ \hline c & \multicolumn{1}{c}{d} \\\end{tabular}\end{table}
\begin{lstlisting}[language=C]
int a; % kept
\end{lstlisting}
\begin{theorem}[Euler] It holds. \end{theorem}
\begin{itemize}\item First. \item[(b)] Second.\end{itemize}
\section{Two}
\begin{tikzpicture}\draw (0,0);\end{tikzpicture}
\begin{thebibliography}{9}\bibitem[K]{knuth} D.~Knuth. \emph{Art}. 1968.
\bibitem{b} B. Bee. Sums. 1970.\end{thebibliography}`;
    expect(pieces(source)).toEqual([
      ['abstract', '', 'What it is about.'],
      ['text', 'One thing > Inner', 'Text here. More text.'],
      ['footnote', 'One thing > Inner', 'A note.'],
      ['caption', 'One thing > Inner', 'Of it.'],
      ['table', 'One thing > Inner', 'a  $b$\nc  d'],
      ['code', 'One thing > Inner', 'int a; % kept'],
      ['text', 'One thing > Inner', 'Theorem (Euler). It holds. First. (b) Second.'],
      ['reference', 'References', '[knuth] D. Knuth. Art. 1968.'],
      ['reference', 'References', '[b] B. Bee. Sums. 1970.'],
    ]);
  });

  it('takes facts from the front', () => {
    const { facts } = readTex(
      String.raw`\title{Two Ways\\ to \textbf{It}\thanks{Money}}\author{Ilse Varga\thanks{Here} \and Tomas Ok\'onjo\\University of Somewhere}\date{Version of May 2023}` +
        body('Text.'),
    );
    expect(facts).toMatchObject({
      title: { value: 'Two Ways to It', origin: 'front_matter' },
      authors: {
        value: [
          { family: 'Varga', given: 'Ilse' },
          { family: 'Okónjo', given: 'Tomas' },
        ],
      },
      year: { value: 2023, origin: 'front_matter' },
    });
    expect(
      readTex(`\\author{A.~Author,~\\IEEEmembership{Member,~IEEE,} and B.~Writer}${body('Text.')}`).facts
        .authors?.value,
    ).toEqual([
      { family: 'Author', given: 'A.' },
      { family: 'Writer', given: 'B.' },
    ]);
    expect(readTex(`\\date{\\today}${body('Text.')}`).facts).toEqual({});
  });

  it.each([
    ['braces', '{'.repeat(5_000_000) + '}'.repeat(5_000_000)],
    ['open braces', '\\footnote{'.repeat(500_000)],
    ['nested notes', `${'\\footnote{'.repeat(100_000)}x${'}'.repeat(100_000)}`],
    ['a macro that calls itself', `\\def\\a{\\a\\a}${'\\a'.repeat(100_000)} end`],
    [
      'macros that double',
      `${Array.from({ length: 26 }, (_, n) => `\\newcommand{\\m${String.fromCharCode(97 + n)}}{\\m${String.fromCharCode(98 + n)}\\m${String.fromCharCode(98 + n)}}`).join('')}\\ma`,
    ],
    ['unclosed formulas', '$a '.repeat(500_000)],
    ['unclosed environments', '\\begin{equation}\\begin{tabular}'.repeat(200_000)],
    ['unclosed brackets', '\\cite['.repeat(500_000)],
    ['backslashes', '\\'.repeat(2_000_001)],
    ['accents', '\\"'.repeat(500_000)],
    ['comments', '%\n'.repeat(1_000_000)],
    ['sections', '\\section{a}'.repeat(200_000)],
    ['definitions', '\\newcommand{\\a}[9]{#1}'.repeat(200_000)],
    ['titles', '\\title{a'.repeat(300_000)],
    ['dashes and marks', "-'`~&".repeat(500_000)],
    ['rows', `\\begin{tabular}${'&\\\\'.repeat(300_000)}\\end{tabular}`],
  ])('ends in time on %s', (_name, source) => {
    readTex(body(source));
    if (source.length < 4_000_000) readTex(source);
    expect(findTexInputs(source, 'x')).toEqual([]);
  });
});

describe('findTexInputs', () => {
  it('names what is taken in, comments apart', () => {
    const source =
      '\\input{intro} % \\input{no}\n\\include{a/b.tex}\\input c \\bibliography{refs}\\input{x.png}';
    expect(findTexInputs(source, 'main').map(({ name }) => name)).toEqual([
      'intro.tex',
      'a/b.tex',
      'c.tex',
      'main.bbl',
    ]);
  });
});
