import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cites } from './requirements.ts';
import { AddJson, AskJson, ListJson, ShowJson } from './shapes.ts';
import { type House, openHouse } from './stemma.ts';

const paper = (facts: Record<string, string | number>, text: string): string =>
  ['---', ...Object.entries(facts).map(([name, value]) => `${name}: ${value}`), '---', '', text, ''].join(
    '\n',
  );

const COPPER = 'Copper was held at ten degrees for two hours before the resistance was measured';

describe('files of one work', () => {
  let house: House;
  let items: AddJson['items'];
  beforeAll(async () => {
    house = await openHouse();
    const files = {
      'doi-a.md': paper(
        { title: 'On the resistance of copper', author: 'Jane Doe', year: 2020, doi: '10.1234/abc.5' },
        `${COPPER} by a first hand.`,
      ),
      'doi-b.md': paper(
        { title: 'A preprint of it', author: 'Jane Doe', year: 2019, doi: 'https://doi.org/10.1234/ABC.5' },
        `${COPPER} by a second hand.`,
      ),
      'arxiv-a.md': paper(
        { title: 'Friction in the torsion pendulum', author: 'Ann Roe', year: 2024, arxiv: '2401.12345v1' },
        'The friction of the pendulum was 0.31 N in the first reading.',
      ),
      'arxiv-b.md': paper(
        { title: 'Friction in the pendulum, revised', author: 'Ann Roe', year: 2024, arxiv: '2401.12345v2' },
        'The friction of the pendulum was 0.35 N after the correction of the scale.',
      ),
      'title-a.md': paper(
        { title: '阻尼振動衰減率的測量', author: '沈若川', year: 2024 },
        '本文測量了擺的衰減率，並與理論值比較。',
      ),
      'title-b.md': paper(
        { title: '阻尼振动衰减率的测量', author: '沈若川', year: 2023 },
        '本文的预印本给出了摆的衰减率的初步结果。',
      ),
      'other.md': paper(
        { title: 'On the resistance of zinc', author: 'Jane Doe', year: 2020 },
        'Zinc turned grey within three weeks in the dry chamber.',
      ),
    };
    for (const [name, text] of Object.entries(files)) await house.file(name, text);
    items = (await house.json(AddJson, ['add', ...Object.keys(files)])).json.items;
  });
  afterAll(() => house.close());

  const sourceOf = (name: string) => items.find(({ input }) => input === name)!.source!;

  it(cites('L5.doi', 'become one source by DOI, however it is written'), () => {
    expect(sourceOf('doi-b.md')).toBe(sourceOf('doi-a.md'));
    expect(items.map(({ status }) => status)).not.toContain('failed');
  });

  it(cites('L5.arxiv-version', 'become one source by arXiv id, and each keeps its version'), async () => {
    expect(sourceOf('arxiv-b.md')).toBe(sourceOf('arxiv-a.md'));
    const Files = ShowJson.extend({
      files: z.array(
        z.object({
          file: z.object({ name: z.string() }),
          facts: z.looseObject({ arxivVersion: z.object({ value: z.int() }) }),
        }),
      ),
    });
    const { files, source, passages } = (await house.json(Files, ['show', sourceOf('arxiv-a.md')])).json;
    expect(source).toMatchObject({ arxivId: '2401.12345', arxivVersion: 2 });
    expect(Object.fromEntries(files.map(({ file, facts }) => [file.name, facts.arxivVersion.value]))).toEqual(
      { 'arxiv-a.md': 1, 'arxiv-b.md': 2 },
    );
    // The newer version is what is read and searched; the older stays citable.
    const texts = passages.map(({ text }) => text).join();
    expect(texts).toContain('0.35');
    expect(texts).not.toContain('0.31');
  });

  it(cites('A7.link', 'are each cited as the file that was read'), async () => {
    const { claims } = (
      await house.json(AskJson, [
        'ask',
        'How large was the friction of the pendulum after the correction of the scale?',
      ])
    ).json;
    const support = claims.flatMap(({ supports }) => supports).find(({ quote }) => quote.includes('0.35'))!;
    expect(support.source).toBe(sourceOf('arxiv-b.md'));
    expect(support.uri).toMatch(/arxiv-b\.md$/);
  });

  it(cites('L5.title', 'become one source by title, author and near years, in any script'), () => {
    expect(sourceOf('title-b.md')).toBe(sourceOf('title-a.md'));
    expect(items.find(({ input }) => input === 'title-b.md')!.status).toBe('updated');
  });

  it(
    cites('L5.different-stay-apart', 'L5.key', 'are told from another work of the same author and year'),
    async () => {
      expect(sourceOf('other.md')).not.toBe(sourceOf('doi-a.md'));
      expect(sourceOf('other.md')).toMatch(/^doe2020/);
      const { sources } = (await house.json(ListJson, ['list'])).json;
      expect(sources).toHaveLength(new Set(items.map(({ source }) => source)).size);
    },
  );
});
