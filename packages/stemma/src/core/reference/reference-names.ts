import type { Author } from '@stemma/contract/records';
import { familyLength } from '../source/surnames.ts';

/** Names at the beginning of an entry, and where what follows them begins. */
export type ParsedNames = { authors: Author[]; end: number; etAl: boolean };

const PARTICLES = '(?:(?:van|von|der|den|de|da|di|del|della|dos|du|la|le|el|bin|al|ten|ter|zu|af)\\s+){0,3}';
const WORD = "\\p{Lu}[\\p{L}\\p{M}'’]*\\p{Ll}[\\p{L}\\p{M}'’]*";
const FAMILY = `${PARTICLES}${WORD}(?:[-‐–]\\p{L}[\\p{L}\\p{M}'’]*)?`;
const INITIAL = '(?:\\p{Lu}|Ch|Sh|Yu|Ya|Ju|Th|Ph)\\.';
const INITIALS = `${INITIAL}(?:\\s?[-‐]?\\s?${INITIAL}){0,4}`;
const LATIN_FORMS: readonly { form: RegExp; familyFirst: boolean; spelled?: true }[] = [
  // Hoare, C.A.R. · Dahl, O-J. · Kingma, D. P.
  {
    form: new RegExp(
      `(?<family>${FAMILY}(?:\\s${FAMILY})?),\\s*(?<given>(?:\\p{Lu}-)?${INITIALS})(?:,\\s*Jr\\.?)?(?!\\p{L})`,
      'uy',
    ),
    familyFirst: true,
  },
  // D. P. Kingma · U.Vazirani · J.-P. Serre · Donald E. Knuth
  {
    form: new RegExp(
      `(?<given>(?:${WORD}\\s)?${INITIALS})\\s?(?<family>${FAMILY}(?:\\s${FAMILY})?)(?=\\s*[,;.&:(“"‘]|\\s+and\\s|\\s*$|\\s+et\\s|\\s+等)`,
      'uy',
    ),
    familyFirst: false,
  },
  // Varga I · Kingma DP · Zhang X-Y
  {
    form: new RegExp(
      `(?<family>${FAMILY})\\s(?<given>\\p{Lu}(?:[-\\s]?\\p{Lu}){0,2})(?=\\s*[,.;(，、]|\\s+et\\s|\\s+等)`,
      'uy',
    ),
    familyFirst: true,
  },
  // Okonjo, Tomas · only in lists of such names, parted by `;` or `and`
  {
    form: new RegExp(
      `(?<family>${FAMILY}),\\s(?<given>${WORD}(?:\\s${INITIALS})?)(?=\\s*;|\\s+and\\s)`,
      'uy',
    ),
    familyFirst: true,
    spelled: true,
  },
  // Divesh Aggarwal · Noah Stephens-Davidowitz · Christine van Vredendaal
  {
    form: new RegExp(
      `(?<given>${WORD}(?:-${WORD})?(?:\\s${WORD})?)\\s(?<family>${FAMILY})(?=\\s*[,;.&]|\\s+and\\s|\\s+et\\s)`,
      'uy',
    ),
    familyFirst: false,
    spelled: true,
  },
];
const SPELLED_NO_NAME =
  /\b(?:machine|deep|learning|theory|model|data|analysis|system|systems|network|networks|software|advanced|introduction|handbook|journal|press|university|institute|proceedings|conference|international|national|society|association|committee|project|group|review|quantum|physics|science|the|an?)\b/iu;
const HAN_NAME = /[\u4e00-\u9fff]{2,4}(?:·[\u4e00-\u9fff]{1,6})?(?=\s*[,，、;；.．。]|\s*等|\s*$)/uy;
const ET_AL = /(?:,?\s*(?:et\.?\s+al\.?|and\s+others)|[,，]?\s*等)(?!\p{L})/uy;
const SEPARATOR =
  /\s*(?:[,;，；、]\s*(?:and\s+|&\s*|和\s*|…\s*|(?:\.\s?){3})?|&\s*|\band\s+|\bund\s+|和)\s*/uy;
const LONGEST_LIST = 400;

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

type Name = { author: Author; end: number; form: number };
/** What is known of the list a name stands in. */
type NameList = { form: number | undefined; initialsOnly: boolean; afterAnd: boolean };

const hanName = (text: string, at: number): Name | undefined => {
  const found = matchAt(HAN_NAME, text, at)?.[0];
  if (found === undefined) return undefined;
  const cut = familyLength(found);
  return {
    author: { family: found.slice(0, cut), given: found.slice(cut) },
    end: at + found.length,
    form: -1,
  };
};

/** The name at a place; a list keeps to the form of its first name where that can be read so. */
const nameAt = (text: string, at: number, list: NameList): Name | undefined => {
  const { form } = list;
  const han = hanName(text, at);
  if (han !== undefined) return han;
  const order = LATIN_FORMS.map((_, index) => index);
  if (form !== undefined && form >= 0) order.sort((a, b) => Number(b === form) - Number(a === form));
  for (const index of order) {
    const { form: pattern, spelled } = LATIN_FORMS[index]!;
    const match = matchAt(pattern, text, at);
    if (match === null || (spelled && SPELLED_NO_NAME.test(match[0]))) continue;
    // In a list of names with initials, two words behind a comma are the beginning of the title
    if (spelled && list.initialsOnly && !list.afterAnd) continue;
    const { family, given } = match.groups as { family: string; given: string };
    return {
      author: { family: family.trim(), given: given.trim() },
      end: at + match[0].length,
      form: index,
    };
  }
  return undefined;
};

/** Names an entry begins with, in any of the usual orders; no authors when it begins with none. */
export const readNames = (entry: string): ParsedNames => {
  const authors: Author[] = [];
  let end = 0;
  let at = 0;
  const list: NameList = { form: undefined, initialsOnly: false, afterAnd: false };
  while (authors.length < LONGEST_LIST) {
    const name = nameAt(entry, at, list);
    if (name === undefined) break;
    authors.push(name.author);
    if (list.form === undefined)
      list.initialsOnly = !/\p{Ll}{2}|\p{Script=Han}/u.test(name.author.given ?? '');
    list.form ??= name.form;
    end = name.end;
    const etAl = matchAt(ET_AL, entry, end);
    if (etAl !== null) return { authors, end: end + etAl[0].length, etAl: true };
    const separator = matchAt(SEPARATOR, entry, end);
    if (separator === null || separator[0] === '') break;
    at = end + separator[0].length;
    list.afterAnd = /and|&/u.test(separator[0]);
    const late = matchAt(/et\.?\s+al\.?|等/uy, entry, at);
    if (late !== null) return { authors, end: at + late[0].length, etAl: true };
  }
  return { authors, end, etAl: false };
};
