import { CslItem } from '@stemma/contract/csl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cites } from './requirements.ts';
import { AskJson, FaultJson, ListJson, WhyJson } from './shapes.ts';
import { type House, openSampleHouse } from './stemma.ts';

const CiteJson = z.object({
  style: z.string(),
  items: z.array(CslItem),
  text: z.string().min(1),
  citations: z.array(z.string()),
});

const CardsJson = AskJson.extend({
  cards: z.array(
    z.object({
      source: z.string(),
      reference: z.string().min(1),
      pages: z.array(z.object({ page: z.int(), pageLabel: z.string().nullable() })),
      sections: z.array(z.string()),
      labels: z.array(z.string()),
    }),
  ),
});

const QUESTION = 'What is the logarithmic decrement?';

describe('citing', () => {
  let house: House;
  let source: z.infer<typeof ListJson>['sources'][number];
  beforeAll(async () => {
    house = await openSampleHouse();
    const { json } = await house.json(ListJson, ['list']);
    source = json.sources.find(
      ({ authors, year, pages }) => authors.length > 0 && year !== null && pages > 1,
    )!;
  }, 120_000);
  afterAll(() => house.close());

  it(
    cites('A7.styles', 'prints a reference in APA by default, and in GB/T 7714 where asked or in Chinese'),
    async () => {
      const { family } = source.authors[0]!;
      const apa = await house.run(['cite', source.key]);
      expect(apa.code).toBe(0);
      expect(apa.stdout).toContain(`(${source.year}). ${source.title}`);
      expect(apa.stdout.startsWith(family)).toBe(true);
      const gb = await house.run(['cite', source.key, '--style', 'gb7714']);
      expect(gb.stdout).toMatch(/^\[1\] .*\[[A-Z]+(?:\/OL)?\]/);
      expect(gb.stdout).toContain(family.toUpperCase());
      const chinese = await house.run(['--language', 'zh', 'cite', source.key]);
      expect(chinese.stdout).toBe(gb.stdout);
      const set = await house.run(['cite', source.key], { env: { STEMMA_CITATION_STYLE: 'gb7714' } });
      expect(set.stdout).toBe(gb.stdout);
    },
  );

  it(cites('A7.styles', 'cites a page in running text and refuses one that is not there'), async () => {
    const { json } = await house.json(CiteJson, ['cite', source.key, '--page', '2']);
    expect(json.citations).toHaveLength(1);
    expect(json.citations[0]).toMatch(/^\(.+, \d{4}, p\. \S+\)$/);
    const gb = await house.json(CiteJson, ['cite', source.key, '--page', '2', '--style', 'gb7714']);
    expect(gb.json.citations[0]).toMatch(/^\[1\]\S+$/);
    const far = await house.json(FaultJson, ['cite', source.key, '--page', '9999']);
    expect(far.code).toBe(1);
    expect(far.json.error.code).toBe('page_out_of_range');
    const absent = await house.json(FaultJson, ['cite', 'nobody1900nothing']);
    expect(absent.json.error.code).toBe('source_not_found');
    const pageless = await house.json(FaultJson, ['cite', source.key, '--style', 'ris', '--page', '2']);
    expect([pageless.code, pageless.json.error.code]).toEqual([2, 'invalid_input']);
  });

  it(cites('A7.formats', 'writes BibTeX, RIS, CSL-JSON and Pandoc citations'), async () => {
    const { key, title } = source;
    const bibtex = await house.run(['cite', key, '--style', 'bibtex']);
    expect(bibtex.stdout).toMatch(new RegExp(`^@\\w+\\{${key},\n(?:  \\w+ = .*,\n)+\\}\n$`));
    const ris = await house.run(['cite', key, '--style', 'ris']);
    expect(ris.stdout).toMatch(/^TY {2}- [A-Z]+\n(?:[A-Z][A-Z0-9] {2}- .*\n)+$/);
    expect(ris.stdout).toContain(`ID  - ${key}\n`);
    const csl = await house.run(['cite', key, '--style', 'csl-json']);
    expect(JSON.parse(csl.stdout)).toMatchObject([{ id: key, title }]);
    const pandoc = await house.run(['cite', key, '--style', 'pandoc', '--page', '2']);
    expect(pandoc.stdout).toMatch(new RegExp(`^\\[@${key}, (?:PDF )?p\\. \\S+\\]\n$`));
    const { json } = await house.json(CiteJson, ['cite', key, key, '--style', 'bibtex']);
    expect(json.items).toMatchObject([{ id: key, title }]);
    const wrong = await house.run(['cite', key, '--style', 'vancouver']);
    expect(wrong.code).toBe(2);
  });

  it(cites('A9.cards', 'lists only the works an answer cites, with what of them it cites'), async () => {
    const { json } = await house.json(CardsJson, ['ask', QUESTION]);
    const supports = json.claims.flatMap((claim) => claim.supports);
    expect(supports.length).toBeGreaterThan(0);
    expect(json.cards.map((card) => card.source)).toEqual([
      ...new Set(supports.map((entry) => entry.source)),
    ]);
    expect(json.references.map(({ id }) => id)).toEqual(json.cards.map((card) => card.source));
    for (const card of json.cards) {
      const pages = supports.filter((entry) => entry.source === card.source && entry.page !== null);
      expect(card.pages.map(({ page }) => page)).toEqual([...new Set(pages.map(({ page }) => page))]);
    }
    const why = await house.json(WhyJson, ['why', json.run]);
    const cited = new Set(why.json.evidence.filter(({ isCited }) => isCited).map((entry) => entry.source));
    expect(new Set(json.cards.map((card) => card.source))).toEqual(cited);
    const shown = await house.run(['ask', QUESTION]);
    const list = shown.stdout.slice(shown.stdout.lastIndexOf('References'));
    const flat = list.replace(/\s+/g, ' ');
    for (const card of json.cards)
      expect(flat).toContain(`${card.source} ${card.reference.replace(/\s+/g, ' ')}`);
    expect(flat).toMatch(/p\. \S+/);
  });
});
