import type { BibliographyFault } from '../bibliography.ts';
import type { ItemRemark, Refusal } from '../events.ts';
import { isFaultCode } from '../faults.ts';
import { type Locale, ReadNote } from '../records.ts';
import { en } from './en.ts';
import { type Params, plainText, render } from './render.ts';
import type { FaultWords, Words } from './words.ts';
import { zh } from './zh.ts';

export type { Params } from './render.ts';
export { formatBytes, formatDuration, formatNumber, plainText, render } from './render.ts';
export type { FaultWords, Named, Words } from './words.ts';

const WORDS: Readonly<Record<Locale, Words>> = { en, zh };

/** All words of one language. */
export const wordsOf = (locale: Locale): Words => WORDS[locale];

export type PhraseName = keyof Words['phrases'];
export type CommandName = keyof Words['commands'];
export type FlagName = keyof Words['flags'];

/** One sentence of the command line with its values put in. */
export const phrase = (locale: Locale, name: PhraseName, params: Params = {}): string =>
  render(locale, WORDS[locale].phrases[name], params);

/**
 * A stored or sent fault in three sentences. A code of a newer release is named as such. A parameter
 * `status` or `found` that is a code is put into words.
 */
export const describeFault = (
  locale: Locale,
  fault: { readonly code: string; readonly params: Params },
): FaultWords => {
  const words = WORDS[locale];
  const known = isFaultCode(fault.code);
  const template = known ? words.faults[fault.code as keyof Words['faults']] : words.unknownFault;
  const { status, found } = fault.params;
  const params: Params = {
    ...fault.params,
    ...(!known && { code: fault.code }),
    ...(typeof status === 'string' &&
      Object.hasOwn(words.runStatus, status) && {
        status: words.runStatus[status as keyof Words['runStatus']],
      }),
    ...(typeof found === 'string' &&
      Object.hasOwn(words.foundKinds, found) && {
        found: words.foundKinds[found as keyof Words['foundKinds']],
      }),
  };
  return {
    title: render(locale, template.title, params),
    detail: render(locale, template.detail, params),
    recovery: render(locale, template.recovery, params),
  };
};

/** A note of a reader; a code of a newer release is shown as it is. */
export const describeNote = (locale: Locale, note: string): string => {
  const known = ReadNote.safeParse(note);
  return known.success ? WORDS[locale].readNotes[known.data] : plainText(note);
};

/** What is wrong at one place of a bibliography, in words; line and key are named beside it. */
export const describeBibliographyFault = (
  locale: Locale,
  { code, params }: Pick<BibliographyFault, 'code' | 'params'>,
): string => render(locale, WORDS[locale].bibliographyFaults[code], params);

/** A remark about an input: ours, a fault by its code, or one of a newer release as it is. */
export const describeRemark = (locale: Locale, remark: ItemRemark): string => {
  const { itemRemarks, bibliographyFaults } = WORDS[locale];
  const templates: Readonly<Record<string, string>> = { ...itemRemarks, ...bibliographyFaults };
  const template = Object.hasOwn(templates, remark.code) ? templates[remark.code] : undefined;
  const told =
    template !== undefined
      ? render(locale, template, remark.params)
      : isFaultCode(remark.code)
        ? describeFault(locale, remark).detail
        : plainText(remark.code);
  const { line, key = '' } = remark;
  return line === undefined ? told : phrase(locale, 'remarkAt', { line, key, remark: told });
};

export type RefusalText = {
  readonly title: string;
  readonly sentence: string;
  /** Headed lists; an empty one is left out. */
  readonly lists: readonly { readonly heading: string; readonly items: readonly string[] }[];
};

/** A refusal as people read it: what is missing, and what to search for next. */
export const describeRefusal = (locale: Locale, refusal: Refusal): RefusalText => {
  const { refusals, refusalLists } = WORDS[locale];
  const lists = [
    { heading: refusalLists.missing, items: refusal.missing.map(plainText) },
    { heading: refusalLists.nextSearches, items: refusal.nextSearches.map(plainText) },
  ];
  return { ...refusals[refusal.code], lists: lists.filter((list) => list.items.length > 0) };
};
