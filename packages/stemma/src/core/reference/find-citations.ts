import { findAuthorYears } from '../citation/author-year.ts';

/** One work named by a mention in the text. */
export type CitedWork =
  /** A number or label of the list: `12`, `BB94`. */
  | { kind: 'label'; label: string }
  | { kind: 'author_year'; families: readonly string[]; year: number; suffix: string };

export type CitationMention = {
  /** Half-open, in UTF-16 units. */
  start: number;
  end: number;
  text: string;
  works: readonly CitedWork[];
};

const BRACKETED = /[[［](?<inside>[^[\]［］]{1,90})[\]］]/gu;
const PART =
  /^(?:(?<from>\d{1,4})(?:\s?[-–—~]\s?(?<to>\d{1,4}))?|(?<label>[A-Z][A-Za-z+]{0,14}\d{2}[a-z]?))(?:\s*(?:,\s*)?(?:p{1,2}\.|§|Sec|Theorem|Thm|Lemma|Ch|Eq|Fig|Table)\.?\s?[\w.–-]{1,12})?$/u;
/** Signs of a formula before a bracket: `x ∈ [1, 2]` cites nothing. */
const FORMULA_BEFORE = /[=∈⊂<>≤≥×·+*/^_(\\$\-−→↦]\s*$|\b(?:interval|range)\s*$/u;
const RAISED =
  /(?<=[\p{L}]{4}[.,;:’”")]?|\p{L}{2}[.,;:’”")])(?<marks>[⁰¹²³⁴-⁹]+(?:[,⁻–-][⁰¹²³⁴-⁹]+)*)(?!\p{L})/gu;
const WIDE: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '；': ';',
  '–': '-',
  '—': '-',
  '’': "'",
};
const WIDEST_RANGE = 40;

/** Every place of a text that cites entries of a reference list, in order; `labels` are those of the list. */
export const findCitations = (text: string, labels: ReadonlySet<string> = new Set()): CitationMention[] =>
  [...bracketed(text, labels), ...raised(text), ...authorYears(text)].sort((a, b) => a.start - b.start);

const bracketed = (text: string, labels: ReadonlySet<string>): CitationMention[] =>
  [...text.matchAll(BRACKETED)].flatMap((match) => {
    if (FORMULA_BEFORE.test(text.slice(Math.max(0, match.index - 12), match.index))) return [];
    const works = match
      .groups!.inside!.split(/\s*[,;，；、](?!\s*(?:p{1,2}\.|§|Sec|Theorem|Thm|Lemma|Ch|Eq|Fig|Table))\s*/u)
      .map((part) => worksOf(part.trim(), labels));
    if (works.length === 0 || works.some((part) => part.length === 0)) return [];
    return [mention(match[0], match.index, works.flat())];
  });

const worksOf = (part: string, labels: ReadonlySet<string>): CitedWork[] => {
  if (labels.has(part)) return [{ kind: 'label', label: part }];
  const groups = PART.exec(part)?.groups;
  if (groups === undefined) return [];
  if (groups.label !== undefined) return [{ kind: 'label', label: groups.label }];
  return numbers(Number(groups.from), groups.to === undefined ? undefined : Number(groups.to));
};

/** No list has an entry 0, and a range runs upwards and not far. */
const numbers = (from: number, to = from): CitedWork[] => {
  if (from < 1 || to < from || to - from > WIDEST_RANGE) return [];
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    kind: 'label',
    label: String(from + index),
  }));
};

const raised = (text: string): CitationMention[] =>
  [...text.matchAll(RAISED)].flatMap((match) => {
    const plain = [...match.groups!.marks!]
      .map((mark) =>
        '⁰¹²³⁴⁵⁶⁷⁸⁹'.includes(mark) ? String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(mark)) : mark === ',' ? ',' : '-',
      )
      .join('');
    const works = plain.split(',').flatMap((part) => {
      const [from, to] = part.split('-').map(Number);
      return numbers(from!, to);
    });
    return works.length === 0 ? [] : [mention(match[0], match.index, works)];
  });

/** Widths and dashes are made plain one for one, so that places stay. */
const plainWidths = (text: string): string => text.replace(/[（），；–—’]/gu, (mark) => WIDE[mark]!);

const authorYears = (text: string): CitationMention[] =>
  findAuthorYears(plainWidths(text)).map(({ families, year, suffix, text: found, start }) =>
    mention(text.slice(start, start + found.length), start, [
      { kind: 'author_year', families, year, suffix },
    ]),
  );

const mention = (text: string, start: number, works: readonly CitedWork[]): CitationMention => ({
  start,
  end: start + text.length,
  text,
  works,
});
