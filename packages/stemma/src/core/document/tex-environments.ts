/** Names of commands and environments by what is done with them. */
export const SECTIONS: Readonly<Record<string, number>> = {
  part: 0,
  chapter: 0,
  section: 1,
  subsection: 2,
  subsubsection: 3,
  paragraph: 4,
  subparagraph: 5,
};
export const MATH =
  /^(?:equation|align|gather|multline|eqnarray|displaymath|alignat|flalign|math|IEEEeqnarray|dmath)\*?$/u;
export const BARE_MATH = /^(?:equation|displaymath|math|dmath)\*?$/u;
export const CODE = /^(?:verbatim\*?|Verbatim|lstlisting|minted|alltt)$/u;
export const SKIPPED = /^(?:comment|tikzpicture|pgfpicture|filecontents\*?|picture|pspicture|axis)$/u;
export const TABLE = /^(?:tabular[*xy]?|longtable|tabulary|array|tblr|supertabular)$/u;
export const CITE = /^(?:[A-Za-z]*cite[a-z]*|citeauthor|citeyear)\*?$/u;
export const REFERENCE = /^(?:ref|eqref|autoref|cref|Cref|pageref|nameref|vref|subref)$/u;
