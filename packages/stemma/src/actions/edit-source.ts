import { type Author, Facts, Source } from '@stemma/contract/records';
import { z } from 'zod';
import { parseArxivId } from '../core/source/arxiv-id.ts';
import { parseDoi } from '../core/source/doi.ts';
import { decideIdentity } from '../core/source/identity.ts';
import { titleForm } from '../core/source/title-form.ts';
import { StemmaError } from '../errors/stemma-error.ts';
import type { FactEdit } from '../ports/source-store.ts';
import type { OwnedStores } from '../ports/stores.ts';
import { rearranged } from '../workflows/library/arrange-source.ts';
import { describeWork } from '../workflows/library/place-work.ts';
import { defineAction } from './action.ts';
import { findSource } from './find-source.ts';

const Field = Facts.keyof();
type Field = z.infer<typeof Field>;

const Given = z.object({
  title: z.string().optional(),
  /** Each as `Family, Given`, or the whole name. */
  authors: z.array(z.string()).optional(),
  year: z.int().optional(),
  venue: z.string().optional(),
  doi: z.string().optional(),
  arxiv: z.string().optional(),
  language: z.string().optional(),
});
type Given = z.infer<typeof Given>;

type Change = { field: Field; value: FactEdit['value'] };

const wrong = (field: string, value: string, expected: string): StemmaError =>
  new StemmaError('fact_invalid', { field, value, expected });

const oneLine = (field: Field, text: string): Change => {
  const value = text.replace(/\s+/gu, ' ').trim().normalize('NFC');
  if (value === '') throw wrong(field, text, 'text');
  return { field, value };
};

const toAuthor = (text: string): Author => {
  const [family = '', given = ''] = text.split(/[,，](.*)/su).map((part) => part.trim().normalize('NFC'));
  if (family === '') throw wrong('author', text, 'Family, Given');
  return { family, ...(given !== '' && { given }) };
};

const toYear = (year: number): Change => {
  if (year < 1500 || year > 2200) throw wrong('year', String(year), '1500 … 2200');
  return { field: 'year', value: year };
};

const toDoi = (text: string): Change => {
  const doi = parseDoi(text);
  if (doi === undefined) throw wrong('DOI', text, '10.1000/xyz');
  return { field: 'doi', value: doi };
};

/** The version goes with the id: one that was given for another id is taken back. */
const toArxiv = (text: string): Change[] => {
  const arxiv = parseArxivId(text);
  if (!arxiv) throw wrong('arXiv id', text, '2401.12345v2');
  return [
    { field: 'arxivId', value: arxiv.id },
    { field: 'arxivVersion', value: arxiv.version },
  ];
};

const changesOf = (given: Given): Change[] => [
  ...(given.title === undefined ? [] : [oneLine('title', given.title)]),
  ...(given.authors === undefined || given.authors.length === 0
    ? []
    : [{ field: 'authors' as const, value: given.authors.map(toAuthor) }]),
  ...(given.year === undefined ? [] : [toYear(given.year)]),
  ...(given.venue === undefined ? [] : [oneLine('venue', given.venue)]),
  ...(given.doi === undefined ? [] : [toDoi(given.doi)]),
  ...(given.arxiv === undefined ? [] : toArxiv(given.arxiv)),
  ...(given.language === undefined ? [] : [oneLine('language', given.language)]),
];

/** Names of facts as people may write them. */
const RESETS: Readonly<Record<string, readonly Field[]>> = {
  title: ['title'],
  author: ['authors'],
  authors: ['authors'],
  year: ['year'],
  venue: ['venue'],
  doi: ['doi'],
  arxiv: ['arxivId', 'arxivVersion'],
  language: ['language'],
};

const resetsOf = (names: readonly string[]): Change[] =>
  names.flatMap((name) => {
    const fields = Object.hasOwn(RESETS, name) ? RESETS[name] : undefined;
    if (!fields) throw wrong('reset', name, Object.keys(RESETS).join(', '));
    return fields.map((field) => ({ field, value: null }));
  });

/** Another source that the changed facts say is the same work; told, never joined. */
const sameWork = async (tx: OwnedStores, source: Source, facts: Facts): Promise<string | null> => {
  const described = describeWork(facts);
  const different = new Set([source.id, ...(await tx.sources.differentFrom(source.id))]);
  const others = (await tx.sources.findIdentities(described)).filter(({ id }) => !different.has(id));
  const decision = decideIdentity(described, others);
  return decision.kind === 'same'
    ? others.find(({ id }) => id === decision.sourceId)!.key
    : decision.duplicateOf;
};

/**
 * Corrects facts of a source: what the person says overrules every other origin until it is reset. Each
 * change is kept. Identity is not decided anew: another source it may equal now is named as a hint.
 */
export const editSource = defineAction({
  name: 'edit-source',
  input: z.object({ key: z.string(), set: Given, reset: z.array(z.string()).default([]) }),
  output: z.object({
    source: Source,
    facts: Facts,
    changed: z.array(Field),
    sameAs: z.string().nullable(),
  }),
  run: (context, { key, set, reset }) =>
    context.stores.transaction(async (tx) => {
      const source = await findSource(tx, key);
      const changes = [...resetsOf(reset), ...changesOf(set)];
      if (changes.length === 0) throw new StemmaError('edit_empty', { key: source.key });
      const at = context.clock.now();
      await rearranged(tx, source.id, async () => {
        for (const change of changes) await tx.sources.putEdit(source.id, { ...change, at });
      });
      const facts = await tx.sources.facts(source.id);
      if (changes.some(({ field }) => field === 'title'))
        await tx.sources.setTitleForm(source.id, titleForm(facts.title?.value ?? ''));
      const sameAs = await sameWork(tx, source, facts);
      const changed = [...new Set(changes.map(({ field }) => field))];
      return { source: (await tx.sources.find(source.id))!, facts, changed, sameAs };
    }),
});
