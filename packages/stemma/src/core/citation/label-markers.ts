import { parseMarkers } from './markers.ts';

/**
 * The text with each marker (`[E1][E2]`) replaced by what people see of it. `labelOf` gives the label of an
 * evidence number, or undefined for one that supports nothing; a marker without labels is left out.
 */
export const labelMarkers = (text: string, labelOf: (evidence: string) => string | undefined): string => {
  let labelled = '';
  let at = 0;
  for (const { ids, span } of parseMarkers(text)) {
    const labels = [...new Set(ids.flatMap((id) => labelOf(id) ?? []))];
    const before = text.slice(at, span.start);
    labelled += labels.length > 0 ? `${before}[${labels.join('; ')}]` : before.trimEnd();
    at = span.end;
  }
  return labelled + text.slice(at);
};
