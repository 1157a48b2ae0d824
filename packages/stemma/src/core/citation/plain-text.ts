import { parseMarkerInside, stripMarkers } from './markers.ts';

const ENTITY: Readonly<Record<string, string>> = {
  '&#91;': '[',
  '&#93;': ']',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
};

/**
 * What a unit says, without what Markdown and the gate add: markers, list and quote marks, heading signs,
 * table bars, emphasis, code marks, link targets, escapes.
 */
export const plainText = (unit: string): string =>
  stripMarkers(unit)
    .replace(/^(?:[^\S\n]*>)+[^\S\n]?/gmu, '')
    .replace(/^[^\S\n]*(?:[-*+•]|\d{1,3}[.)、]|#{1,6})[^\S\n]+/gmu, '')
    .replace(/!?\[([^\]\n]+)\]\([^)\s]*\)/gu, '$1')
    .replace(/(?<!\\)(\*\*|__|``?)(?=\S)([^\n]*?\S)\1/gu, '$2')
    .replace(/(?<![\\\w*])([*_])(?=\S)([^\n*_]*\S)\1(?![\w*])/gu, '$2')
    .replace(/(?<!\\)\|/gu, ' ')
    .replace(/\\([!-/:-@[-`{-~])/gu, '$1')
    .replace(/&(?:#91|#93|amp|lt|gt);/gu, (entity) => ENTITY[entity] ?? entity)
    .trim();

/** A quotation as a Markdown list item that renders as it stands and passes the gate as one unit. */
export const quoteItem = (sentence: string, evidence: string): string => {
  const escaped = sentence
    .replace(/\s+/gu, ' ')
    .replace(/&(?=#9[13];|amp;|lt;|gt;)/gu, '&amp;')
    .replace(/[\\`*_~$<|]/gu, '\\$&')
    .replace(/\[([^\]\n]{1,80})\](?=([(:])?)/gu, (bracket, inside: string, next?: string) =>
      next || parseMarkerInside(inside) ? `&#91;${inside}&#93;` : bracket,
    );
  return `- ${escaped} [${evidence}]`;
};
