import { describe, expect, it } from 'vitest';
import { findLanguage, sensibleTitle } from './facts.ts';
import { parseNames } from './names.ts';
import { layOutPage } from './page-layout.ts';
import { readPrintedDocument } from './printed-document.ts';
import { type TypesetLine, typesetColumn, typesetPage } from './typeset.fixture.ts';

const BODY = [
  'The text of this section is long enough to fill a line of it,',
  'and so it is read as a paragraph that goes on and on for ever.',
];
const factsOf = (lines: readonly TypesetLine[], metadata = { title: '', author: '', createdAt: '' }) =>
  readPrintedDocument([layOutPage(typesetPage(lines))], { pages: 1, metadata }).facts;
const PAPER: TypesetLine[] = [
  { text: 'Two Ways to the Quality', x: 150, y: 60, size: 17 },
  { text: 'Factor', x: 250, y: 80, size: 17 },
  { text: 'Ruth Halvorsen1,2, Daniel van der Amadi2', x: 180, y: 110 },
  { text: 'Institute of Springs, Oslo', x: 200, y: 124 },
  { text: '3 October 2022', x: 250, y: 138 },
  { text: 'Abstract', x: 270, y: 160, font: { name: 'Bold', bold: true } },
  ...typesetColumn(BODY, 80, 180),
  { text: 'doi:10.1000/xyz.123.', x: 80, y: 240 },
];

describe('findFacts', () => {
  it('reads title, authors, year and DOI where they are printed', () => {
    expect(factsOf(PAPER)).toMatchObject({
      title: { value: 'Two Ways to the Quality Factor', origin: 'first_page' },
      authors: {
        value: [
          { family: 'Halvorsen', given: 'Ruth' },
          { family: 'van der Amadi', given: 'Daniel' },
        ],
        origin: 'first_page',
      },
      year: { value: 2022, origin: 'first_page' },
      doi: { value: '10.1000/xyz.123', origin: 'first_page' },
    });
  });

  it('reads id, version and year from the stamp in a margin', () => {
    const stamp: TypesetLine = {
      text: 'arXiv:1706.03791v2 [cs.LG] 12 Jun 2017',
      x: 20,
      y: 600,
      size: 18,
      turn: 3,
    };
    const facts = factsOf([...PAPER.filter((line) => !line.text.includes('2022')), stamp]);
    expect(facts).toMatchObject({
      arxivId: { value: '1706.03791' },
      arxivVersion: { value: 2 },
      year: { value: 2017, origin: 'first_page' },
    });
  });

  it('reads several lines of names with marks, a meeting at the foot and its year', () => {
    const facts = factsOf([
      PAPER[0]!,
      PAPER[1]!,
      { text: 'Andreas Gal∗+, Mohammad R. Haghighat$,', x: 180, y: 110 },
      { text: 'Mason Chang+#, Michael Franz+', x: 180, y: 124 },
      { text: 'Mozilla Corporation∗', x: 200, y: 138 },
      { text: '{gal,franz}@mozilla.com', x: 200, y: 150 },
      ...PAPER.slice(5),
      { text: 'PLDI’09, June 15–20, 2009, Dublin, Ireland.', x: 80, y: 700, size: 8 },
    ]);
    expect(facts.authors?.value.map(({ family }) => family)).toEqual(['Gal', 'Haghighat', 'Chang', 'Franz']);
    expect(facts).toMatchObject({
      venue: { value: 'PLDI’09', origin: 'first_page' },
      year: { value: 2009, origin: 'first_page' },
    });
  });

  it('takes a metadata title only when it is one, and says where a year comes from', () => {
    const plain = typesetColumn(BODY, 50, 60);
    const metadata = {
      title: 'Decay of Oscillators',
      author: 'Varga, Ilse',
      createdAt: "D:20190304101010+01'00'",
    };
    expect(factsOf(plain, metadata)).toMatchObject({
      title: { value: 'Decay of Oscillators', origin: 'metadata' },
      year: { value: 2019, origin: 'metadata' },
    });
    expect(factsOf(plain, { ...metadata, title: 'main.tex' }).title).toBeUndefined();
  });
});

describe('sensibleTitle', () => {
  it.each([
    'main.tex',
    'untitled',
    'Untitled document',
    'Microsoft Word - x.doc',
    '/tmp/a',
    'paper',
    '12-34',
    'C:\\x',
    '',
  ])('refuses %s', (title) => expect(sensibleTitle(title)).toBeUndefined());
  it('keeps a real one', () =>
    expect(sensibleTitle(' Attention Is All You Need ')).toBe('Attention Is All You Need'));
});

describe('parseNames', () => {
  it.each([
    ['Ilse Varga and Tomas Okonjo', ['Varga', 'Okonjo']],
    ['A. B. Author∗, C. Writer†', ['Author', 'Writer']],
    ['沈若川 陆明远', ['沈', '陆']],
    ['欧阳修，王 安', ['欧阳', '王']],
    ['Ludwig van Beethoven', ['van Beethoven']],
    ['A. Author, Member, IEEE, and B. Writer', ['Author', 'Writer']],
    ['D. PROVER', ['Prover']],
    ['JANE PROVER AND R. A. ADAMS', ['Prover', 'Adams']],
    ['张三1，李四2,*，王小五1', ['张', '李', '王']],
    ['Ana Pérez & Li Wei', ['Pérez', 'Wei']],
  ])('%s', (text, families) => expect(parseNames(text).map((name) => name.family)).toEqual(families));

  it.each([
    'University of Oslo',
    'Department of Physics',
    'October 2022',
    'a@b.org',
    'Yahoo! Research',
    'RELATED WORK',
    'Sunnyvale, CA 94089',
  ])('finds nobody in %s', (text) => expect(parseNames(text)).toEqual([]));
});

describe('findLanguage', () => {
  it('tells English and Chinese, and nothing when unsure', () => {
    expect(findLanguage('The decay of the envelope is the rate that we measure in the laboratory.')).toBe(
      'en',
    );
    expect(
      findLanguage('弹簧振子在黏性阻尼下的运动是力学实验的基本内容，本文作实际测量，并与 theory 比较。'),
    ).toBe('zh');
    expect(
      findLanguage('Die Abklingrate der Schwingung ist ein Maß der Reibung in diesem Versuch.'),
    ).toBeUndefined();
  });
});
