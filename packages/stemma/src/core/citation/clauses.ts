import type { Span } from '@stemma/contract/place';

/** Where one question ends and another begins in a sentence. */
const BOUNDARY =
  /[?？;；]+|[,，]\s*(?:and|but|or)\s+|\s+and\s+(?=(?:what|which|how|why|when|where|who|does|do|is|are|can)\b)|[,，](?=\s*(?:what|which|how|why|when|where|who)\b)|[，,]?(?:以及|还有|并且|另外)|[，](?=[^，。]*(?:多少|什么|如何|怎样|为什么|哪|几))/giu;

/** The questions in a question, as spans of it; one when it asks for one thing. */
export const clauseSpans = (question: string): Span[] => {
  const spans: Span[] = [];
  let start = 0;
  for (const match of question.matchAll(BOUNDARY)) {
    spans.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  spans.push({ start, end: question.length });
  return spans.filter(({ start: from, end }) => question.slice(from, end).trim() !== '');
};
