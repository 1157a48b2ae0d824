import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testPassage } from '../citation/test-ledger.ts';
import { indexTokens } from '../text/analyse.ts';
import { queryTerms } from '../text/query-terms.ts';
import { inverseDocumentFrequency } from './bm25.ts';
import { confidenceOf, cover, questionMass } from './cover.ts';
import { backgroundWeight, termWeight } from './idf-background.ts';
import { type Candidate, rankCandidates } from './rank.ts';

const candidate = (
  text: string,
  more: Partial<Candidate> & { kind?: 'text' | 'reference'; ordinal?: number; section?: string[] } = {},
): Candidate => ({
  passage: testPassage(text, {
    id: String(more.ordinal ?? 0).padStart(32, '0'),
    ordinal: more.ordinal ?? 0,
    kind: more.kind ?? 'text',
    section: more.section ?? [],
  }),
  sourceId: more.sourceId ?? 's',
  sourceKey: more.sourceKey ?? more.sourceId ?? 's',
  title: more.title ?? '',
});

const rank = (question: string, candidates: readonly Candidate[], more = {}) => {
  const terms = queryTerms(question);
  const lists = candidates.map(({ title, passage }) => [...indexTokens(title), ...indexTokens(passage.text)]);
  const documentFrequency = new Map(
    terms.map(({ term, prefix }) => [
      term,
      lists.filter((list) => list.some((token) => (prefix ? token.startsWith(term) : token === term))).length,
    ]),
  );
  const stats = { passages: candidates.length, meanLength: 12, documentFrequency };
  return rankCandidates({ terms, stats, candidates, filter: {}, topK: 8, ...more });
};

describe('rankCandidates', () => {
  const damping = [
    candidate('The weather was fine all over the country that day.', { ordinal: 0, sourceId: 'x' }),
    candidate('Damping of the torsion pendulum was measured twice.', { ordinal: 1, sourceId: 'a' }),
    candidate('A pendulum swings for a long time in thin air.', { ordinal: 2, sourceId: 'b' }),
  ];

  it('puts the passage first that covers most, and says why others are left out', () => {
    const { hits, cut, stages } = rank('damping of the torsion pendulum', damping);
    expect(hits.map((hit) => hit.sourceKey)).toEqual(['a']);
    expect(hits[0]).toMatchObject({ cover: 1, confidence: 'good', ranks: { lexical: 1 } });
    expect(cut.map(({ sourceKey, rule }) => [sourceKey, rule])).toEqual([
      ['b', 'floor'],
      ['x', 'floor'],
    ]);
    expect(stages.map(({ name, in: before, out }) => [name, before, out])).toEqual([
      ['floor', 3, 1],
      ['reference_list', 1, 1],
      ['duplicate', 1, 1],
      ['cap', 1, 1],
    ]);
  });

  it('lights matches in the original text', () => {
    const text = 'Die Dämpfung: ＡＢＣ１２３ 頭髮樣本, free‑stream flows.';
    const { hits } = rank('dampfung abc123 头发 free-stream', [candidate(text)]);
    expect(hits[0]!.matches.map(({ start, end }) => text.slice(start, end))).toEqual([
      'Dämpfung',
      'ＡＢＣ１２３ 頭髮',
      'free‑stream',
    ]);
  });

  it('ranks reference lists out unless they are asked for', () => {
    const list = [candidate('Torsion pendulum damping.', { kind: 'reference' })];
    expect(rank('torsion pendulum damping', list)).toMatchObject({
      hits: [],
      cut: [{ rule: 'reference_list' }],
    });
    expect(rank('torsion pendulum damping', list, { filter: { kinds: ['reference'] } }).hits).toHaveLength(1);
  });

  it('shows the same text once, at most three passages of a source and at most topK', () => {
    const same = [0, 1].map((ordinal) =>
      candidate('The torsion pendulum is damped by oil.', { ordinal, sourceId: `s${ordinal}` }),
    );
    expect(rank('torsion pendulum', same)).toMatchObject({ hits: [{}], cut: [{ rule: 'duplicate' }] });
    const many = ['air', 'oil', 'water', 'honey', 'sand'].map((fluid, ordinal) =>
      candidate(
        `A torsion pendulum swings in ${fluid} number ${ordinal} of experiment ${fluid} ${ordinal * 7}.`,
        { ordinal },
      ),
    );
    const capped = rank('torsion pendulum', many);
    expect(capped.hits).toHaveLength(3);
    expect(capped.cut.map((entry) => entry.rule)).toEqual(['cap', 'cap']);
    expect(rank('torsion pendulum', many, { topK: 2 }).cut.map((entry) => entry.rule)).toEqual([
      'limit',
      'cap',
      'cap',
    ]);
  });

  it('counts the headings over a passage, but makes no evidence of the title of its work', () => {
    const under = candidate('The damping was large.', { section: ['The torsion pendulum'] });
    expect(rank('torsion pendulum damping', [under]).hits[0]!.cover).toBe(1);
    const titled = candidate('The damping was large.', { title: 'A torsion pendulum' });
    expect(rank('torsion pendulum damping', [titled]).hits).toEqual([]);
    const empty = candidate('The peak height is', { section: ['The torsion pendulum'] });
    expect(rank('torsion pendulum', [empty]).hits).toEqual([]);
  });

  it('names the words the library does not hold in the words of the user', () => {
    expect(rank('Torsion of Zebrafish', damping).unknownTerms).toEqual(['Zebrafish']);
    expect(rank('测得的半功率带宽', [candidate('测得结果')]).unknownTerms).toEqual(['半功率带宽']);
  });

  it('gives one order whatever the order of the candidates', () => {
    const texts = [
      'torsion pendulum a',
      'torsion pendulum b',
      'pendulum torsion torsion',
      'torsion x',
      'pendulum',
    ];
    const candidates = texts.map((text, ordinal) =>
      candidate(text, { ordinal, sourceId: `s${ordinal % 2}` }),
    );
    const sorted = rank('torsion pendulum', candidates).hits.map((hit) => hit.passage.id);
    fc.assert(
      fc.property(fc.shuffledSubarray(candidates, { minLength: 5 }), (shuffled) => {
        expect(rank('torsion pendulum', shuffled).hits.map((hit) => hit.passage.id)).toEqual(sorted);
      }),
    );
  });
});

describe('weights', () => {
  it('takes idf from the background in a small library and from the owner in a large one', () => {
    expect(backgroundWeight('result')).toBeLessThan(backgroundWeight('temperatur'));
    expect(backgroundWeight('zebrafish')).toBe(1);
    const stats = (passages: number, n: number) => ({
      passages,
      meanLength: 1,
      documentFrequency: new Map([['protein', n]]),
    });
    expect(termWeight('protein', stats(10, 5))).toBeGreaterThan(0.9);
    expect(termWeight('protein', stats(100_000, 50_000))).toBeLessThan(0.15);
    expect(termWeight('protein', stats(100_000, 0))).toBe(1);
  });

  it('has an idf that is never negative and falls with frequency', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 1e6 }), (passages, n) => {
        const idf = inverseDocumentFrequency(passages, n);
        expect(idf).toBeGreaterThan(0);
        expect(inverseDocumentFrequency(passages, n + 1)).toBeLessThanOrEqual(idf);
      }),
    );
  });

  it('counts a word that was taken apart once', () => {
    const terms = queryTerms('free-stream 25kg');
    const mass = questionMass(terms, { passages: 0, meanLength: 0, documentFrequency: new Map() });
    const share = (...found: string[]): number => cover(mass, (index) => found.includes(terms[index]!.term));
    expect(share('freestream', '25kg')).toBe(1);
    expect(share('free', 'stream', '25', 'kg')).toBe(1);
    expect(share('freestream')).toBeCloseTo(0.55 / 1.55, 5);
    expect(share()).toBe(0);
  });

  it('puts a cover into a word', () => {
    expect([0.34, 0.35, 0.54, 0.55].map((share) => confidenceOf(share))).toEqual([
      undefined,
      'check_by_hand',
      'check_by_hand',
      'good',
    ]);
  });
});
