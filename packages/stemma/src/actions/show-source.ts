import { CslItem } from '@stemma/contract/csl';
import { Author, Facts, FileStanding, JoinedBy, Passage, Source, SourceFile } from '@stemma/contract/records';
import { z } from 'zod';
import { recordUri } from '../core/source/record-facts.ts';
import { StemmaError } from '../errors/stemma-error.ts';
import type { FileOfSource } from '../ports/source-store.ts';
import type { OwnedStores } from '../ports/stores.ts';
import { defineAction } from './action.ts';
import { findSource } from './find-source.ts';

const Section = z.object({ path: z.array(z.string()), page: z.int().nullable(), passages: z.int() });

const FactValue = z.union([z.string(), z.number(), z.array(Author)]);

const ShownFile = z.object({
  /** Its number in the source, from 1, as `sources split` takes it. */
  n: z.int(),
  file: SourceFile,
  facts: Facts,
  standing: FileStanding,
  record: CslItem.nullable(),
  /** A newer version of the same arXiv id that is here too. */
  newerVersion: z.int().nullable(),
  joined: z.object({ by: JoinedBy, at: z.int(), formerKey: z.string().nullable() }).nullable(),
});

/** Sections in reading order: each path once, with the page it begins on. */
const sectionsOf = (passages: readonly Passage[]): z.input<typeof Section>[] => {
  const sections = new Map<string, z.input<typeof Section>>();
  for (const { section, page } of passages) {
    if (section.length === 0) continue;
    const name = section.join('\n');
    const known = sections.get(name);
    if (known) known.passages += 1;
    else sections.set(name, { path: section, page, passages: 1 });
  }
  return [...sections.values()];
};

/** The newest version among the files of one arXiv id, when a file is older than it. */
const newerThan = ({ facts }: FileOfSource, files: readonly FileOfSource[]): number | null => {
  const { arxivId, arxivVersion } = facts;
  if (!arxivId || !arxivVersion) return null;
  const versions = files
    .filter((other) => other.standing !== 'replaced' && other.facts.arxivId?.value === arxivId.value)
    .map((other) => other.facts.arxivVersion?.value ?? 0);
  const newest = Math.max(...versions);
  return newest > arxivVersion.value ? newest : null;
};

const shownFiles = async (stores: OwnedStores, sourceId: string): Promise<z.input<typeof ShownFile>[]> => {
  const [files, joins] = await Promise.all([stores.sources.files(sourceId), stores.sources.joins(sourceId)]);
  return files.map((entry, index) => {
    const join = joins.findLast(({ fileId }) => fileId === entry.file.id);
    return {
      n: index + 1,
      file: entry.file,
      facts: entry.facts,
      standing: entry.standing,
      record: entry.record,
      newerVersion: newerThan(entry, files),
      joined: join ? { by: join.by, at: join.at, formerKey: join.formerKey } : null,
    };
  });
};

export const showSource = defineAction({
  name: 'show-source',
  input: z.object({ key: z.string(), page: z.int().positive().optional() }),
  output: z.object({
    source: Source,
    /** Other keys it answers to. */
    aliases: z.array(z.string()),
    /** What it shows, each fact with its origin. */
    facts: Facts,
    /** What the person changed, oldest first; null is a value taken back. */
    edits: z.array(z.object({ field: z.string(), value: FactValue.nullable(), at: z.int() })),
    /** Where a registry describes the work. */
    uri: z.string().nullable(),
    files: z.array(ShownFile),
    sections: z.array(Section),
    passages: z.array(Passage),
  }),
  run: async ({ stores }, { key, page }) => {
    const source = await findSource(stores, key);
    if (page !== undefined && page > source.pages)
      throw new StemmaError('page_out_of_range', { key: source.key, page, pages: source.pages });
    const [files, all, facts, edits, { keys }] = await Promise.all([
      shownFiles(stores, source.id),
      stores.sources.passages(source.id),
      stores.sources.facts(source.id),
      stores.sources.edits(source.id),
      stores.sources.keys(source.id),
    ]);
    const passages =
      page === undefined
        ? all
        : all.filter((passage) => passage.regions.some((region) => region.page === page));
    return {
      source,
      aliases: keys.slice(1),
      facts,
      edits,
      uri: recordUri(source) ?? null,
      files,
      sections: sectionsOf(all),
      passages,
    };
  },
});
