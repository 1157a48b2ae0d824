import type { Span } from '@stemma/contract/place';
import { CharacterClass, characterClass } from '../text/characters.ts';
import { isCommonWord } from '../text/commonness.ts';
import { type Folded, fold } from '../text/fold.ts';
import { ENGLISH_STOP_WORDS } from '../text/stop-words.ts';

/** One character of a text as quotes are compared, and where it stands in the folded text. */
type Item = {
  readonly character: string;
  readonly at: number;
  /** A hyphen before white space: a line end, where the word may have been one (`experi-` `ment`). */
  readonly mayJoin?: boolean;
};

const SAME: Readonly<Record<string, string>> = { '。': '.', '、': ',', '．': '.', '·': '.', '⁃': '-' };
const SPACE = /\s/u;
const WORD = /[\p{L}\p{M}\p{N}]/u;
const EDGE = /[\s.,;:!?'-]/u;

const isIdeograph = (character: string): boolean =>
  character !== '' && characterClass(character.codePointAt(0)!) === CharacterClass.ideograph;

/** A common word, or one that the passage holds elsewhere on its own. */
const isKnown = (word: string, text: string): boolean =>
  isCommonWord(word) || new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}-])`, 'u').test(text);

/**
 * Whether the parts around a hyphen at a line end may be one word. `long-` `term` and `n-` `hexadecane`
 * may not, since then words would count as read that the page never had.
 */
const mayJoin = (text: string, hyphen: number, next: number): boolean => {
  const left = /[\p{L}]+$/u.exec(text.slice(Math.max(0, hyphen - 40), hyphen))?.[0] ?? '';
  const right = /^\p{L}+/u.exec(text.slice(next, next + 40))?.[0] ?? '';
  if (left.length < 2 || right === '') return false;
  if (isKnown(left + right, text)) return true;
  return !ENGLISH_STOP_WORDS.has(right) && !(isKnown(left, text) && isKnown(right, text));
};

const toItems = (text: string): Item[] => {
  const items: Item[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at]!;
    if (character === '"') at += 1;
    else if (SPACE.test(character)) {
      let next = at;
      while (next < text.length && (SPACE.test(text[next]!) || text[next] === '"')) next += 1;
      const isTight = isIdeograph(text[at - 1] ?? '') || isIdeograph(text[next] ?? '');
      if (!isTight && items.length > 0 && next < text.length) items.push({ character: ' ', at });
      at = next;
    } else if (character === '-') {
      let next = at + 1;
      while (next < text.length && (text[next] === '-' || SPACE.test(text[next]!))) next += 1;
      const isBreak =
        SPACE.test(text[next - 1]!) && WORD.test(text[at - 1] ?? '') && WORD.test(text[next] ?? '');
      items.push({ character: '-', at, ...(isBreak && { mayJoin: mayJoin(text, at, next) }) });
      at = isBreak ? next : at + 1;
    } else {
      items.push({ character: SAME[character] ?? character, at });
      at += 1;
    }
  }
  return items;
};

/** A passage prepared for finding quotes in it. */
export type QuotePage = { readonly folded: Folded; readonly items: readonly Item[] };

export const toQuotePage = (passage: string): QuotePage => {
  const folded = fold(passage);
  return { folded, items: toItems(folded.text) };
};

/** A quote as it is sought: folded, first with the stops at its ends, then without them. */
const soughtForms = (quote: string): string[] => {
  const characters = toItems(fold(quote).text).map((item) => item.character);
  const whole = characters.join('').trim();
  let start = 0;
  let end = characters.length;
  while (start < end && EDGE.test(characters[start]!)) start += 1;
  while (end > start && EDGE.test(characters[end - 1]!)) end -= 1;
  const bare = characters.slice(start, end).join('');
  if (!WORD.test(bare)) return [];
  return whole === bare ? [bare] : [whole, bare];
};

/** Words run on past an edge: the quote would begin or end inside a word of the page. */
const isInsideWord = (inner: string, outer: string): boolean =>
  WORD.test(inner) && WORD.test(outer) && !isIdeograph(inner) && !isIdeograph(outer);

/** Item behind the last one matched when the quote stands at `start`; -1 otherwise. */
const matchAt = (items: readonly Item[], start: number, sought: string): number => {
  let item = start;
  for (let k = 0; k < sought.length; ) {
    const { character, mayJoin: join } = items[item] ?? { character: '' };
    if (character === sought[k]) k += 1;
    else if (join !== true || k === 0) return -1;
    item += 1;
  }
  return item;
};

/**
 * Where a quote stands word for word in a passage, as a span of the original text; undefined when it does
 * not. Width, case, diacritics, script, quotation marks, white space and line-end hyphens do not count.
 */
export const findQuote = (page: QuotePage, quote: string): Span | undefined => {
  for (const sought of soughtForms(quote)) {
    const span = findSought(page, sought);
    if (span) return span;
  }
  return undefined;
};

const findSought = ({ items, folded }: QuotePage, sought: string): Span | undefined => {
  for (let start = 0; start < items.length; start += 1) {
    if (items[start]!.character !== sought[0]) continue;
    if (start > 0 && isInsideWord(sought[0]!, items[start - 1]!.character)) continue;
    const end = matchAt(items, start, sought);
    if (end < 0 || isInsideWord(sought.at(-1)!, items[end]?.character ?? '')) continue;
    return folded.toOriginal({ start: items[start]!.at, end: items[end - 1]!.at + 1 });
  }
  return undefined;
};
