import { parseMarkers } from './markers.ts';

/** A piece of an answer's text: words, or the evidence numbers of one marker. */
export type TextPart = { text: string } | { evidence: string[] };

/** The text cut at its markers (`[E1][E2]`), so that doors can show key and page in their place. */
export const textParts = (text: string): TextPart[] => {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { ids, span } of parseMarkers(text)) {
    if (span.start > at) parts.push({ text: text.slice(at, span.start) });
    parts.push({ evidence: [...ids] });
    at = span.end;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
};
