import type { CslDate } from '@stemma/contract/csl';

const MONTHS: ReadonlyMap<string, number> = new Map(
  'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').map((name, index) => [name, index + 1]),
);

/** 1 to 12 from a number or the name of a month in English; undefined for anything else. */
export const parseMonth = (text: string | undefined): number | undefined => {
  const [word = ''] = (text ?? '')
    .trim()
    .toLowerCase()
    .split(/[^\p{L}\d]/u);
  const number = /^\d{1,2}$/.test(word) ? Number(word) : MONTHS.get(word.slice(0, 3));
  return number !== undefined && number >= 1 && number <= 12 ? number : undefined;
};

const toDay = (text: string | undefined): number | undefined => {
  const day = /^\d{1,2}/.exec((text ?? '').trim())?.[0];
  return day !== undefined && Number(day) >= 1 && Number(day) <= 31 ? Number(day) : undefined;
};

const partsOf = (year: number, month: number | undefined, day: number | undefined): CslDate => ({
  'date-parts': [[year, ...(month === undefined ? [] : [month, ...(day === undefined ? [] : [day])])]],
});

/** A date from year, month and day as a bibliography has them; a year in words stays as written. */
export const toCslDate = (year: string | undefined, month?: string, day?: string): CslDate | undefined => {
  const text = (year ?? '').trim();
  if (text === '') return undefined;
  if (/^-?\d{1,6}$/.test(text)) return partsOf(Number(text) + 0, parseMonth(month), toDay(day));
  return { literal: text };
};

/** `2001-05-03`, `2001/05/03/`, `2001-05`, `2001`, a range by its start; words stay as written. */
export const parseDate = (text: string): CslDate | undefined => {
  const found = /^(-?\d{1,6})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?![\d])/.exec(text.trim());
  const rest = found ? text.trim().slice(found[0].length) : '';
  const isDate = found && (rest === '' || /^(?:[~?%TX]|\s*\/)/.test(rest));
  return isDate ? toCslDate(found[1], found[2], found[3]) : toCslDate(text);
};

export const yearOf = (date: CslDate | undefined): number | undefined => date?.['date-parts']?.[0][0];

/** `2001-05-03`, as far as known; words as written. */
export const isoDate = (date: CslDate | undefined): string | undefined => {
  const parts = date?.['date-parts']?.[0];
  if (!parts) return date?.literal;
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join('-');
};
