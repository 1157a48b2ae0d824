import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atomFeed, crossrefWork, openRegistry, type Registry, send } from './registry.ts';
import { cites } from './requirements.ts';
import { AddJson, AskJson, DoctorJson, ListJson, RecordShowJson, SearchJson } from './shapes.ts';
import { type House, openHouse } from './stemma.ts';

let house: House;
let registry: Registry;
let env: Record<string, string>;
beforeEach(async () => {
  [house, registry] = await Promise.all([openHouse(), openRegistry()]);
  env = {
    STEMMA_ARXIV_URL: `${registry.url}/api/query`,
    STEMMA_CROSSREF_URL: `${registry.url}/works`,
    STEMMA_LOOKUP_SECONDS: '2',
  };
});
afterEach(async () => {
  await Promise.all([house.close(), registry.close()]);
});

const list = async () => (await house.json(ListJson, ['list'])).json.sources;
const show = async (key: string) => (await house.json(RecordShowJson, ['show', key])).json;
const find = async (...words: string[]) => (await house.json(SearchJson, ['search', ...words])).json.hits;

describe('identifiers', () => {
  const WORK = {
    id: '2401.12345',
    version: 3,
    title: 'Stiff Splines &amp; Slow\n  Manifolds',
    abstract: 'Splines on slow manifolds converge with order four. We give a proof for stiff problems.',
    authors: ['Maria van der Berg', 'Wei Zhang'],
  };
  const look = (...ids: string[]) => house.json(AddJson, ['add', ...ids], { env });
  const arxiv = (versions: number) =>
    registry.answer((request, response) => {
      const asked = new URL(request.url!, registry.url).searchParams.get('id_list')!;
      const version = Number(/v(\d+)$/.exec(asked)?.[1] ?? versions);
      send(response, 'application/atom+xml; charset=utf-8', atomFeed([{ ...WORK, version }]));
    });

  it(
    cites('L1.identifier', 'an arXiv id adds its record; without a version the latest, which is told'),
    async () => {
      arxiv(3);
      const added = await look('https://arxiv.org/abs/2401.12345');
      expect(added.json.items).toMatchObject([
        { status: 'added', source: 'vanderberg2024stiff', error: null },
      ]);
      expect(added.json.items[0]!.notes.join()).toContain('v3');
      expect(registry.asked).toEqual(['/api/query?id_list=2401.12345&max_results=1']);
      expect(registry.agents[0]).toMatch(/^Stemma\//);
      const shown = await show('vanderberg2024stiff');
      expect(shown.source).toMatchObject({
        title: 'Stiff Splines & Slow Manifolds',
        arxivId: '2401.12345',
        arxivVersion: 3,
        authors: [
          { family: 'van der Berg', given: 'Maria' },
          { family: 'Zhang', given: 'Wei' },
        ],
      });
      expect(shown.uri).toBe('https://arxiv.org/abs/2401.12345v3');
      expect((await look('arXiv:2401.12345')).json.items[0]!.status).toBe('unchanged');
      expect((await find('splines', 'manifolds'))[0]).toMatchObject({ kind: 'abstract', page: null });
    },
  );

  it(
    cites('L5.arxiv-version', 'two versions are one source; the newer is searched, the older kept'),
    async () => {
      arxiv(3);
      await look('2401.12345v2');
      const { json } = await house.json(AskJson, ['ask', 'Do splines on slow manifolds converge?']);
      expect(json.claims[0]!.supports[0]!.uri).toContain('2401.12345v2');
      const newer = await look('2401.12345');
      expect(newer.json.items[0]!.notes.join()).toMatch(/3 is now the one that is searched/);
      expect(await list()).toMatchObject([{ arxivVersion: 3 }]);
      const [source] = await list();
      const shown = await show(source!.key);
      expect(shown.files.map(({ standing, newerVersion }) => [standing, newerVersion])).toEqual([
        ['older', 3],
        ['current', null],
      ]);
      expect(await find('splines', 'manifolds')).toHaveLength(1);
      expect((await look('2401.12345v1')).json.items[0]!.notes.join()).toContain(
        'v3 is the one that is searched',
      );
      expect(await list()).toMatchObject([{ arxivVersion: 3 }]);
    },
  );

  it(cites('L1.identifier', 'a DOI adds its record, whatever its letters'), async () => {
    registry.answer((_request, response) =>
      send(
        response,
        'application/json',
        crossrefWork({
          DOI: '10.1000/XYZ(1)',
          title: ['Rates of &lt;Made-up&gt; <i>Decay</i>'],
          author: [{ family: 'Öz', given: 'Ayşe', sequence: 'first' }, { name: 'The Decay Group' }],
          abstract: '<jats:title>Abstract</jats:title><jats:p>Decay of glowing samples is slow.</jats:p>',
        }),
      ),
    );
    const added = await look('https://doi.org/10.1000/xyz(1)');
    expect(added.json.items).toMatchObject([{ status: 'added', source: 'oz2021rates', passages: 1 }]);
    expect(registry.asked).toEqual(['/works/10.1000%2Fxyz(1)']);
    const { facts, passages } = await show('oz2021rates');
    expect(facts).toMatchObject({
      title: { value: 'Rates of <Made-up> Decay', origin: 'import' },
      year: { value: 2021 },
      venue: { value: 'Journal of Made-up Results' },
    });
    expect(passages[0]!.text).toBe('Decay of glowing samples is slow.');
  });

  const failures: [string, string, string, (response: ServerResponse) => void, number][] = [
    [
      'no such work',
      '10.1000/a',
      'lookup_not_found',
      (r) => send(r, 'text/plain', 'Resource not found.', 404),
      1,
    ],
    [
      'an empty feed',
      '2401.12345',
      'lookup_not_found',
      (r) => send(r, 'application/atom+xml', atomFeed([])),
      1,
    ],
    [
      'a page instead of JSON',
      '10.1000/a',
      'lookup_answer_bad',
      (r) => send(r, 'text/html', '<html>Log in'),
      1,
    ],
    [
      'JSON cut short',
      '10.1000/a',
      'lookup_answer_bad',
      (r) => send(r, 'application/json', '{"status":"ok"'),
      1,
    ],
    [
      'a work without title',
      '10.1000/a',
      'lookup_answer_bad',
      (r) => send(r, 'application/json', crossrefWork({ DOI: '10.1000/a', title: [] })),
      1,
    ],
    [
      'another work',
      '10.1000/a',
      'lookup_answer_bad',
      (r) => send(r, 'application/json', crossrefWork({ DOI: '10.1000/b', title: ['B'] })),
      1,
    ],
    [
      'XML cut short',
      '2401.12345',
      'lookup_answer_bad',
      (r) => send(r, 'application/atom+xml', atomFeed([WORK]).slice(0, 900)),
      1,
    ],
    [
      'an entity of its own',
      '2401.12345',
      'lookup_answer_bad',
      (r) =>
        send(r, 'application/atom+xml', `<!DOCTYPE feed [<!ENTITY a "b">]>${atomFeed([WORK]).slice(39)}`),
      1,
    ],
    [
      'another version',
      '2401.12345v2',
      'lookup_answer_bad',
      (r) => send(r, 'application/atom+xml', atomFeed([WORK])),
      1,
    ],
    [
      'a huge answer',
      '10.1000/a',
      'lookup_answer_bad',
      (r) => send(r, 'application/json', `"${'x'.repeat(5_000_000)}"`),
      1,
    ],
    [
      'a redirect elsewhere',
      '10.1000/a',
      'lookup_answer_bad',
      (r) => r.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      1,
    ],
    [
      'a long wait',
      '10.1000/a',
      'lookup_rate_limited',
      (r) => r.writeHead(429, { 'retry-after': '3600' }).end(),
      1,
    ],
    ['silence', '10.1000/a', 'lookup_timed_out', () => {}, 1],
    ['a broken service', '10.1000/a', 'lookup_answer_bad', (r) => send(r, 'text/plain', 'oops', 502), 3],
    ['a cut connection', '10.1000/a', 'lookup_offline', (r) => r.destroy(), 3],
  ];
  it.each(failures)(
    cites('L1.identifier', '%s is one clear fault for %s and nothing is stored'),
    async (_name, id, code, answer, times) => {
      registry.answer((_request, response) => answer(response));
      const ran = await look(id);
      expect(ran.code).toBe(1);
      expect(ran.json.items[0]!.error).toMatchObject({ code, message: expect.stringContaining(id) });
      expect(registry.asked).toHaveLength(times);
      expect(await list()).toEqual([]);
    },
  );

  it(cites('L1.identifier', 'a service that asks to wait a little is asked again'), async () => {
    let isFirst = true;
    registry.answer((_request, response) => {
      if (isFirst) response.writeHead(429, { 'retry-after': '1' }).end();
      else send(response, 'application/atom+xml', atomFeed([WORK]));
      isFirst = false;
    });
    expect((await look('2401.12345v3')).json.items[0]!.status).toBe('added');
    expect(registry.asked).toHaveLength(2);
  });

  it(
    cites('D3.doctor', 'nothing is asked unless an identifier is named; doctor lists who would be'),
    async () => {
      arxiv(3);
      await house.file('10.1000/real.md', '# A real file\n\nIt is named like a DOI, but it is a file.\n');
      expect((await look('10.1000/real.md')).json.items[0]!.status).toBe('added');
      await house.run(['ask', 'arXiv:2401.12345 splines'], { env });
      const doctor = await house.json(DoctorJson, ['doctor'], { env });
      expect(doctor.json.destinations).toMatchObject([
        { name: 'arxiv', url: `${registry.url}/api/query`, sends: 'identifier' },
        { name: 'crossref', url: `${registry.url}/works` },
      ]);
      expect(registry.asked).toEqual([]);
      expect(
        (await house.run(['add', '2401.12345'], { env: { STEMMA_ARXIV_URL: 'http://example.com/' } })).code,
      ).toBe(2);
    },
  );
});
