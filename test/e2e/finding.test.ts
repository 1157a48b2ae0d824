import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cites } from './requirements.ts';
import { AddJson, FaultJson, SearchJson } from './shapes.ts';
import { eachOf, fixture, type House, openHouse, openSampleHouse, readJson } from './stemma.ts';

describe('finding', () => {
  let house: House;
  beforeAll(async () => {
    house = await openSampleHouse();
    await house.file(
      'alone.md',
      '# Alone\n\nThe decay rate of the quasiperiodic torsion strip was never measured by anybody before.\n',
    );
    const many = Array.from(
      { length: 12 },
      (_, n) =>
        `## Part ${n}\n\nThe viscometer of part ${n} was filled with glycerol, number ${n}, and read at noon.\n`,
    );
    await house.file('many.md', `# Viscometer\n\n${many.join('\n')}`);
    await house.file(
      'few.md',
      '# Oils\n\nA second viscometer was filled with oil and read in the evening.\n',
    );
    const added = await house.run(['add', 'alone.md', 'many.md', 'few.md']);
    expect(added.code).toBe(0);
  });
  afterAll(() => house.close());

  const search = async (...words: string[]) => (await house.json(SearchJson, ['search', ...words])).json;

  it(
    cites('S2.two-characters', 'finds a Chinese word of two characters inside a sentence, and lights it'),
    async () => {
      const { hits } = await search('振幅');
      expect(hits.length).toBeGreaterThan(0);
      for (const { text, matches } of hits) {
        expect(text).toContain('振幅');
        expect(matches.map(({ start, end }) => text.slice(start, end))).toContain('振幅');
      }
      expect(hits.map(({ source }) => source)).toContain('shen2024');
    },
  );

  it(
    cites('S2.width-and-script', 'S2.original-shown', 'finds every width and script and shows the original'),
    async () => {
      const own = await openHouse();
      try {
        const lines = readFileSync(fixture('zh-width-and-script.jsonl'), 'utf8').trim().split('\n');
        const documents = lines.map((line) => JSON.parse(line) as { id: string; text: string });
        for (const { id, text } of documents) await own.file(`${id}.txt`, text);
        const added = await own.json(AddJson, ['add', ...documents.map(({ id }) => `${id}.txt`)]);
        expect(added.json.items.map(({ status }) => status)).toEqual(['added', 'added', 'added']);
        const queries = {
          软件误差: 't1',
          軟件誤差: 't1',
          ＡＢＣ１２３: 't2',
          ABC123: 't2',
          '25kg': 't2',
          头发: 't3',
        };
        await eachOf(Object.entries(queries), async ([query, wanted]) => {
          const { json } = await own.json(SearchJson, ['search', query]);
          const original = documents.find(({ id }) => id === wanted)!.text;
          expect(json.hits[0]?.text, query).toBe(original);
          if (query === 'ABC123')
            expect(json.hits[0]!.matches.map(({ start, end }) => original.slice(start, end))).toEqual([
              'ＡＢＣ１２３',
            ]);
          expect(json.hits[0]!.matches.length, query).toBeGreaterThan(0);
        });
      } finally {
        await own.close();
      }
    },
  );

  it(cites('S2.stems', 'finds inflected English words'), async () => {
    const { hits } = await search('dampings oscillate');
    expect(hits.length).toBeGreaterThan(0);
    expect(hits[0]!.text).toMatch(/damp|oscillat/i);
  });

  it(cites('S4.cap', 'lets no source fill the list'), async () => {
    const { hits, cut } = await search('viscometer', '--limit', '8');
    const counts = new Map<string, number>();
    for (const { source } of hits) counts.set(source, (counts.get(source) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBe(3);
    expect(counts.size).toBe(2);
    expect(cut.filter(({ rule }) => rule === 'cap').length).toBeGreaterThan(0);
    const alone = await search('viscometer', '--source', 'viscometer', '--limit', '8');
    expect(alone.hits.length).toBeGreaterThan(3);
  });

  it(cites('S4.cap', 'filters by kind and source and keeps to the limit'), async () => {
    const some = await search('decay rate', '--limit', '2');
    expect(some.hits).toHaveLength(2);
    const captions = await search('oscillator', '--kind', 'caption', '--kind', 'table');
    expect(captions.hits.length).toBeGreaterThan(0);
    expect(captions.hits.every(({ kind }) => kind === 'caption' || kind === 'table')).toBe(true);
    const own = await search('decay rate', '--source', 'kowalczyk2023four');
    expect(own.hits.length).toBeGreaterThan(0);
    expect(own.hits.every(({ source }) => source === 'kowalczyk2023four')).toBe(true);
    const unknown = await house.run(['search', 'decay', '--source', 'kowalczyk2023for', '--json']);
    expect(unknown.code).toBe(1);
    expect(FaultJson.parse(readJson(unknown)).error).toMatchObject({ code: 'source_not_found' });
    expect(unknown.stdout).toContain('kowalczyk2023four');
    for (const bad of [
      ['--limit', '0'],
      ['--limit', '51'],
      ['--limit', '-1'],
      ['--limit', 'x'],
      ['--kind', 'song'],
    ]) {
      const ran = await house.run(['search', 'decay', ...bad, '--json']);
      expect(ran.code, bad.join(' ')).toBe(2);
      expect(FaultJson.parse(readJson(ran)).error.recovery, bad.join(' ')).not.toBe('');
    }
  });

  it(cites('S4.reference-list-out', 'S4.why', 'ranks reference lists out and says so'), async () => {
    const { hits, cut } = await search('Varga Okonjo decay decrement quality factor', '--limit', '20');
    expect(hits.filter(({ kind }) => kind === 'reference')).toEqual([]);
    expect(cut.map(({ rule }) => rule)).toContain('reference_list');
    const asked = await search('Varga Okonjo', '--kind', 'reference');
    expect(asked.hits.length).toBeGreaterThan(0);
  });

  it(cites('S4.check-by-hand', 'marks a hit that covers little of the question'), async () => {
    const { hits } = await search('decay rate temperature glycerol');
    expect(hits.map(({ confidence }) => confidence)).toContain('check_by_hand');
    for (const { confidence, text } of hits.filter(({ source }) => source === 'viscometer'))
      expect(confidence, text).toBe('check_by_hand');
    const shown = await house.run(['search', 'decay rate temperature glycerol']);
    expect(shown.stdout).toContain('check by hand');
    const sure = await search('torsion strip decay rate measured');
    expect(sure.hits[0]).toMatchObject({ confidence: 'good', source: 'alone' });
  });

  it(cites('S4.floor', 'does not take common words alone for a match'), async () => {
    const { hits, unknownTerms } = await search(
      'What is the boiling point of liquid nitrogen at one atmosphere?',
    );
    expect(hits).toEqual([]);
    expect(unknownTerms.join(' ')).toMatch(/nitrogen/);
  });

  it(cites('S1.degrade', 'reports each stage with counts, and those that are not installed'), async () => {
    const { stages, hits } = await search('quality factor');
    expect(stages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['analyse', 'lexical', 'dense', 'rerank', 'floor', 'reference_list', 'cap']),
    );
    const skipped = stages.filter((stage) => stage.skipped === 'not_installed').map(({ name }) => name);
    expect(skipped).toEqual(expect.arrayContaining(['dense', 'rerank']));
    expect(stages.at(-1)!.out).toBe(hits.length);
    for (const stage of stages) expect(stage.ms).toBeGreaterThanOrEqual(0);
    const told = await house.run(['search', 'quality factor']);
    expect(told.stderr).toMatch(/skipped, not installed/);
  });

  it(cites('S2.any-text-safe', 'takes any text as a query'), async () => {
    const hostile = [
      '"',
      '""decay"',
      "decay' OR 1=1; --",
      'NEAR(decay rate, 2) NEAR/3 AND',
      'NOT decay',
      'AND OR NOT',
      '*',
      'dec*',
      '{text} : decay ^rate -x',
      '(((',
      '\\decay\\ %_%',
      '😀👩‍🔬',
      '。，！？',
      'e\u0301\u0301\u0301',
      '\u202edecay\u200b',
      'decay\nrate\ttab',
      '\u{10ffff}\ufffe',
      `${'decay rate '.repeat(700)}`.trim(),
      '衰'.repeat(8000),
    ];
    await eachOf(hostile, async (query) => {
      const ran = await house.run(['search', '--json', '--', query]);
      expect([ran.code, ran.stderr], query.slice(0, 40)).toEqual([
        0,
        expect.not.stringMatching(/\n\s+at |SQLITE|fts5/i),
      ]);
      SearchJson.parse(readJson(ran));
    });
  });

  it(
    cites('S2.any-text-safe', 'D3.exit-codes', 'refuses a text that is too long or empty, in words'),
    async () => {
      const long = await house.run(['search', '--json', 'y'.repeat(8001)]);
      expect(long.code).toBe(2);
      const { error } = FaultJson.parse(readJson(long));
      expect(error.code).toBe('invalid_input');
      expect(error.message).toMatch(/8,?000/);
      expect(error.message).toMatch(/[a-z]{4,} [a-z]+/i);
      for (const blank of ['', '  \t ', '\u3000']) {
        const ran = await house.run(['search', '--json', blank]);
        expect(ran.code).toBe(2);
        expect(FaultJson.parse(readJson(ran)).error.code).toBe('empty_question');
      }
    },
  );

  it(cites('S2.original-shown', 'lights exactly the matched words on a terminal line'), async () => {
    const { hits } = await search('quality factor');
    for (const { text, matches } of hits) {
      expect(matches.length).toBeGreaterThan(0);
      for (const { start, end } of matches) {
        expect(text.slice(start, end)).toMatch(/^[\p{L}\p{N}]+(?:\s[\p{L}\p{N}]+)*$/u);
        expect(text.slice(start, end)).toMatch(/qualit|factor/i);
        expect(text.slice(start - 1, start)).not.toMatch(/\p{L}/u);
      }
    }
  });
});
