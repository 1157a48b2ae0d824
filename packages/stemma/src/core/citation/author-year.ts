/** A work named by authors and year in running text. */
export type AuthorYear = {
  readonly families: readonly string[];
  readonly year: number;
  /** The letter that parts two works of one year, '' without one. */
  readonly suffix: string;
  readonly text: string;
  /** Where it begins in the text that was searched. */
  readonly start: number;
};

/** Not the first of a range of years, which is a period. */
const YEAR = '(?<year>(?:1[5-9]|20|21)\\d{2})(?!\\s*-+\\s*\\d)(?<suffix>[a-z]?)';
const NAME =
  "(?:(?:van|von|de|der|den|del|della|di|da|la|le|el|bin|ten|ter|dos|du)\\s+){0,3}\\p{Lu}[\\p{L}\\p{M}'-]+";
const JOIN = '\\s*(?:,\\s*(?:and\\s+|&\\s*)?|\\s+and\\s+|\\s*&\\s*)';
const OPEN = '\\s*,?\\s*[(\\[]\\s*';
/** `Zhang et al. (2021)`, `Zhang & Li, 2020`, `Zhang and Li (2020)`, `(Zhang, 2021)`. */
const LATIN = new RegExp(
  `(?<![\\p{L}\\p{M}])(?<names>${NAME}(?:${JOIN}${NAME}){0,3})(?<more>\\s+et\\s+al\\.?|\\s+and\\s+(?:others|co-?workers|colleagues))?(?:'s)?(?:${OPEN}|\\s*,\\s*|\\s+)${YEAR}(?!\\d)`,
  'gu',
);
const HAN_NAME = '\\p{Script=Han}{1,4}?';
/** `张等（2021）`, `张三、李四（2020）`, `（张三，2021）`, `Zhang等(2021)`. */
const HAN = new RegExp(
  `(?<names>(?:${HAN_NAME}|${NAME})(?:[、和与]${HAN_NAME}){0,2})(?<more>\\s*等(?:人)?)?\\s*[,(]\\s*${YEAR}\\s*(?=[),;])`,
  'gu',
);

/** Capitalised words that stand before a year and are no names. */
const NO_NAME = new Set(
  `january february march april may june july august september october november december spring summer autumn
fall winter in since until during from by of the figure fig table section sec chapter equation eq appendix algorithm theorem lemma
version release edition volume vol issue no paper note part step phase year years copyright conference proceedings workshop
monday tuesday wednesday thursday friday saturday sunday early late mid between after before circa about around around`
    .split(/\s+/)
    .filter(Boolean),
);

const splitNames = (names: string): string[] =>
  names
    .split(/\s*(?:,|&|、|和|与)\s*|\s+and\s+/u)
    .map((name) => name.trim())
    .filter((name) => name !== '');

const isName = (name: string): boolean => !NO_NAME.has(name.toLowerCase());

/** Capitals alone are a data set or a method (`MEDLINE (1966)`). A name and year with nothing but a blank between them is a date or a product unless "et al." is there. */
const isMention = (match: RegExpMatchArray, names: readonly string[]): boolean => {
  if (names.length === 0) return false;
  const { more } = match.groups!;
  if (more) return true;
  if (names.every((name) => /^\p{Lu}{3,}$/u.test(name))) return false;
  const behind = match[0].slice(match.groups!.names!.length);
  if (/[([]/u.test(behind)) return true;
  return behind.includes(',') || names.length > 1;
};

const toAuthorYear = (match: RegExpExecArray, families: readonly string[]): AuthorYear => ({
  families,
  year: Number(match.groups!.year),
  suffix: match.groups!.suffix ?? '',
  text: match[0],
  start: match.index,
});

const latinMentions = (text: string): AuthorYear[] =>
  [...text.matchAll(LATIN)].flatMap((match) => {
    const names = splitNames(match.groups!.names!).filter(isName);
    if (!isMention(match, names)) return [];
    return [toAuthorYear(match, names)];
  });

const hanMentions = (text: string): AuthorYear[] =>
  [...text.matchAll(HAN)].flatMap((match) => {
    if (!/\p{Script=Han}/u.test(match[0])) return [];
    return [toAuthorYear(match, splitNames(match.groups!.names!))];
  });

/** Mentions of works by author and year, in text whose look-alikes and widths are folded. */
export const findAuthorYears = (text: string): AuthorYear[] => [...latinMentions(text), ...hanMentions(text)];
