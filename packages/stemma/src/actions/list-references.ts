import { CslItem } from '@stemma/contract/csl';
import { HashId } from '@stemma/contract/ids';
import { Span } from '@stemma/contract/place';
import type { Passage } from '@stemma/contract/records';
import { z } from 'zod';
import { findCitations } from '../core/reference/find-citations.ts';
import { linkCitations } from '../core/reference/link-citations.ts';
import { describeReference, matchReference } from '../core/reference/match-reference.ts';
import { type ReferenceEntry, toReferenceEntries } from '../core/reference/reference-entries.ts';
import type { OwnedStores } from '../ports/stores.ts';
import { defineAction } from './action.ts';
import { findSource } from './find-source.ts';

const Place = z.object({
  passageId: HashId,
  page: z.int().positive().nullable(),
  pageLabel: z.string().nullable(),
});

export const ListedReference = z.object({
  /** What is printed before the entry: `12`, `BB94`. */
  label: z.string().nullable(),
  /** The entry as printed. */
  raw: z.string(),
  /** Its fields as far as they could be read, as a CSL-JSON item. */
  item: CslItem.omit({ id: true }).partial(),
  /** `sure`: the entry marks the field as such; `likely`: it stands where such a thing stands. */
  confidence: z.record(z.string(), z.enum(['sure', 'likely'])),
  /** Key of the source of the library it is, and what says so. */
  source: z.string().nullable(),
  matchedBy: z.enum(['doi', 'arxiv_id', 'title']).nullable(),
  places: z.array(Place),
  /** Where the text cites it. */
  citedAt: z.array(Place.extend({ span: Span, text: z.string() })),
});
export type ListedReference = z.infer<typeof ListedReference>;

type CitedAt = ListedReference['citedAt'][number];

const placeOf = ({ id, page, pageLabel }: Passage) => ({ passageId: id, page, pageLabel });

/** Places in the running text that cite each entry, and how many mentions fit no single entry. */
const citedPlaces = (
  passages: readonly Passage[],
  entries: readonly ReferenceEntry[],
): { places: CitedAt[][]; unlinked: number } => {
  const places: CitedAt[][] = entries.map(() => []);
  let unlinked = 0;
  const labels = new Set(entries.flatMap(({ label }) => label ?? []));
  const listed = new Set(entries.flatMap((entry) => entry.passages.map(({ id }) => id)));
  for (const passage of passages) {
    if (listed.has(passage.id) || passage.kind === 'code') continue;
    for (const { mention, entries: found } of linkCitations(findCitations(passage.text, labels), entries)) {
      const { start, end, text } = mention;
      for (const index of found) {
        if (index === null) unlinked += 1;
        else places[index]!.push({ ...placeOf(passage), span: { start, end }, text });
      }
    }
  }
  return { places, unlinked };
};

const matchEntry = async (stores: OwnedStores, entry: ReferenceEntry, sourceId: string) => {
  const { doi, arxivId, titleForm } = describeReference(entry);
  const candidates = await stores.sources.findIdentities({ doi, arxivId, titleForm });
  return matchReference(
    entry,
    candidates.filter(({ id }) => id !== sourceId),
  );
};

/** The reference list of a source: its entries with their fields, the sources they are, and where they are cited. */
export const listReferences = defineAction({
  name: 'list-references',
  input: z.object({ key: z.string() }),
  output: z.object({
    key: z.string(),
    title: z.string(),
    references: z.array(ListedReference),
    /** Citations in the text that fit no entry, or more than one. */
    unlinked: z.int().nonnegative(),
  }),
  run: async ({ stores }, { key }) => {
    const source = await findSource(stores, key);
    const passages = await stores.sources.passages(source.id);
    const entries = toReferenceEntries(passages);
    const { places, unlinked } = citedPlaces(passages, entries);
    const references: ListedReference[] = [];
    for (const [index, entry] of entries.entries()) {
      const match = await matchEntry(stores, entry, source.id);
      references.push({
        label: entry.label,
        raw: entry.raw,
        item: entry.item,
        confidence: entry.confidence,
        source: match?.key ?? null,
        matchedBy: match?.by ?? null,
        places: entry.passages.map(placeOf),
        citedAt: places[index]!,
      });
    }
    return { key: source.key, title: source.title, references, unlinked };
  },
});
