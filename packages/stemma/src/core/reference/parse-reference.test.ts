import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReference } from './parse-reference.ts';

const families = (text: string) => parseReference(text).item.author?.map(({ family }) => family);
const yearOf = (text: string) => parseReference(text).item.issued?.['date-parts']?.[0][0];

describe('parseReference', () => {
  it.each([
    ['[12] R. A. Adams. Sobolev Spaces. Academic Press, 2003.', '12'],
    ['12. Hoare, C.A.R. Monitors. Comm. ACM 17, 10 (Oct. 1974), 549-557.', '12'],
    ['[BB94] A. Berthiaume and G. Brassard, Oracle quantum computing, 1994.', 'BB94'],
    ['¹² J. Ba. Layers. 2016.', '12'],
    ['LeCun, Y. & Hinton, G. Deep learning. Nature 521, 436–444 (2015).', null],
  ])('takes the label off %s', (text, label) => expect(parseReference(text).label).toBe(label));

  it('reads the plain style of BibTeX', () => {
    const { item, confidence } = parseReference(
      '[4] R. C. Dalang. Extending the martingale measure stochastic integral. Electron. J. Probab., 4:1–29, 1999. doi:10.1214/EJP.v4-43.',
    );
    expect(item).toMatchObject({
      type: 'article-journal',
      author: [{ family: 'Dalang', given: 'R. C.' }],
      title: 'Extending the martingale measure stochastic integral',
      issued: { 'date-parts': [[1999]] },
      'container-title': 'Electron. J. Probab.',
      volume: '4',
      page: '1–29',
      DOI: '10.1214/ejp.v4-43',
    });
    expect(confidence).toMatchObject({ DOI: 'sure', title: 'likely', author: 'sure' });
  });

  it('reads APA, IEEE, Nature and author-year styles', () => {
    expect(
      parseReference(
        'Grady, J. S., Her, M., & Yelinek, J. (2019). Emotions in storybooks: A comparison. Psychology of Popular Media Culture, 8(3), 207–217. https://doi.org/10.1037/ppm0000185',
      ).item,
    ).toMatchObject({
      title: 'Emotions in storybooks: A comparison',
      'container-title': 'Psychology of Popular Media Culture',
      volume: '8',
      issue: '3',
      page: '207–217',
      DOI: '10.1037/ppm0000185',
    });
    expect(
      parseReference(
        '[7] J. K. Author, “Title of paper,” Abbrev. Title of Journal, vol. 4, no. 2, pp. 12–19, Jan. 2019, doi: 10.1109/5.771073.',
      ),
    ).toMatchObject({
      item: { title: 'Title of paper', volume: '4', issue: '2', page: '12–19', DOI: '10.1109/5.771073' },
      confidence: { title: 'sure', volume: 'sure' },
    });
    expect(
      parseReference('LeCun, Y., Bengio, Y. & Hinton, G. Deep learning. Nature 521, 436–444 (2015).').item,
    ).toMatchObject({ title: 'Deep learning', 'container-title': 'Nature', volume: '521', page: '436–444' });
    expect(
      parseReference(
        'Hochreiter S, Schmidhuber J (1997a) Long short-term memory. Neural Comput 9(8):1735–1780',
      ),
    ).toMatchObject({ yearSuffix: 'a', item: { title: 'Long short-term memory', volume: '9' } });
  });

  it('reads GB/T 7714', () => {
    expect(
      parseReference('[1] 张三, 李四, 王五, 等. 阻尼振子的衰减率测量[J]. 物理学报, 2021, 70(3): 34-40.'),
    ).toMatchObject({
      etAl: true,
      item: {
        type: 'article-journal',
        author: [
          { family: '张', given: '三' },
          { family: '李', given: '四' },
          { family: '王', given: '五' },
        ],
        title: '阻尼振子的衰减率测量',
        'container-title': '物理学报',
        volume: '70',
        issue: '3',
        page: '34–40',
      },
      confidence: { title: 'sure', type: 'sure' },
    });
    expect(
      parseReference('[2] 欧阳明. 非线性振动[M]. 2版. 北京: 科学出版社, 2010: 12-15.').item,
    ).toMatchObject({
      type: 'book',
      author: [{ family: '欧阳', given: '明' }],
      edition: '2',
      publisher: '科学出版社',
      'publisher-place': '北京',
      page: '12–15',
    });
    expect(parseReference('[3] 王伟. 流体中的应用[D]. 北京: 清华大学, 2019.').item).toMatchObject({
      type: 'thesis',
      publisher: '清华大学',
    });
  });

  it.each([
    ['Varga I, Okonjo T. Decay. 2021.', ['Varga', 'Okonjo']],
    ['Atkinson, R., and Hewitt, C. Synchronisation. 1976.', ['Atkinson', 'Hewitt']],
    ['Daniel J. Bernstein, Tung Chou, and Peter Schwabe. McBits. 2013.', ['Bernstein', 'Chou', 'Schwabe']],
    [
      'E. Hairer, C. Lubich and G. Wanner, Geometric Numerical Integration, 2006.',
      ['Hairer', 'Lubich', 'Wanner'],
    ],
    ['D. P. Kingma and J. Ba. Adam: a method. 2015.', ['Kingma', 'Ba']],
    ['Christine van Vredendaal. Reduced memory attack, 2016.', ['van Vredendaal']],
    ['Dahl, O-J., et al. SIMULA 67. 1967.', ['Dahl']],
    ['Community Earth System. http://www.cesm.ucar.edu/, 2016.', undefined],
    ['Machine Learning. Springer, 1997.', undefined],
  ])('names the authors of %s', (text, expected) => expect(families(text)).toEqual(expected));

  it('keeps editors apart from authors', () => {
    expect(
      parseReference('Naur, P., Ed. Report on ALGOL 60. Comm. ACM 3, 5 (May 1960), 299-314.').item,
    ).toMatchObject({ editor: [{ family: 'Naur' }], title: 'Report on ALGOL 60', volume: '3', issue: '5' });
  });

  it.each([
    ['D. P. Kingma. Adam. arXiv preprint arXiv:1412.6980v9, 2014.', '1412.6980', 9],
    ['D. Aggarwal. Solving. CoRR, abs/1412.7994, 2014.', '1412.7994', undefined],
    ['L.K. Grover, A fast algorithm, lanl e-print quant-ph/9607024.', 'quant-ph/9607024', undefined],
    ['Gambs, S. “Quantum Classification”. arXiv quant-ph/0809.0444 (2008)', '0809.0444', undefined],
  ])('finds the arXiv id of %s', (text, id, version) => {
    const { item } = parseReference(text);
    expect([item.arxivId, item.arxivVersion]).toEqual([id, version]);
  });

  it('takes no page, volume or address for a year', () => {
    expect(yearOf('[9] A. Bee. Sums. J. Math., 12(3):1990–2005, 2011.')).toBe(2011);
    expect(yearOf('[9] A. Bee. Sums. http://x.org/2014/a.pdf.')).toBeUndefined();
    expect(parseReference('A. Bee, Sums, Proc. X, 1994, pp. 11-20.').item.volume).toBeUndefined();
  });

  it('joins an address that was broken over lines', () => {
    expect(
      parseReference('9. D. Bee. A thing, 2014. https: //blog.cr.yp.to/20140213-ideal.html.').item.URL,
    ).toBe('https://blog.cr.yp.to/20140213-ideal.html');
  });

  it('leaves out what it cannot read', () => {
    expect(parseReference('[14] B. McCloskey. Personal communication.').item).toEqual({
      author: [{ family: 'McCloskey', given: 'B.' }],
    });
    expect(parseReference('').item).toEqual({});
  });

  it('ends in time on any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'A. a,-(&1290)[]“”张，:/'), maxLength: 400 }),
        (text) => {
          expect(parseReference(text).raw).toBe(text.replace(/\s+/gu, ' ').trim());
        },
      ),
      { numRuns: 300 },
    );
    const start = performance.now();
    for (const part of ['A. ', 'Ab, ', 'A B ', '1, ', '(1', 'Aa Aa. ', '张三, ', 'http://a '])
      parseReference(part.repeat(2000));
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
