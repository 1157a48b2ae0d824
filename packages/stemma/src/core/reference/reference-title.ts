/** A title found at the beginning of what follows the authors, and what follows it. */
export type SplitTitle = {
  title: string;
  rest: string;
  /** Quotation marks or a type mark of GB/T 7714 bound it. */
  sure: boolean;
  /** The type mark of GB/T 7714: `J`, `M`, `EB/OL`. */
  mark?: string;
};

const QUOTED =
  /^[^“"„«《‘`]{0,3}(?:“(?<a>[^”]{3,400})”|"(?<b>[^"]{3,400})"|„(?<c>[^“”]{3,400})[“”]|``(?<d>[^']{3,400})''|《(?<e>[^》]{2,200})》|‘(?<f>[^’]{8,400})’(?=[,.\s]))/u;
const TYPE_MARK = /^(?<title>.{2,400}?)\s*[[［](?<mark>[A-Z]{1,2}(?:\/[A-Z]{2})?)[\]］]\s*[.．]?\s*/u;
/** Abbreviations after which a stop ends no title. */
const ABBREVIATION =
  /(?:^|[\s(,])(?:vol|no|nos|pp|proc|conf|int|intl|univ|dept|tech|rep|rev|ser|trans|phys|math|comm|symp|ann|jr|sr|st|vs|resp|e\.g|i\.e|cf|etc|al|ed|eds|fig|eq|dr|mr|mrs|inc|corp|ltd|co|u\.s|\p{Lu})$/iu;
const ENDS_TITLE = /(?<stop>[.?!。？！．])(?=\s|$|(?<=[。．])\S)\s*/gu;
const NEXT_PART =
  /,\s+(?=\p{Lu}|\d|in\s|vol|pp?\.|pages|to (?:be|appear)|unpublished|submitted|lanl|technical|manuscript)/gu;
/** `, volume 138 of Graduate Texts in Mathematics`: no part of the title. */
const SERIES = /,\s*vol(?:ume|\.)\s?\d+(?:\s+of\s.{3,120})?$/iu;
const OPENING = /^[\s.,:;．，：。]+/u;

/** Takes the title from the front of an entry whose authors and early year are off. */
export const splitTitle = (text: string, { hasAuthors }: { hasAuthors: boolean }): SplitTitle | undefined => {
  const separator = OPENING.exec(text)?.[0] ?? '';
  const body = text.slice(separator.length);
  const quoted = QUOTED.exec(body);
  if (quoted !== null) {
    const title = Object.values(quoted.groups!).find((value) => value !== undefined)!;
    return finish(title, body.slice(quoted[0].length), true);
  }
  const marked = TYPE_MARK.exec(body);
  if (marked !== null) {
    const { title, mark } = marked.groups as { title: string; mark: string };
    return finish(title, body.slice(marked[0].length), true, mark);
  }
  const byComma = hasAuthors && /^\s*,/u.test(separator) && !/\./u.test(separator);
  const cut = byComma ? (commaCut(body) ?? stopCut(body)) : stopCut(body);
  return finish(body.slice(0, cut.end), body.slice(cut.next), false);
};

type Cut = { end: number; next: number };

const commaCut = (body: string): Cut | undefined => {
  for (const match of body.matchAll(NEXT_PART)) {
    const before = body.slice(0, match.index);
    const stop = stopCut(before);
    if (stop.end < before.length - 1) return stop;
    // Two words and a comma are the beginning of a longer title more often than a title
    if (before.split(' ').length >= 2 || /^\d/u.test(body.slice(match.index + 2))) {
      return { end: match.index, next: match.index + match[0].length };
    }
  }
  return undefined;
};

const stopCut = (body: string): Cut => {
  for (const match of body.matchAll(ENDS_TITLE)) {
    const end = match.index;
    const before = body.slice(0, end);
    const after = body.slice(end + match[0].length);
    const latin = match.groups!.stop === '.';
    if (latin && ABBREVIATION.test(before) && !/\b(?:part|type|class|chapter|vol)\s\p{Lu}$/iu.test(before))
      continue;
    if (latin && /^\p{Ll}/u.test(after)) continue;
    if (before.length < 3) continue;
    const keep = /[?!？！]/u.test(match.groups!.stop!) ? 1 : 0;
    return { end: end + keep, next: end + match[0].length };
  }
  return { end: body.length, next: body.length };
};

const finish = (title: string, rest: string, sure: boolean, mark?: string): SplitTitle | undefined => {
  const dated = /^(?<title>.*?),\s*(?<year>(?:1[5-9]|20)\d{2})[a-z]?$/u.exec(title.trim());
  const plain = (dated?.groups?.title ?? title)
    .replace(SERIES, '')
    .replace(/[\s,.;:，。；：–—-]+$/u, '')
    .replace(/^[\s,.;:]+/u, '')
    .trim();
  if (plain.length < 2 || !/\p{L}{2}/u.test(plain) || plain.length > 400) return undefined;
  const series = SERIES.exec(title)?.[0];
  const tail = `${series === undefined ? '' : `${series.replace(/^,\s*/u, '')}. `}${rest.replace(OPENING, '')}`;
  return { title: plain, rest: tail, sure, ...(mark !== undefined && { mark }) };
};
