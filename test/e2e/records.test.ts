import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cites } from './requirements.ts';
import { AddJson, AskJson, DoctorJson, FaultJson, ListJson, RecordShowJson, SearchJson } from './shapes.ts';
import { type House, openHouse, readJson } from './stemma.ts';

const ABSTRACT =
  'We measure the thermal conductivity of sintered beryllium tiles between twelve and ninety kelvin. The conductivity falls by a factor of three below twenty kelvin.';
const TEXT =
  'Sintered beryllium tiles were cooled in a closed cryostat. The plateau of the conductivity lies at forty kelvin.';

const beryllium = {
  id: 'Keller:2019',
  type: 'article-journal',
  title: 'Thermal Conductivity of Sintered Beryllium Tiles',
  author: [{ family: 'Keller', given: 'Anna' }],
  issued: { 'date-parts': [[2019]] },
  'container-title': 'Cryogenics Letters',
  DOI: '10.1000/BERYL.7',
  abstract: ABSTRACT,
};

const markdown = (front: Record<string, string>, body: string): string =>
  `---\n${Object.entries(front)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n---\n\n${body}\n`;

const Split = z.object({ key: z.string(), other: z.string(), files: z.int() });
const Edited = z.looseObject({ sameAs: z.string().nullable() });

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

const bibliography = (name: string, items: unknown): Promise<string> =>
  house.file(name, JSON.stringify(items, null, 2));
const add = (...inputs: string[]) => house.json(AddJson, ['add', ...inputs]);
const list = async () => (await house.json(ListJson, ['list'])).json.sources;
const keys = async () => (await list()).map(({ key }) => key).sort();
const show = async (key: string) => (await house.json(RecordShowJson, ['show', key])).json;
const find = async (...words: string[]) => (await house.json(SearchJson, ['search', ...words])).json.hits;

describe('records without full text', () => {
  it(
    cites('L1.bibliography', 'adds each entry with its key, and a faulty one costs only itself'),
    async () => {
      await bibliography('refs.json', [
        beryllium,
        { id: 'nobody', type: 'book' },
        { id: '张2020', type: 'book', title: '铍瓷的低温导热', author: [{ family: '张', given: '三' }] },
      ]);
      const added = await add('refs.json');
      expect(added.code).toBe(0);
      expect(added.json.items).toMatchObject([
        {
          status: 'added',
          documents: 2,
          pages: 0,
          records: { added: 2, updated: 0, unchanged: 0, faults: 1 },
        },
      ]);
      expect(added.json.items[0]!.notes).toEqual([expect.stringMatching(/^line 23 \(nobody\): .*no title/)]);
      expect(await keys()).toEqual(['Keller:2019', '张2020']);
      const shown = await show('Keller:2019');
      expect(shown.source).toMatchObject({ kind: 'record', pages: 0, doi: '10.1000/beryl.7', year: 2019 });
      expect(shown.facts.venue).toEqual({ value: 'Cryogenics Letters', origin: 'import' });
      expect(shown.uri).toBe('https://doi.org/10.1000/beryl.7');
      expect(shown.passages).toMatchObject([
        { kind: 'abstract', page: null, pageLabel: null, rects: [], text: ABSTRACT },
      ]);
    },
  );

  it(cites('L1.bibliography', 'says what is unchanged, and updates what changed'), async () => {
    await bibliography('refs.json', [
      beryllium,
      { ...beryllium, id: 'other', DOI: undefined, abstract: undefined, title: 'Another Thing' },
    ]);
    await add('refs.json');
    expect((await add('refs.json')).json.items[0]).toMatchObject({
      status: 'unchanged',
      records: { added: 0, updated: 0, unchanged: 2 },
    });
    await bibliography('refs.json', [{ ...beryllium, issued: { 'date-parts': [[2020]] } }]);
    expect((await add('refs.json')).json.items[0]).toMatchObject({
      status: 'updated',
      source: 'Keller:2019',
      records: { added: 0, updated: 1, unchanged: 0 },
    });
    const shown = await show('Keller:2019');
    expect(shown.source.year).toBe(2020);
    expect(shown.files.map(({ standing }) => standing)).toEqual(['replaced', 'current']);
    await bibliography('refs.json', [beryllium]);
    await add('refs.json');
    expect((await show('Keller:2019')).source.year).toBe(2019);
    expect(await find('sintered', 'beryllium')).toHaveLength(1);
  });

  it(cites('L1.bibliography', 'cites a work by its abstract, without a page'), async () => {
    await bibliography('refs.json', [beryllium]);
    await add('refs.json');
    const { json } = await house.json(AskJson, [
      'ask',
      'How does the thermal conductivity of sintered beryllium fall?',
    ]);
    expect(json.refused).toBe(false);
    const [support] = json.claims[0]!.supports;
    expect(support).toMatchObject({
      source: 'Keller:2019',
      page: null,
      rects: [],
      uri: 'https://doi.org/10.1000/beryl.7',
    });
    expect(ABSTRACT).toContain(support!.quote.replace(/^"|"$/g, ''));
  });

  it(cites('P6.next-step', 'refuses a bibliography with nothing in it, and says what to do'), async () => {
    await house.file('refs.json', '[{"id": "x", "type": "book"}]');
    const ran = await add('refs.json');
    expect(ran.code).toBe(1);
    expect(ran.json.items[0]!.error).toMatchObject({ code: 'bibliography_empty' });
  });
});

describe('one work is one source', () => {
  const paper = (title = beryllium.title) =>
    markdown(
      {
        title,
        author: 'Anna Keller',
        date: '2019',
        ...(title === beryllium.title && { doi: '10.1000/beryl.7' }),
      },
      TEXT,
    );

  it(cites('L5.doi', 'a paper joins its record and keeps the imported key'), async () => {
    await bibliography('refs.json', [beryllium]);
    await add('refs.json');
    await house.file('paper.md', paper());
    const joined = await add('paper.md');
    expect(joined.json.items[0]).toMatchObject({ status: 'updated', source: 'Keller:2019' });
    expect(joined.json.items[0]!.notes.join()).toContain('sources split Keller:2019');
    const shown = await show('Keller:2019');
    expect(shown.source.kind).toBe('markdown');
    expect(shown.files.map(({ standing }) => standing)).toEqual(['beside', 'current']);
    expect(shown.passages.map(({ kind }) => kind)).not.toContain('abstract');
    expect(await list()).toHaveLength(1);
  });

  it(cites('L5.doi', 'a record joins its paper, whose key becomes another name of it'), async () => {
    await house.file('paper.md', paper());
    const first = (await add('paper.md')).json.items[0]!.source!;
    await bibliography('refs.json', [beryllium]);
    await add('refs.json');
    expect(await keys()).toEqual(['Keller:2019']);
    const shown = await show(first);
    expect(shown.source.key).toBe('Keller:2019');
    expect(shown.aliases).toEqual([first]);
    expect(shown.facts.venue?.value).toBe('Cryogenics Letters');
  });

  it(
    cites('L5.title', 'L5.undo', 'what joined by title is told, can be parted, and stays parted'),
    async () => {
      await bibliography('refs.json', [{ ...beryllium, DOI: undefined }]);
      await add('refs.json');
      await house.file(
        'paper.md',
        markdown({ title: beryllium.title, author: 'Anna Keller', date: '2020' }, TEXT),
      );
      const joined = await add('paper.md');
      expect(joined.json.items[0]!.notes.join()).toContain('by title');
      expect((await show('Keller:2019')).files[1]!.joined).toMatchObject({ by: 'title' });
      const split = (await house.json(Split, ['sources', 'split', 'Keller:2019'])).json;
      expect(split).toMatchObject({ key: 'Keller:2019', files: 1 });
      const record = await show('Keller:2019');
      expect(record.source.kind).toBe('record');
      expect(record.passages.map(({ kind }) => kind)).toEqual(['abstract']);
      expect((await add('paper.md', 'refs.json')).json.items).toMatchObject([
        { status: 'unchanged', source: split.other },
        { status: 'unchanged', source: 'Keller:2019' },
      ]);
      expect(await list()).toHaveLength(2);
      await house.json(Split, ['sources', 'merge', 'Keller:2019', split.other]);
      expect(await keys()).toEqual(['Keller:2019']);
      expect((await show(split.other)).source.key).toBe('Keller:2019');
      const doctor = await house.json(DoctorJson, ['doctor']);
      expect(doctor.json.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    },
  );

  it(cites('L5.undo', 'a merge by hand is undone with keys and facts as they were'), async () => {
    await bibliography('refs.json', [
      beryllium,
      { ...beryllium, id: 'b', DOI: undefined, title: 'Wholly Other Work' },
    ]);
    await add('refs.json');
    await house.run(['edit', 'b', '--venue', 'Annals of b']);
    await house.json(Split, ['sources', 'merge', 'Keller:2019', 'b']);
    expect(await keys()).toEqual(['Keller:2019']);
    expect((await show('b')).facts.venue).toEqual({ value: 'Annals of b', origin: 'user' });
    expect((await house.json(Split, ['sources', 'split', 'Keller:2019', 'b'])).json.other).toBe('b');
    expect(await keys()).toEqual(['Keller:2019', 'b']);
    expect((await show('b')).source.title).toBe('Wholly Other Work');
    expect((await house.run(['sources', 'split', 'b'])).code).toBe(1);
    expect((await house.run(['sources', 'merge', 'b', 'b'])).code).toBe(2);
  });

  it(cites('L5.different-stay-apart', 'equal titles alone are two sources and a hint'), async () => {
    await bibliography('refs.json', [
      { ...beryllium, DOI: undefined },
      {
        ...beryllium,
        id: 'Young',
        DOI: undefined,
        author: [{ family: 'Young' }],
        issued: { 'date-parts': [[1990]] },
      },
    ]);
    const added = await add('refs.json');
    expect(added.json.items[0]!.notes.join()).toContain('stemma sources merge Keller:2019 Young');
    expect(await list()).toHaveLength(2);
  });

  it(cites('L5.key-clash', 'an imported key that is taken gets letters'), async () => {
    await bibliography('one.json', [beryllium]);
    await bibliography('two.json', [
      { ...beryllium, DOI: '10.1000/other', title: 'Unrelated Matters of Glass' },
    ]);
    await add('one.json', 'two.json');
    const [, second] = await keys();
    expect(second).toMatch(/^Keller:2019-[a-p]{4}$/);
  });
});

describe('versions', () => {
  it(
    cites(
      'L5.arxiv-version',
      'each text keeps its version; the newer is searched, whichever was added first',
    ),
    async () => {
      const version = (n: number, gap: string) =>
        house.file(
          `v${n}.md`,
          markdown(
            { title: 'Gaps of Layered Halides', author: 'Anna Keller', arxiv: `2401.00001v${n}` },
            `The optical gap of the layered halide is ${gap} eV at room temperature. It closes under pressure.`,
          ),
        );
      await version(3, '0.9');
      await version(1, '0.8');
      const first = await add('v3.md');
      const second = await add('v1.md');
      expect(second.json.items[0]).toMatchObject({ status: 'updated', source: first.json.items[0]!.source });
      expect(second.json.items[0]!.notes.join()).toMatch(/version 1 is kept .* v3/);
      const shown = await show(first.json.items[0]!.source!);
      expect(shown.source.arxivVersion).toBe(3);
      expect(shown.files.map(({ standing, newerVersion }) => [standing, newerVersion])).toEqual([
        ['current', null],
        ['older', 3],
      ]);
      const { json } = await house.json(AskJson, ['ask', 'What is the optical gap of the layered halide?']);
      expect(json.claims.map(({ text }) => text).join()).toContain('0.9 eV');
      expect(json.claims.map(({ text }) => text).join()).not.toContain('0.8 eV');
    },
  );
});

describe('editing facts', () => {
  it(cites('L5.edit', 'what a person says wins, is kept as such, and can be taken back'), async () => {
    await bibliography('refs.json', [beryllium]);
    await add('refs.json');
    const edit = (...flags: string[]) => house.json(Edited, ['edit', 'Keller:2019', ...flags]);
    await edit(
      '--title',
      'Glowing Zirconia',
      '--year',
      '2018',
      '--author',
      'Keller, A. B.',
      '--author',
      '张三',
    );
    await bibliography('refs.json', [{ ...beryllium, title: 'Changed Entry', volume: '4' }]);
    await add('refs.json');
    const shown = await show('Keller:2019');
    expect(shown.source).toMatchObject({
      title: 'Glowing Zirconia',
      year: 2018,
      authors: [{ family: 'Keller', given: 'A. B.' }, { family: '张三' }],
    });
    expect(shown.facts.title).toEqual({ value: 'Glowing Zirconia', origin: 'user' });
    expect((await find('zirconia', 'conductivity'))[0]?.source).toBe('Keller:2019');
    await edit('--reset', 'title', '--reset', 'year');
    const reset = await show('Keller:2019');
    expect(reset.source).toMatchObject({ title: 'Changed Entry', year: 2019 });
    expect(reset.edits.map(({ field }) => field)).toEqual(['title', 'authors', 'year', 'title', 'year']);
  });

  it(cites('L5.edit', 'refuses what no fact can be, and changes nothing'), async () => {
    await bibliography('refs.json', [
      beryllium,
      { ...beryllium, id: 'b', DOI: undefined, title: 'Wholly Other Work' },
    ]);
    await add('refs.json');
    for (const flags of [
      ['--year', '12'],
      ['--doi', 'nonsense'],
      ['--arxiv', '9999.9'],
      ['--title', ' '],
      ['--reset', 'colour'],
      [],
    ]) {
      const ran = await house.run(
        ['--json', 'edit', 'b', '--venue', 'X', ...flags].filter((_, i) => flags.length > 0 || i < 3),
      );
      expect(ran.code, flags.join(' ')).toBe(2);
      expect(FaultJson.parse(readJson(ran)).error.recovery).toContain('stemma edit');
    }
    expect((await show('b')).facts.venue?.value).toBe('Cryogenics Letters');
    const same = await house.json(Edited, ['edit', 'b', '--doi', '10.1000/beryl.7']);
    expect(same.json.sameAs).toBe('Keller:2019');
    expect(await list()).toHaveLength(2);
  });

  it(
    cites(
      'L1.bibliography',
      'reads BibTeX with faults in it: each is told by line and key, nothing after it is lost',
    ),
    async () => {
      const cases = '../../packages/stemma/src/core/bibliography/fixtures';
      for (const name of ['24-bib-comma-faults/commas.bib', '26-bib-comments-and-loose-text/comments.bib'])
        await house.file(name.split('/')[1]!, readFileSync(new URL(`${cases}/${name}`, import.meta.url)));
      const added = await add('commas.bib', 'comments.bib');
      expect(added.code).toBe(0);
      const [commas, comments] = added.json.items;
      expect(commas!.notes.join('\n')).toMatch(/line \d+ \(c\d\)/);
      expect(comments!.documents).toBe(2);
      const { sources } = (await house.json(ListJson, ['list'])).json;
      const keys = sources.map(({ key }) => key);
      expect(keys).toEqual(expect.arrayContaining(['c1', 'c2', 'c5', 'k1', 'k2']));
      expect(keys).not.toEqual(expect.arrayContaining(['hidden1']));
    },
  );
});
