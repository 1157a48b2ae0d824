import { describe, expect, it } from 'vitest';
import type { Known } from '../source/identity.ts';
import { titleForm } from '../source/title-form.ts';
import { findCitations } from './find-citations.ts';
import { linkCitations } from './link-citations.ts';
import { matchReference } from './match-reference.ts';
import { parseReference } from './parse-reference.ts';

const worksIn = (text: string) =>
  findCitations(text).map(({ works }) =>
    works.map((work) =>
      work.kind === 'label' ? work.label : `${work.families[0]} ${work.year}${work.suffix}`,
    ),
  );

describe('findCitations', () => {
  it.each([
    ['as shown in [12].', [['12']]],
    ['earlier work [3, 5–7] and [9]', [['3', '5', '6', '7'], ['9']]],
    ['see [4, Theorem 2.1] and [5, p. 12]', [['4'], ['5']]],
    ['Grover [BB94, Benioff80]', [['BB94', 'Benioff80']]],
    ['has been shown.¹²,¹⁴', [['12', '14']]],
    ['(Zhang et al., 2021; Li and Wu, 2020a)', [['Zhang 2021'], ['Li 2020a']]],
    ['Zhang and Li (2021a) show', [['Zhang 2021a']]],
    ['张等（2021）测量了', [['张 2021']]],
    ['文献［3］给出', [['3']]],
  ])('%s', (text, expected) => expect(worksIn(text)).toEqual(expected));

  it.each(['x ∈ [1, 2]', 'on [0, 1]', 'f = [3]', 'cm² and 10⁻³', 'a[ix]', '[5–900]', 'version [1.2]'])(
    'finds none in %s',
    (text) => expect(worksIn(text)).toEqual([]),
  );

  it('says where it stands', () => {
    const text = '前文（Zhang 等，2021）与 [12] 一致';
    for (const { start, end, text: found } of findCitations(text)) expect(text.slice(start, end)).toBe(found);
    expect(findCitations(text)).toHaveLength(2);
  });
});

describe('linkCitations', () => {
  const link = (text: string, list: readonly string[]) =>
    linkCitations(findCitations(text), list.map(parseReference)).map(({ entries }) => entries);

  it('goes by labels', () => {
    expect(link('see [2, 9]', ['[1] A. Bee. One. 2001.', '[2] C. Dee. Two. 2002.'])).toEqual([[1, null]]);
  });

  it('goes by first author, others and year, and leaves what fits two', () => {
    const list = [
      'Zhang, Y., & Li, X. (2021a). One thing. Nature, 1(2), 3–4.',
      'Zhang, Y., & Li, X. (2021b). Other thing. Nature, 1(2), 5–6.',
      '张三, 李四. 阻尼[J]. 物理学报, 2020, 70(3): 34-40.',
    ];
    expect(link('Zhang and Li (2021b) and 此前张三等（2020）', list)).toEqual([[1], [2]]);
    expect(link('Zhang and Li (2021) say', list)).toEqual([[null]]);
    expect(link('Li and Zhang (2021a) say', list)).toEqual([[null]]);
  });
});

describe('matchReference', () => {
  const source: Known = {
    id: 's1',
    key: 'varga2021decay',
    titleForm: titleForm('Decay, Decrement and Quality Factor of the Damped Oscillator'),
    families: ['Varga', 'Okonjo'],
    year: 2021,
    doi: '10.1/abc',
    arxivId: '1412.6980',
  };
  const match = (text: string, sources = [source]) => matchReference(parseReference(text), sources)?.by;

  it('knows a source by DOI, arXiv id, or title with names and year', () => {
    expect(match('[1] X. Other. Thing. doi:10.1/ABC')).toBeUndefined();
    expect(match('[1] X. Other. Thing. doi:10.1000/ABC', [{ ...source, doi: '10.1000/abc' }])).toBe('doi');
    expect(match('[1] D. P. Kingma. Adam. arXiv:1412.6980v2, 2014.')).toBe('arxiv_id');
    expect(
      match(
        '[1] Varga I, Okonjo T. Decay, decrement and quality factor of the damped oscillator. Stemma, 2021.',
      ),
    ).toBe('title');
  });

  it('asks an equal year and a shared name of a short title', () => {
    const book = {
      ...source,
      titleForm: 'mechanics',
      families: ['Landau'],
      year: 1976,
      doi: null,
      arxivId: null,
    };
    expect(match('[1] L. D. Landau and E. M. Lifshitz, Mechanics, 3rd ed. Pergamon, 1976.', [book])).toBe(
      'title',
    );
    expect(
      match('[1] L. D. Landau and E. M. Lifshitz, Mechanics, 3rd ed. Pergamon, 1977.', [book]),
    ).toBeUndefined();
    expect(match('[1] A. Other, Mechanics, 3rd ed. Pergamon, 1976.', [book])).toBeUndefined();
    expect(
      match('[1] L. D. Landau, Mechanics, 1976.', [book, { ...book, id: 's2', key: 'b' }]),
    ).toBeUndefined();
  });
});
