import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts, Passage } from '@stemma/contract/records';
import { createPdfiumReader } from 'stemma/adapters/pdfium/pdfium-reader';
import type { ReferenceEntry } from 'stemma/core/reference/reference-entries';
import { toReferenceEntries } from 'stemma/core/reference/reference-entries';
import type { Reading } from 'stemma/ports/document-reader';
import { processEntry } from 'stemma/processes/entry';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../e2e/stemma.ts';
import { FACTS_TRUTH, type FactsTruth } from './facts-truth.ts';
import { REFERENCES_TRUTH, type ReferenceTruth } from './references-truth.ts';

const reader = createPdfiumReader({ entry: processEntry('pdf-reader'), concurrency: 2 });
afterAll(() => reader.close());

const readings = new Map<string, Promise<Reading>>();
const read = (name: string): Promise<Reading> => {
  const known = readings.get(name);
  if (known !== undefined) return known;
  const reading = reader.read(
    { path: join(ROOT, name), shownPath: name, kind: 'pdf' },
    { signal: new AbortController().signal },
  );
  readings.set(name, reading);
  return reading;
};

/** Third-party and shared files are beside the repository on some machines. */
const present = (names: readonly string[]): string[] => {
  const absent = names.filter((name) => !existsSync(join(ROOT, name)));
  if (absent.length > 0)
    process.stdout.write(
      `not looked at, for they are not here: ${absent.length} files beside the repository\n`,
    );
  return names.filter((name) => !absent.includes(name));
};

type Verdict = 'right' | 'absent' | 'wrong';

const judge = (found: unknown, wanted: unknown): Verdict => {
  if (found === undefined || found === null)
    return wanted === null || wanted === undefined ? 'right' : 'absent';
  return found === wanted ? 'right' : 'wrong';
};

const createTally = () => {
  const counts = new Map<string, Record<Verdict, number>>();
  const faults: string[] = [];
  return {
    counts,
    faults,
    add: (field: string, where: string, found: unknown, wanted: unknown): void => {
      const verdict = judge(found, wanted);
      const row = counts.get(field) ?? { right: 0, absent: 0, wrong: 0 };
      row[verdict] += 1;
      counts.set(field, row);
      if (verdict !== 'right')
        faults.push(`${where}: ${field} ${verdict}: ${String(found)} / ${String(wanted)}`);
    },
    print: (title: string): void => {
      const rows = [...counts].map(
        ([field, { right, absent, wrong }]) => `${field} ${right} right, ${absent} absent, ${wrong} wrong`,
      );
      process.stdout.write(`${title}: ${rows.join('; ')}\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
    },
  };
};

/** What a page says: a value that comes from a file's own data is no reading of the page. */
const printed = <T>(fact: { value: T; origin: string } | undefined): T | undefined =>
  fact?.origin === 'metadata' ? undefined : fact?.value;

const judgeFacts = (
  tally: ReturnType<typeof createTally>,
  name: string,
  facts: Facts,
  truth: FactsTruth,
): void => {
  tally.add('title', name, printed(facts.title), truth.title);
  tally.add(
    'authors',
    name,
    facts.authors?.value.map(({ family }) => family).join(' '),
    truth.families.join(' '),
  );
  tally.add('year', name, printed(facts.year), truth.year);
  tally.add('venue', name, printed(facts.venue), truth.venue);
  const arxiv = facts.arxivId && `${facts.arxivId.value}v${facts.arxivVersion?.value ?? ''}`;
  tally.add('arXiv', name, arxiv, truth.arxiv);
};

const judgeReference = (
  tally: ReturnType<typeof createTally>,
  where: string,
  { item }: ReferenceEntry,
  truth: ReferenceTruth,
): void => {
  tally.add('authors', where, item.author?.map(({ family }) => family).join(' '), truth.families);
  tally.add('year', where, item.issued?.['date-parts']?.[0][0], truth.year);
  tally.add('title', where, item.title, truth.title);
  if (truth.venue !== undefined)
    tally.add('venue', where, item['container-title'] ?? item.publisher, truth.venue);
  tally.add('volume', where, item.volume, truth.volume);
  tally.add('pages', where, item.page, truth.page);
  tally.add('DOI', where, item.DOI, truth.DOI);
  tally.add('arXiv', where, item.arxivId, truth.arxivId);
};

/** A list that is set by hand, without `\\bibitem`. */
const BY_HAND: Readonly<Record<string, readonly string[]>> = {
  'examples/library/driven-resonance.pdf': ['varga', 'landau', 'french'],
};

const bibitems = (pdf: string): readonly string[] =>
  BY_HAND[pdf] ??
  [
    ...readFileSync(join(ROOT, pdf.replace(/\.pdf$/u, '.tex')), 'utf8').matchAll(/\\bibitem\{([^}]+)\}/gu),
  ].map((match) => match[1]!);

const share = (tally: ReturnType<typeof createTally>): number => {
  const rows = [...tally.counts.values()];
  const right = rows.reduce((sum, row) => sum + row.right, 0);
  return right / rows.reduce((sum, row) => sum + row.right + row.absent + row.wrong, 0);
};

describe('what is read from papers whose truth is known', () => {
  it('facts of first pages', { timeout: 240_000 }, async () => {
    const tally = createTally();
    for (const name of present(Object.keys(FACTS_TRUTH)))
      judgeFacts(tally, name, (await read(name)).facts, FACTS_TRUTH[name]!);
    tally.print('facts');
    expect(share(tally)).toBeGreaterThanOrEqual(0.95);
    expect(tally.counts.get('title')).toMatchObject({ absent: 0, wrong: 0 });
    expect(tally.counts.get('authors')).toMatchObject({ wrong: 0 });
  });

  it('entries of reference lists and their fields', { timeout: 240_000 }, async () => {
    const tally = createTally();
    let entriesFound = 0;
    let entriesThere = 0;
    const withTex = Object.keys(FACTS_TRUTH).filter((name) => !name.includes('pdf-real'));
    for (const name of present(withTex)) {
      const keys = bibitems(name);
      const { passages } = await read(name);
      const entries = toReferenceEntries(passages as Passage[]);
      entriesThere += keys.length;
      for (const [index, key] of keys.entries()) {
        const entry = entries.find(({ label }) => label === String(index + 1));
        if (entry === undefined) continue;
        entriesFound += 1;
        judgeReference(tally, `${name} ${key}`, entry, REFERENCES_TRUTH[key]!);
      }
      expect(entries.length, name).toBe(keys.length);
    }
    tally.print(`references: ${entriesFound} of ${entriesThere} entries found`);
    expect(entriesFound).toBe(entriesThere);
    expect(share(tally)).toBeGreaterThanOrEqual(0.97);
  });
});
