import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QueryTerm } from '../ports/lexical-index.ts';
import type { OwnerHandle, Stores } from '../ports/stores.ts';
import { addSource, newDocument, newOwner } from './specimens.ts';

type Here = { stores: Stores; owner: OwnerHandle };

const terms = (...list: string[]): QueryTerm[] => list.map((term) => ({ term }));

/** Texts of the passages found, best first. */
const found = async ({ owner }: Here, query: readonly QueryTerm[], filter = {}): Promise<string[]> => {
  const candidates = await owner.lexical.candidates(query, { limit: 20, filter });
  expect(candidates.map((candidate) => candidate.order)).toEqual(candidates.map((_, index) => index + 1));
  const passages = await owner.sources.passagesById(candidates.map((candidate) => candidate.passageId));
  return passages.map((entry) => entry.passage.text);
};

const matching = (here: Here): void => {
  it('finds passages with any of the terms, more and rarer terms first', async () => {
    await addSource(here.owner, [
      'heat flow',
      'heat',
      'heat flow entropy',
      'cold water',
      'snow',
      'ice',
      'rain',
    ]);
    expect(await found(here, terms('heat', 'flow', 'entropy'))).toEqual([
      'heat flow entropy',
      'heat flow',
      'heat',
    ]);
    expect(await found(here, terms('nothing'))).toEqual([]);
    expect(await found(here, [])).toEqual([]);
    expect(await here.owner.lexical.candidates(terms('heat'), { limit: 0, filter: {} })).toEqual([]);
  });

  it('weighs a term in the title twice', async () => {
    await addSource(here.owner, ['alpha one'], { title: 'heat' });
    await addSource(here.owner, ['heat one'], { title: 'alpha' });
    await addSource(here.owner, ['other two', 'other three', 'other four'], { title: 'beta' });
    expect(await found(here, terms('heat'))).toEqual(['alpha one', 'heat one']);
  });

  it('finds Chinese tokens, and all that begin with a prefix', async () => {
    await addSource(here.owner, ['论文 文引 引用', '热力 力学', 'theory theorem', 'other']);
    expect(await found(here, terms('文引'))).toEqual(['论文 文引 引用']);
    expect(await found(here, [{ term: '热', prefix: true }])).toEqual(['热力 力学']);
    expect(await found(here, [{ term: '热' }])).toEqual([]);
    expect(await found(here, [{ term: 'theor', prefix: true }])).toEqual(['theory theorem']);
  });

  it('takes every token as one word, whatever stands in it', async () => {
    await addSource(here.owner, ['c++ 10.1000/xyz a_b "quoted" it\'s near', 'c 10.1000 a b quoted it s']);
    for (const token of ['c++', '10.1000/xyz', 'a_b', '"quoted"', "it's"])
      expect(await found(here, terms(token))).toEqual(['c++ 10.1000/xyz a_b "quoted" it\'s near']);
    expect(await found(here, terms('NEAR'))).toHaveLength(1);
  });

  it('takes hostile terms as words that are not there', async () => {
    await addSource(here.owner, ['plain words']);
    const hostile = [
      '"',
      '""',
      "'",
      '*',
      'a*',
      '^a',
      '-',
      '+',
      '(',
      ')',
      'a AND b',
      'NEAR(a b)',
      'title:plain',
    ];
    hostile.push(
      '{title text}: x',
      '\0',
      'a\0b',
      '\u2028',
      '\ud800',
      ';drop table',
      '',
      ' ',
      'x'.repeat(50_000),
    );
    for (const term of hostile) {
      expect(await found(here, [{ term }])).toEqual([]);
      expect(await found(here, [{ term, prefix: true }])).toEqual([]);
      expect((await here.owner.lexical.stats([{ term }, { term, prefix: true }])).passages).toBe(1);
      expect(await found(here, [{ term }, { term: 'plain' }])).toEqual(['plain words']);
    }
    const many = Array.from({ length: 300 }, (_, index) => ({ term: `t${index}` }));
    expect(await found(here, [...many, { term: 'plain' }])).toEqual(['plain words']);
  });

  it('orders equal scores by passage id, and keeps that order at every limit', async () => {
    const { passages } = await addSource(
      here.owner,
      Array.from({ length: 12 }, () => 'same words'),
    );
    const sorted = passages.map((entry) => entry.passage.id).toSorted();
    for (const limit of [1, 3, 12, 50]) {
      const list = await here.owner.lexical.candidates(terms('same'), { limit, filter: {} });
      expect(list.map((candidate) => candidate.passageId)).toEqual(sorted.slice(0, limit));
    }
  });
};

const filtering = (here: Here): void => {
  it('filters by kinds and by sources, by both, and by none at all', async () => {
    await addSource(here.owner, ['heat in a'], { key: 'a' });
    await addSource(here.owner, ['heat in b'], { key: 'b', kind: 'table' });
    expect(await found(here, terms('heat'), { kinds: ['table'] })).toEqual(['heat in b']);
    expect(await found(here, terms('heat'), { sourceKeys: ['a'] })).toEqual(['heat in a']);
    expect(await found(here, terms('heat'), { sourceKeys: ['a'], kinds: ['table'] })).toEqual([]);
    expect(await found(here, terms('heat'), { sourceKeys: ["x' or '1'='1"] })).toEqual([]);
    expect(await found(here, terms('heat'), { kinds: [] })).toEqual([]);
    expect(await found(here, terms('heat'), { sourceKeys: [] })).toEqual([]);
    expect(await found(here, terms('heat'), {})).toHaveLength(2);
  });
};

const counting = (here: Here): void => {
  it('counts passages, their mean length and how many hold a term', async () => {
    const { lexical } = here.owner;
    expect(await lexical.stats(terms('heat'))).toEqual({
      passages: 0,
      meanLength: 0,
      documentFrequency: new Map(),
    });
    await addSource(here.owner, ['heat heat flow', 'heat', 'heating'], { title: 'on heat' });
    const stats = await lexical.stats([...terms('heat', 'flow', 'cold'), { term: 'flo', prefix: true }]);
    expect(stats.passages).toBe(3);
    expect(stats.meanLength).toBeCloseTo((5 + 3 + 3) / 3);
    expect([...stats.documentFrequency]).toEqual([
      ['heat', 3],
      ['flow', 1],
      ['flo', 1],
    ]);
  });

  it('forgets the older reading of a file, in counts too', async () => {
    const { file, document, passages } = await addSource(here.owner, ['old words', 'old sense']);
    const next = newDocument(file.id, ['new words']);
    await here.owner.sources.putDocument(next.document, next.passages);
    expect(await found(here, terms('old', 'words'))).toEqual(['new words']);
    const stats = await here.owner.lexical.stats(terms('old', 'words'));
    expect(stats.passages).toBe(1);
    expect([...stats.documentFrequency]).toEqual([['words', 1]]);
    await here.owner.sources.putDocument(document, passages);
    expect(await found(here, terms('new', 'sense'))).toEqual(['old sense']);
    expect(await here.stores.maintenance.problems()).toEqual([]);
  });

  it('counts and finds what its own transaction wrote, and forgets it when that fails', async () => {
    const attempt = here.owner.transaction(async (tx) => {
      await addSource(tx, ['fleeting words']);
      expect(await tx.lexical.candidates(terms('fleeting'), { limit: 5, filter: {} })).toHaveLength(1);
      throw new Error('on purpose');
    });
    await expect(attempt).rejects.toThrow('on purpose');
    expect(await found(here, terms('fleeting'))).toEqual([]);
    expect((await here.owner.lexical.stats(terms('fleeting'))).documentFrequency.size).toBe(0);
  });
};

export const describeLexicalIndex = (name: string, open: () => Promise<Stores>): void => {
  describe(`lexical index of ${name}`, () => {
    const here = {} as Here;
    beforeAll(async () => {
      here.stores = await open();
    });
    beforeEach(async () => {
      here.owner = await newOwner(here.stores);
    });
    afterAll(() => here.stores.close());
    matching(here);
    filtering(here);
    counting(here);
  });
};
