import type { Span } from '@stemma/contract/place';
import { foldLookalikes } from './lookalikes.ts';

/** A bracket that names evidence: `[E3]`, `[E1, E2]`, `[E1-E3]`, `【E3】`. */
export type Marker = { readonly ids: readonly string[]; readonly span: Span };

/** Widest range that is spelled out; a wider one is taken as its two ends. */
const RANGE = 20;
const BRACKET = /(?<!\\)[[【［〔]([^[\]【】［］〔〕\n]{2,80})[\]】］〕]/gu;
const ONE = '([ER])\\s*([0-9]{1,4})';
const ITEM = new RegExp(`^${ONE}(?:\\s*-+\\s*(?:([ER])\\s*)?([0-9]{1,4}))?$`, 'iu');

const expandItem = (item: string): string[] | undefined => {
  const match = ITEM.exec(item.trim());
  if (!match) return undefined;
  const letter = match[1]!.toUpperCase();
  const from = Number(match[2]);
  if (match[4] === undefined) return [`${letter}${from}`];
  const to = Number(match[4]);
  if (match[3] && match[3].toUpperCase() !== letter) return undefined;
  if (to < from || to - from > RANGE) return [`${letter}${from}`, `${letter}${to}`];
  return Array.from({ length: to - from + 1 }, (_, index) => `${letter}${from + index}`);
};

/** The ids a bracket's inside names; undefined when it is no marker. Widths and look-alikes are folded. */
export const parseMarkerInside = (inside: string): string[] | undefined => {
  const items = foldLookalikes(inside)
    .split(/[,;、，；]|(?<=[0-9])\s+(?=[ER])/iu)
    .filter((item) => item.trim() !== '');
  const ids: string[] = [];
  for (const item of items) {
    const expanded = expandItem(item);
    if (!expanded) return undefined;
    ids.push(...expanded);
  }
  return ids.length > 0 ? ids : undefined;
};

/** Markers of a text in reading order. A link `[E3](…)` is a marker too; an escaped `\[E3]` is none. */
export const parseMarkers = (text: string): Marker[] => {
  const markers: Marker[] = [];
  for (const match of text.matchAll(BRACKET)) {
    const ids = parseMarkerInside(match[1]!);
    if (ids) markers.push({ ids, span: { start: match.index, end: match.index + match[0].length } });
  }
  return markers;
};

/** Distinct evidence ids of a text, in order of first mention. */
export const markerIds = (text: string): string[] => [
  ...new Set(parseMarkers(text).flatMap((marker) => marker.ids)),
];

/** The text without its markers and the white space before each. */
export const stripMarkers = (text: string): string => {
  let stripped = '';
  let from = 0;
  for (const { span } of parseMarkers(text)) {
    stripped += text.slice(from, span.start).trimEnd();
    from = span.end;
  }
  return stripped + text.slice(from);
};
