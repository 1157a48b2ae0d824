import type { CslItem } from '@stemma/contract/csl';
import { describe, expect, it } from 'vitest';
import { abstractPassages, recordFacts, recordUri } from './record-facts.ts';

const item = (more: Partial<CslItem>): CslItem => ({ id: 'k', type: 'article', title: 'A Title', ...more });
const values = (more: Partial<CslItem>) =>
  Object.fromEntries(Object.entries(recordFacts(item(more))).map(([name, fact]) => [name, fact?.value]));

describe('the facts of a record', () => {
  it('are those it names, as the library writes them', () => {
    expect(
      values({
        title: '  On\n Things ',
        author: [{ family: 'Öz', given: ' A. ' }, { family: ' ' }],
        issued: { literal: 'Spring 1998' },
        publisher: 'Press',
        DOI: 'https://doi.org/10.1000/ABC',
        language: 'en',
      }),
    ).toEqual({
      title: 'On Things',
      authors: [{ family: 'Öz', given: 'A.' }],
      year: 1998,
      venue: 'Press',
      doi: '10.1000/abc',
      language: 'en',
    });
  });

  it('find the arXiv id in its field, its DOI or its link', () => {
    const expected = { title: 'A Title', arxivId: '2401.12345', arxivVersion: 2 };
    expect(values({ arxivId: '2401.12345', arxivVersion: 2 })).toEqual(expected);
    expect(values({ arxivId: 'arXiv:2401.12345v2' })).toEqual(expected);
    expect(values({ URL: 'https://arxiv.org/abs/2401.12345v2' })).toEqual(expected);
    expect(values({ DOI: '10.48550/arXiv.2401.12345' })).toEqual({ title: 'A Title', arxivId: '2401.12345' });
  });

  it('leave out what cannot be', () => {
    expect(values({ issued: { 'date-parts': [[20210]] }, DOI: 'none', arxivId: 'x' })).toEqual({
      title: 'A Title',
    });
  });
});

describe('the abstract of a record', () => {
  it('is passages without a place, cut as those of any text', () => {
    const long = 'A sentence of some length stands here, again and again. '.repeat(60);
    const passages = abstractPassages(item({ abstract: long }));
    expect(passages.length).toBeGreaterThan(1);
    for (const passage of passages)
      expect(passage).toMatchObject({ kind: 'abstract', section: [], lines: [], regions: [] });
    expect(passages.map(({ text }) => text).join(' ')).toBe(long.trim());
    expect(abstractPassages(item({ abstract: ' \n' }))).toEqual([]);
  });
});

it('links a record to its registry, with the version that was read', () => {
  const work = { doi: '10.1000/a<b', arxivId: null, arxivVersion: null };
  expect(recordUri(work)).toBe('https://doi.org/10.1000/a%3Cb');
  expect(recordUri({ ...work, arxivId: 'hep-th/9901001', arxivVersion: 2 })).toBe(
    'https://arxiv.org/abs/hep-th/9901001v2',
  );
  expect(recordUri({ ...work, doi: null })).toBeUndefined();
});
