import type { Passage } from '@stemma/contract/records';
import { type ParsedReference, parseReference, splitLabel } from './parse-reference.ts';

export type ReferenceEntry = ParsedReference & {
  /** Passages it is printed in. */
  passages: readonly Passage[];
};

/** Share of labelled entries that makes a list a labelled one. */
const LABELLED_SHARE = 0.6;
const HEADING = /(?:references|bibliography|literature cited|works cited|参考文献)\s*[.:：]?$/iu;
/** Entries written one after the other in one paragraph. */
const NEXT_ENTRY = /\s(?=\[\d{1,3}\]\s+[\p{Lu}\p{Lo}])/u;

/**
 * Entries of a reference list from the passages of a reading: those read as such, and in files without
 * pages the text under a heading of that name. In a labelled list what has no label goes on with the entry
 * before it.
 */
export const toReferenceEntries = (passages: readonly Passage[]): ReferenceEntry[] => {
  const printed = passages
    .filter((passage) => passage.kind === 'reference' || isListText(passage))
    .flatMap((passage) => passage.text.split(NEXT_ENTRY).map((text) => ({ text, passage })));
  const labelled = printed.filter(({ text }) => splitLabel(text).label !== null).length;
  const isLabelled = printed.length > 0 && labelled >= LABELLED_SHARE * printed.length;
  const joined: { text: string; passages: Passage[] }[] = [];
  for (const { text, passage } of printed) {
    const last = joined.at(-1);
    if (isLabelled && last !== undefined && splitLabel(text).label === null) {
      last.text += ` ${text}`;
      last.passages.push(passage);
    } else joined.push({ text, passages: [passage] });
  }
  return joined
    .map((entry) => ({ ...parseReference(entry.text), passages: entry.passages }))
    .filter(({ item, label }) => label !== null || item.title !== undefined || item.author !== undefined);
};

const isListText = ({ kind, section, regions }: Passage): boolean =>
  kind === 'text' && regions.length === 0 && HEADING.test(section.at(-1) ?? '');
