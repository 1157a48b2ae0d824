import type { Verdicts } from '@stemma/contract/verdicts';
import { findArxivIds } from '../source/arxiv-id.ts';
import { findDois } from '../source/doi.ts';
import { familyForm } from '../source/identity.ts';
import { foldText } from '../text/fold.ts';
import { type AuthorYear, findAuthorYears } from './author-year.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { foldLookalikes } from './lookalikes.ts';
import { stripMarkers } from './markers.ts';

/** What was found wrong: the verdict and the name as the unit writes it. */
export type IdentityFault = {
  readonly verdict: Exclude<Verdicts['identity'], 'ok'>;
  readonly named: string;
  /** For `wrong_version`: the version that was read; 0 when none is known. */
  readonly read?: number;
};

export type IdentityInput = {
  /** The unit as it stands in the answer. */
  readonly unit: string;
  readonly markers: readonly string[];
  /** Entries the unit's markers name, or the whole ledger when it has none. */
  readonly evidence: Ledger;
  readonly ledger: Ledger;
  readonly question: string;
};

/** A family name, a year and maybe a title word written together: `shapiro2011conflict`. */
const KEY =
  /(?<![\p{L}\p{N}_./:@-])@?(?<key>[A-Za-z][A-Za-z_:-]{1,30}(?:1[5-9]|20|21)\d{2}[A-Za-z][A-Za-z\d_:-]{0,40}|(?<=@)[\p{L}\p{N}][\p{L}\p{N}_:.+-]{2,60})(?![\p{L}\p{N}_])/gu;
const URL = /https?:\/\/[^\s<>"'`）】\])}]+/giu;

const unmarked = (text: string): string => foldLookalikes(stripMarkers(text));

/** Everything a unit may repeat: the passages it cites and the question. */
const readTexts = ({ evidence, question }: IdentityInput): string[] => [
  ...evidence.map((entry) => foldLookalikes(entry.passage.text)),
  foldLookalikes(question),
];

const isWordIn = (texts: readonly string[], word: string): boolean => {
  const sought = foldText(word);
  return texts.some((text) => {
    const folded = foldText(text);
    for (let at = folded.indexOf(sought); at >= 0; at = folded.indexOf(sought, at + 1)) {
      const around = `${folded[at - 1] ?? ' '}${folded[at + sought.length] ?? ' '}`;
      if (!/[a-z0-9]/u.test(around)) return true;
    }
    return false;
  });
};

const unknownMarkers = ({ markers, ledger }: IdentityInput): IdentityFault[] => {
  const known = new Set(ledger.map((entry) => entry.evidence));
  return markers
    .filter((id) => !known.has(id))
    .map((id) => ({ verdict: 'unknown_marker', named: id }) as const);
};

const arxivFaults = (input: IdentityInput, text: string, read: readonly string[]): IdentityFault[] => {
  const written = read.flatMap((entry) => findArxivIds(entry, { bare: true }));
  return findArxivIds(text).flatMap(({ id, version, start, end }): IdentityFault[] => {
    const named = text.slice(start, end);
    const own = input.evidence.filter((entry) => entry.arxivId === id);
    if (written.some((entry) => entry.id === id && entry.version === version)) return [];
    if (own.some((entry) => version === null || entry.arxivVersion === version)) return [];
    if (own[0]) return [{ verdict: 'wrong_version', named, read: own[0].arxivVersion ?? 0 }];
    if (version === null && written.some((entry) => entry.id === id)) return [];
    const other = written.find((entry) => entry.id === id);
    if (other) return [{ verdict: 'wrong_version', named, read: other.version ?? 0 }];
    return [{ verdict: 'foreign_id', named }];
  });
};

/** What calls itself an arXiv id, whether or not it can be one. */
const CLAIMED_ARXIV = /arxiv\s*(?::|\.org\/(?:abs|pdf)\/)\s*(?<id>[\w.-]+(?:\/\d+)?(?:v\d+)?)/giu;

/** Invented ids that no archive could have given (month 99): they name nothing that was read. */
const impossibleArxivFaults = (text: string, read: readonly string[]): IdentityFault[] => {
  const possible = findArxivIds(text);
  return [...text.matchAll(CLAIMED_ARXIV)]
    .filter(
      ({ index, 0: claim }) =>
        !possible.some(({ start, end }) => start < index + claim.length && end > index),
    )
    .filter(({ groups }) => /\d/u.test(groups!.id!) && !isWordIn(read, groups!.id!))
    .map(({ 0: named }) => ({ verdict: 'foreign_id', named }) as const);
};

const doiFaults = (input: IdentityInput, text: string, read: readonly string[]): IdentityFault[] => {
  const known = new Set([
    ...input.evidence.flatMap((entry) => (entry.doi === null ? [] : [entry.doi.toLowerCase()])),
    ...read.flatMap((entry) => findDois(entry).map(({ doi }) => doi)),
  ]);
  return findDois(text)
    .filter(({ doi }) => !known.has(doi) && !/^10\.48550\/arxiv\./u.test(doi))
    .map(({ start, end }) => ({ verdict: 'foreign_id', named: text.slice(start, end) }) as const);
};

/** Blanks out known keys, longest first, so that what stands beside one is not taken for a key. */
const withoutKeys = (text: string, keys: readonly string[]): string => {
  let rest = text;
  for (const key of keys.toSorted((a, b) => b.length - a.length))
    rest = rest.replaceAll(foldLookalikes(key), (found) => ' '.repeat(found.length));
  return rest;
};

const keyFaults = (input: IdentityInput, text: string, read: readonly string[]): IdentityFault[] => {
  const own = input.evidence.map((entry) => entry.sourceKey);
  const rest = withoutKeys(text, own);
  const strangers = input.ledger.map((entry) => entry.sourceKey).filter((key) => !own.includes(key));
  const named = [
    ...[...rest.matchAll(KEY)].map((match) => match.groups!.key!),
    ...strangers.filter((key) => isWordIn([rest], key)),
  ];
  return [...new Set(named)]
    .filter((key) => !isWordIn(read, key))
    .map((key) => ({ verdict: 'foreign_id', named: key }) as const);
};

const namesMatch = (mention: AuthorYear, entry: LedgerEntry): boolean => {
  const known = entry.authors.map((author) => [
    familyForm(author.family),
    familyForm(`${author.family}${author.given ?? ''}`),
  ]);
  return mention.families.every((name, index) => {
    const sought = familyForm(name.replace(/^(?:[\p{Lu}]\.\s*)+/u, ''));
    const forms = index === 0 ? known.slice(0, 1) : known;
    return forms.some(
      ([family, full]) => family === sought || full === sought || isChineseName(sought, family!, full!),
    );
  });
};

/** `张三` names an author stored as family `张` with given `三`, or as the full name alone. */
const isChineseName = (sought: string, family: string, full: string): boolean =>
  /^\p{Script=Han}+$/u.test(sought) &&
  (full.startsWith(sought) || (sought.startsWith(family) && family !== ''));

const isMentionRead = (mention: AuthorYear, read: readonly string[]): boolean =>
  read.some(
    (text) =>
      new RegExp(`(?<!\\d)${mention.year}(?!\\d)`, 'u').test(text) &&
      mention.families.every((name) =>
        /\p{Script=Han}/u.test(name) ? text.includes(name) : isWordIn([text], name),
      ),
  );

const authorYearFaults = (input: IdentityInput, text: string, read: readonly string[]): IdentityFault[] =>
  findAuthorYears(text)
    .filter(
      (mention) =>
        !input.evidence.some((entry) => entry.year === mention.year && namesMatch(mention, entry)) &&
        !isMentionRead(mention, read),
    )
    .map((mention) => ({ verdict: 'foreign_id', named: mention.text }) as const);

const urlFaults = (input: IdentityInput, text: string, read: readonly string[]): IdentityFault[] => {
  const known = [...read, ...input.evidence.map((entry) => entry.uri ?? '')].map((entry) =>
    entry.toLowerCase(),
  );
  return [...text.matchAll(URL)]
    .map((match) => match[0].replace(/[.,;:!?]+$/u, ''))
    .filter((url) => findArxivIds(url).length === 0 && findDois(url).length === 0)
    .filter((url) => !known.some((entry) => entry.includes(url.toLowerCase().replace(/\/$/u, ''))))
    .map((url) => ({ verdict: 'foreign_id', named: url }) as const);
};

/** Blanks out links and ids, so that their parts are not read as keys or names. */
const withoutIds = (text: string): string => {
  let rest = text.replace(URL, (found) => ' '.repeat(found.length));
  for (const { start, end } of [...findArxivIds(rest), ...findDois(rest)])
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  return rest;
};

/**
 * Whether every work a unit names was read: its markers are in the ledger, and each arXiv id, DOI, citation
 * key, author with year and link belongs to a source of its evidence, occurs in a cited passage or stands
 * in the question. A version written must be the version read. Widths, look-alike letters and line-end
 * hyphens are folded first. A unit without markers may name any source of the ledger: it is uncited, which
 * is another check's matter, but it does not name what was not read.
 */
export const identityFaults = (input: IdentityInput): IdentityFault[] => {
  const text = unmarked(input.unit);
  const read = readTexts(input);
  const names = withoutIds(text);
  return [
    ...unknownMarkers(input),
    ...arxivFaults(input, text, read),
    ...impossibleArxivFaults(text, read),
    ...doiFaults(input, text, read),
    ...urlFaults(input, text, read),
    ...keyFaults(input, names, read),
    ...authorYearFaults(
      input,
      withoutKeys(
        names,
        input.evidence.map((entry) => entry.sourceKey),
      ),
      read,
    ),
  ];
};
