/** Where in its container a work stands. */
export type Locators = {
  volume?: string;
  issue?: string;
  pages?: string;
  /** Volume and issue stand in a form that means nothing else. */
  sure: boolean;
  /** Where the first of them begins; the length of the text without any. */
  start: number;
};

const DASH = '\\s?[-–—‐−]{1,2}\\s?';
const PAGE = '[A-Za-z]?\\d{1,6}[A-Za-z]?';
const PAGES = `${PAGE}(?:${DASH}${PAGE})?`;
const RANGE = `${PAGE}${DASH}${PAGE}`;
const YEAR = '(?:1[5-9]|20)\\d{2}';
const NO_YEAR = `(?!${YEAR}(?!\\d))`;
const ISSUE = `${NO_YEAR}[^()（）\\s]{1,14}`;

type Form = { pattern: RegExp; sure: boolean };

const FORMS: readonly Form[] = [
  // 54(1996), 1034–1063
  {
    pattern: new RegExp(
      `(?<volume>[A-Z]?\\d{1,4})\\s?\\((?:1[5-9]|20)\\d{2}\\),?\\s?(?:pp?\\.\\s?)?(?<pages>${PAGES})`,
      'u',
    ),
    sure: true,
  },
  // 1, 2 (June 1975), 199-207
  {
    pattern: new RegExp(
      `\\s(?<volume>\\d{1,4}),\\s?(?<issue>\\d{1,3})\\s?\\([^()]{0,16}(?:1[5-9]|20)\\d{2}\\),?\\s?(?:pp?\\.\\s?)?(?<pages>${PAGES})`,
      'u',
    ),
    sure: true,
  },
  // 12(3):1–9 · 104(6), 063603 · 12(3): 1-10 · 8(3–4):231–357
  {
    pattern: new RegExp(
      `(?<volume>\\d{1,4})\\s?[(（](?<issue>${ISSUE})[)）]\\s?[,:，：.]?\\s?(?:pp?\\.\\s?)?(?<pages>${PAGES})(?![\\d(（])`,
      'u',
    ),
    sure: true,
  },
  // 4:1–29
  {
    pattern: new RegExp(
      `(?<![\\d:])${NO_YEAR}(?<volume>\\d{1,4})\\s?[:：]\\s?(?<pages>${PAGES})(?!\\d)`,
      'u',
    ),
    sure: true,
  },
  // vol. 41, no. 12, December 1994, pp. 2521–2535
  {
    pattern: new RegExp(
      `\\bvol(?:ume|\\.)?\\s?(?<volume>\\d{1,5})(?:[,;]?\\s*(?:no|issue|number|nr)\\.?\\s?(?<issue>[\\d–/-]{1,9}))?(?:[^.]{0,40}?\\bp(?:p|ages?)?\\.?\\s?(?<pages>${PAGES}))?`,
      'iu',
    ),
    sure: true,
  },
  // Physics, 22, 1980, pp. 563-591
  {
    pattern: new RegExp(
      `[\\s,]${NO_YEAR}(?<volume>[A-Z]?\\d{1,4}),\\s?${YEAR},\\s?(?:pp?\\.\\s?)?(?<pages>${PAGES})`,
      'u',
    ),
    sure: true,
  },
  // Physical Review 159, 98–103 · 521, 436–444 (2015)
  {
    pattern: new RegExp(
      `[\\s,]${NO_YEAR}(?<volume>[A-Z]?\\d{1,4}),\\s?(?:pp?\\.\\s?)?(?<pages>${RANGE})(?!\\d)`,
      'u',
    ),
    sure: false,
  },
  // 2010: 12-15
  { pattern: new RegExp(`(?<!\\d)${YEAR}\\s?[:：]\\s?(?<pages>${PAGES})(?!\\d)`, 'u'), sure: true },
  // pages 1–12 · pp. 43-112 · p. 9
  { pattern: new RegExp(`\\b(?:pp?\\.|pages?)\\s?(?<pages>${PAGES})`, 'iu'), sure: true },
  // , 12(3) and nothing else
  {
    pattern: new RegExp(`[\\s,，](?<volume>\\d{1,4})\\s?[(（](?<issue>${NO_YEAR}\\d[\\d–-]{0,8})[)）]`, 'u'),
    sure: true,
  },
  // , 431–442.
  {
    pattern: new RegExp(`[,，:：]\\s?(?<pages>\\d{1,5}${DASH}\\d{1,5})(?=\\s*(?:[.,;(，。]|$))`, 'u'),
    sure: true,
  },
];

/** Volume, issue and pages of what follows a title. */
export const findLocators = (text: string): Locators => {
  for (const { pattern, sure } of FORMS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const { volume, issue, pages } = match.groups as Record<string, string | undefined>;
    const found = pages ?? pagesAfter(text.slice(match.index + match[0].length));
    return {
      ...(volume !== undefined && { volume }),
      ...(issue !== undefined && { issue: tidyRange(issue) }),
      ...(found !== undefined && { pages: tidyRange(found) }),
      sure,
      start: match.index,
    };
  }
  return { sure: false, start: text.length };
};

const pagesAfter = (text: string): string | undefined =>
  new RegExp(`\\b(?:pp?\\.|pages?)\\s?(?<pages>${PAGES})`, 'iu').exec(text)?.groups?.pages;

const tidyRange = (range: string): string => range.replace(/\s?[-–—‐−]{1,2}\s?/gu, '–');
