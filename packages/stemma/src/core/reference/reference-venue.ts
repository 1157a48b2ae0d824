import type { CslType } from '@stemma/contract/csl';
import type { Locators } from './locators.ts';

export type Venue = {
  container?: string;
  publisher?: string;
  place?: string;
  edition?: string;
  kind?: CslType;
};

const THESIS =
  /\b(?:ph\.?\s?d\.?|doctoral|master'?s?|m\.?sc\.?|diploma)\s*(?:thesis|dissertation)|学位论文|博士论文|硕士论文/iu;
const REPORT = /\b(?:technical report|tech\. rep|working paper|memo\b|research report)/iu;
const EDITION =
  /(?:^|[\s,.(])(?<edition>\d{1,2})(?:st|nd|rd|th)\s(?:ed\b\.?|edition)|第?\s?(?<zh>[\d一二三四五六七八九十]{1,3})\s?版/iu;
const PUBLISHERS =
  /\b(?:press|springer|wiley|elsevier|academic|prentice|mcgraw|north[- ]holland|addison|birkh|cambridge|oxford|norton|macmillan|kaufmann|chapman|siam|ams|crc|dover|pergamon|kluwer|o'reilly|pearson|sage|routledge|world scientific|publish)|出版社/iu;
const IN = /^(?:in\s*[:：]?\s+|\/\/\s*)(?<rest>.+)$/isu;
const YEARS = /[(（]?\b(?:1[5-9]|20)\d{2}[a-z]?\b[)）]?/u;

/** What the work appeared in, or who published it, from what follows the title. */
export const findVenue = (tail: string, locators: Locators): Venue => {
  const venue: Venue = {};
  const edition = EDITION.exec(tail)?.groups;
  if (edition !== undefined) venue.edition = (edition.edition ?? edition.zh)!;
  if (THESIS.test(tail)) {
    venue.kind = 'thesis';
    const school = tidy(tail.replace(THESIS, '').replace(YEARS, ''));
    if (isName(school)) venue.publisher = school;
    return venue;
  }
  if (REPORT.test(tail)) venue.kind = 'report';
  const inside = IN.exec(tail)?.groups?.rest;
  if (inside !== undefined) {
    const container = containerIn(inside);
    if (container !== undefined) venue.container = container;
    venue.kind = /proc|conf|symp|workshop|congress|会议|论文集|[A-Z]{3,}/u.test(inside)
      ? 'paper-conference'
      : 'chapter';
    return venue;
  }
  const lead =
    /^\s*(?:vol(?:ume|\.)?\s?\d+[,.]?\s*)?(?:\d{1,2}(?:st|nd|rd|th)\s(?:ed\b\.?|edition)[,.]?\s*|第?\s?[\d一二三四五六七八九十]{1,3}\s?版[,.，]?\s*)?/iu.exec(
      tail,
    )![0];
  const end = Math.min(locators.start < lead.length ? tail.length : locators.start, endOfYear(tail));
  const front = tidy(tail.slice(lead.length, end));
  const placed =
    /^(?:(?<lead>.*?)[.,]\s+)?(?<place>[\p{Lu}\p{Lo}][\p{L}\s.]{1,40})[:：]\s*(?<publisher>[^:：]{2,80})$/u.exec(
      front,
    );
  if (placed !== null && (locators.volume === undefined || lead !== '')) {
    venue.place = placed.groups!.place!.trim();
    venue.publisher = tidy(placed.groups!.publisher!);
    return venue;
  }
  const name = tidy(
    front
      .replace(/^to (?:be published|appear) in (?:the )?/iu, '')
      .replace(EDITION, '')
      .replace(/[,\s]*(?:vol(?:ume|\.)?\s?\d+)$/iu, ''),
  );
  if (!isName(name)) return venue;
  const isBook = PUBLISHERS.test(name) && locators.issue === undefined;
  const isJournal = (locators.volume !== undefined || locators.pages !== undefined) && !isBook;
  if (isJournal) {
    venue.container = name;
    if (/\bproc(?:eedings|\.)|symposium|conference/iu.test(name)) venue.kind ??= 'paper-conference';
  } else if (isBook || venue.edition !== undefined) {
    const parts = name.split(/,\s+/u);
    const at = parts.findIndex((part) => PUBLISHERS.test(part));
    venue.publisher = at >= 0 ? parts[at]! : name;
  } else if (
    !/^(?:preprint|personal communication|unpublished|manuscript|online|submitted|to appear|arxiv$|lanl|date:|last|included in)/iu.test(
      name,
    )
  ) {
    venue.container = name;
  }
  return venue;
};

/** `Proceedings of X, pages 1–12. ACM` → `Proceedings of X`. */
const containerIn = (text: string): string | undefined => {
  const editors = /^[^.]{0,160}?,?\s*\(?eds?\.?\)?[,:]\s|^.{0,200}?\beditors?,\s+/iu.exec(text);
  const body = editors === null ? text : text.slice(editors[0].length);
  const end = body.search(
    /,\s*(?:\p{Lu}\.\s?){1,3}\p{Lu}\p{Ll}|,\s+(?:[^,.]{2,30},\s+){1,3}(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?\s+\d|[.,;”]\s*(?:pages?\b|pp?\.|[Vv]ol|[Nn]o\.|[Ss]er\.|\(?(?:1[5-9]|20)\d{2}\b)|[,;]\s*\d|(?<!\b(?:Proc|Conf|Int|Intl|Symp|Trans|Comput|Sci|Ann|Adv|Lect|Comp|Soc|Am|Appl|Math|Phys))[.]\s+\p{Lu}(?!\.)|,\s*(?:[A-Z][\p{L}.]+\s?)+,\s*(?:1[5-9]|20)\d{2}|\s\(|,\s*\p{L}+ Press|”/u,
  );
  const name = tidy((end < 0 ? body : body.slice(0, end)).replace(/^[“"‘]/u, ''));
  // `In Canetti and Garay [17]` points at another entry
  return isName(name) && !/\[\d{1,3}\]$/u.test(name) ? name : undefined;
};

const endOfYear = (text: string): number => {
  const at = text.search(YEARS);
  return at < 0 ? text.length : at;
};

/** Without the marks around it; the stop of a name that is abbreviated throughout stays. */
const tidy = (text: string): string => {
  const plain = text.replace(/[\s,.;:(（，。；：]+$/u, '').replace(/^[\s,.;:，。；：]+/u, '');
  return /\.\s/u.test(plain) && text.startsWith('.', text.indexOf(plain) + plain.length)
    ? `${plain}.`
    : plain;
};

const isName = (text: string): boolean => text.length >= 2 && text.length <= 240 && /\p{L}{2}/u.test(text);
