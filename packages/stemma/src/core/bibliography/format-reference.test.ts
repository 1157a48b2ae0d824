import type { CslItem } from '@stemma/contract/csl';
import type { Author } from '@stemma/contract/records';
import { describe, expect, it } from 'vitest';
import { parseBibtexNames } from './bibtex-names.ts';
import { formatCitation, formatReference } from './format-reference.ts';

const people = (names: string): Author[] => parseBibtexNames(names).authors;
const made = (fields: Partial<CslItem> & { year?: number }): CslItem => {
  const { year, ...rest } = fields;
  const issued = year === undefined ? {} : { issued: { 'date-parts': [[year]] as [number[]] } };
  return { id: 'k', type: 'article-journal', title: 'A Title', ...issued, ...rest };
};
const apa = (fields: Parameters<typeof made>[0]): string => formatReference(made(fields), 'apa', 'en');
const gb = (fields: Parameters<typeof made>[0]): string => formatReference(made(fields), 'gb7714', 'en');
const many = (count: number): Author[] =>
  Array.from({ length: count }, (_, index) => ({ family: `F${index + 1}`, given: 'Ann B.' }));

/** Facts of example references of the APA Style guide (7th edition), whose printed form stands beside. */
describe('APA 7', () => {
  it('prints an article of a journal', () => {
    expect(
      apa({
        author: people(
          'Grady, Jennifer S. and Her, Mai and Moreno, Geena and Perez, Candice and Yelinek, Jillian',
        ),
        year: 2019,
        title:
          'Emotions in storybooks: A comparison of storybooks that represent ethnic and racial groups in the United States',
        'container-title': 'Psychology of Popular Media Culture',
        volume: '8',
        issue: '3',
        page: '207-217',
        DOI: '10.1037/ppm0000185',
      }),
    ).toBe(
      'Grady, J. S., Her, M., Moreno, G., Perez, C., & Yelinek, J. (2019). Emotions in storybooks: A comparison of storybooks that represent ethnic and racial groups in the United States. Psychology of Popular Media Culture, 8(3), 207–217. https://doi.org/10.1037/ppm0000185',
    );
  });

  it('names nineteen of more than twenty authors and the last one', () => {
    const names =
      'Kalnay, E. and Kanamitsu, M. and Kistler, R. and Collins, W. and Deaven, D. and Gandin, L. and Iredell, M. and Saha, S. and White, G. and Woollen, J. and Zhu, Y. and Chelliah, M. and Ebisuzaki, W. and Higgins, W. and Janowiak, J. and Mo, K. C. and Ropelewski, C. and Wang, J. and Leetmaa, A. and Reynolds, R. and Jenne, R. and Joseph, D.';
    expect(
      apa({
        author: people(names),
        year: 1996,
        title: 'The NCEP/NCAR 40-year reanalysis project',
        'container-title': 'Bulletin of the American Meteorological Society',
        volume: '77',
        issue: '3',
        page: '437-471',
        DOI: '10.1175/fg6rf9',
      }),
    ).toBe(
      'Kalnay, E., Kanamitsu, M., Kistler, R., Collins, W., Deaven, D., Gandin, L., Iredell, M., Saha, S., White, G., Woollen, J., Zhu, Y., Chelliah, M., Ebisuzaki, W., Higgins, W., Janowiak, J., Mo, K. C., Ropelewski, C., Wang, J., Leetmaa, A., . . . Joseph, D. (1996). The NCEP/NCAR 40-year reanalysis project. Bulletin of the American Meteorological Society, 77(3), 437–471. https://doi.org/10.1175/fg6rf9',
    );
  });

  it.each([
    [1, 'F1, A. B. (2020).'],
    [2, 'F1, A. B., & F2, A. B. (2020).'],
    [3, 'F1, A. B., F2, A. B., & F3, A. B. (2020).'],
  ])('lists %d authors', (count, start) => {
    expect(apa({ author: many(count), year: 2020 })).toMatch(start);
  });

  it.each([
    [4, 4],
    [20, 20],
    [21, 20],
    [30, 20],
  ])('of %d authors names %d', (count, named) => {
    const text = apa({ author: many(count), year: 2020 });
    expect(text.match(/A\. B\./g)).toHaveLength(named);
    expect(text.includes('. . .')).toBe(count > 20);
  });

  it('prints books, chapters, theses, reports, data and pages', () => {
    expect(
      apa({
        type: 'book',
        author: people('Jackson, Linda M.'),
        year: 2019,
        title: 'The psychology of prejudice: From attitudes to social action',
        edition: '2',
        publisher: 'American Psychological Association',
        DOI: '10.1037/0000168-000',
      }),
    ).toBe(
      'Jackson, L. M. (2019). The psychology of prejudice: From attitudes to social action (2nd ed.). American Psychological Association. https://doi.org/10.1037/0000168-000',
    );
    expect(
      apa({
        type: 'chapter',
        author: people('Aron, Lewis and Botella, Mariana and Lubart, Todd'),
        editor: people('Runco, Mark A. and Pritzker, Steven R.'),
        year: 2019,
        title: 'Culinary arts',
        'container-title': 'Current research',
        page: '259-304',
        publisher: 'American Psychological Association',
      }),
    ).toBe(
      'Aron, L., Botella, M., & Lubart, T. (2019). Culinary arts. In M. A. Runco & S. R. Pritzker (Eds.), Current research (pp. 259–304). American Psychological Association.',
    );
    expect(
      apa({
        type: 'thesis',
        author: people('Harris, Lynn'),
        year: 2014,
        title: 'Instructional leadership',
        genre: 'PhD thesis',
        publisher: 'Capella University',
      }),
    ).toBe('Harris, L. (2014). Instructional leadership [Doctoral dissertation, Capella University].');
    expect(
      apa({
        type: 'report',
        author: people('{National Cancer Institute}'),
        year: 2019,
        title: 'Taking time',
        genre: 'NIH Publication',
        issue: '18-2059',
        publisher: 'National Cancer Institute',
      }),
    ).toBe('National Cancer Institute. (2019). Taking time (NIH Publication No. 18-2059).');
    expect(
      apa({
        type: 'dataset',
        author: people("O'Donohue, William"),
        year: 2017,
        title: 'Values',
        publisher: 'ICPSR',
        DOI: '10.3886/x1',
      }),
    ).toBe("O'Donohue, W. (2017). Values [Data set]. ICPSR. https://doi.org/10.3886/x1");
    expect(
      formatReference(
        {
          id: 'w',
          type: 'webpage',
          title: 'Questions',
          author: [{ family: 'World Health Organization' }],
          issued: { 'date-parts': [[2018, 3, 5]] },
          URL: 'https://a.org/q',
        },
        'apa',
        'zh',
      ),
    ).toBe('World Health Organization. (2018, March 5). Questions. https://a.org/q');
  });

  it('moves the title to the front without authors, and says n.d. without a date', () => {
    expect(apa({ type: 'book', title: 'Why?', publisher: 'Press' })).toBe('Why? (n.d.). Press.');
    expect(
      apa({ title: 'T', author: [{ family: 'Lee', given: 'Ann' }], issued: { literal: 'in press' } }),
    ).toBe('Lee, A. (in press). T.');
  });

  it('keeps particles, suffixes, hyphens, article numbers, preprints and Chinese names', () => {
    expect(
      apa({
        author: people('King, Jr., Martin Luther and Jean-Paul van der Berg'),
        year: 1968,
        page: 'e020',
        volume: '1',
        'container-title': 'J',
      }),
    ).toBe('King, M. L., Jr., & van der Berg, J.-P. (1968). A Title. J, 1, Article e020.');
    expect(
      apa({ type: 'article', author: people('Ashish Vaswani'), year: 2017, arxivId: '1706.03762' }),
    ).toBe('Vaswani, A. (2017). A Title (arXiv:1706.03762). arXiv. https://arxiv.org/abs/1706.03762');
    expect(
      apa({
        author: people('李明 and 欧阳小红'),
        year: 2021,
        title: '综述',
        'container-title': '计算机学报',
        volume: '44',
        issue: '2',
        page: '1-20',
      }),
    ).toBe('李明, 欧阳小红. (2021). 综述. 计算机学报, 44(2), 1–20.');
  });

  it.each([
    ['Ann Lee', 2020, '(Lee, 2020)'],
    ['Ann Lee and Bo Chu', 2020, '(Lee & Chu, 2020)'],
    ['Ann Lee and Bo Chu and Cy Do', 2020, '(Lee et al., 2020)'],
    ['{World Health Organization}', undefined, '(World Health Organization, n.d.)'],
    ['', 2020, '(“A Title”, 2020)'],
    ['张三', 2020, '(张三, 2020)'],
    ['张三 and 李四 and 王五', 2020, '(张三等, 2020)'],
  ])('cites %s', (names, year, text) => {
    expect(formatCitation(made({ author: people(names), ...(year && { year }) }), 'apa', 'en')).toBe(text);
  });

  it('cites a page', () => {
    const item = made({ author: people('Ann Lee'), year: 2020 });
    expect(formatCitation(item, 'apa', 'en', { pageLabel: '12' })).toBe('(Lee, 2020, p. 12)');
    expect(formatCitation(item, 'apa', 'en', { pageLabel: '12–14' })).toBe('(Lee, 2020, pp. 12–14)');
  });
});

/** Facts of example references of GB/T 7714-2015, chapters 4 and 8 and annex A. */
describe('GB/T 7714-2015', () => {
  it.each<[string, Parameters<typeof made>[0], string]>([
    [
      'an article',
      {
        author: people('Kanamori, H.'),
        title: 'Shaking without quaking',
        'container-title': 'Science',
        year: 1998,
        volume: '279',
        issue: '5359',
        page: '2063',
      },
      'KANAMORI H. Shaking without quaking[J]. Science, 1998, 279(5359): 2063.',
    ],
    [
      'an article on the web, with DOI',
      {
        author: people('Frese, K. S. and Katus, H. A. and Meder, B.'),
        title: 'Next-generation sequencing: from understanding biology to personalized medicine',
        'container-title': 'Biology',
        year: 2013,
        volume: '2',
        issue: '1',
        page: '378-398',
        accessed: { 'date-parts': [[2013, 3, 19]] },
        URL: 'http://www.mdpi.com/2079-7737/2/1/378',
        DOI: '10.3390/biology2010378',
      },
      'FRESE K S, KATUS H A, MEDER B. Next-generation sequencing: from understanding biology to personalized medicine[J/OL]. Biology, 2013, 2(1): 378-398[2013-03-19]. http://www.mdpi.com/2079-7737/2/1/378. DOI:10.3390/biology2010378.',
    ],
    [
      'a Chinese book',
      {
        type: 'book',
        author: people('陈登原'),
        title: '国史旧闻: 第1卷',
        'publisher-place': '北京',
        publisher: '中华书局',
        year: 2000,
        page: '29',
      },
      '陈登原. 国史旧闻: 第1卷[M]. 北京: 中华书局, 2000: 29.',
    ],
    [
      'a book with edition and suffix',
      {
        type: 'book',
        author: people('Peebles, Jr., P. Z.'),
        title: 'Probability, random variable, and random signal principles',
        edition: '4',
        'publisher-place': 'New York',
        publisher: 'McGraw Hill',
        year: 2001,
      },
      'PEEBLES P Z, Jr. Probability, random variable, and random signal principles[M]. 4th ed. New York: McGraw Hill, 2001.',
    ],
    [
      'a chapter',
      {
        type: 'chapter',
        author: people('Weinstein, L. and Swertz, M. N.'),
        title: 'Pathogenic properties of invading microorganism',
        editor: people('Sodeman, Jr., W. A. and Sodeman, W. A.'),
        'container-title': 'Pathologic physiology: mechanisms of disease',
        'publisher-place': 'Philadelphia',
        publisher: 'Saunders',
        year: 1974,
        page: '745-772',
      },
      'WEINSTEIN L, SWERTZ M N. Pathogenic properties of invading microorganism[M]//SODEMAN W A, Jr, SODEMAN W A. Pathologic physiology: mechanisms of disease. Philadelphia: Saunders, 1974: 745-772.',
    ],
    [
      'a Chinese thesis',
      {
        type: 'thesis',
        author: people('张志祥'),
        title: '间断动力系统的随机扰动及其在守恒律方程中的应用',
        'publisher-place': '北京',
        publisher: '北京大学',
        year: 1998,
        page: '50-55',
      },
      '张志祥. 间断动力系统的随机扰动及其在守恒律方程中的应用[D]. 北京: 北京大学, 1998: 50-55.',
    ],
    [
      'a thesis',
      {
        type: 'thesis',
        author: people('Calms, R. B.'),
        title: 'Infrared spectroscopic studies on solid oxygen',
        'publisher-place': 'Berkeley',
        publisher: 'Univ. of California',
        year: 1965,
      },
      'CALMS R B. Infrared spectroscopic studies on solid oxygen[D]. Berkeley: Univ. of California, 1965.',
    ],
    [
      'a report of an institution',
      {
        type: 'report',
        author: people('{World Health Organization}'),
        title: 'Factors regulating the immune response: report of WHO Scientific Group',
        'publisher-place': 'Geneva',
        publisher: 'WHO',
        year: 1970,
      },
      'World Health Organization. Factors regulating the immune response: report of WHO Scientific Group[R]. Geneva: WHO, 1970.',
    ],
    [
      'a Chinese page on the web',
      {
        type: 'webpage',
        author: people('萧钰'),
        title: '出版业信息化迈入快车道',
        issued: { 'date-parts': [[2001, 12, 19]] },
        accessed: { 'date-parts': [[2002, 4, 15]] },
        URL: 'http://www.creader.com/news/20011219/200112190019.html',
      },
      '萧钰. 出版业信息化迈入快车道[EB/OL]. (2001-12-19)[2002-04-15]. http://www.creader.com/news/20011219/200112190019.html.',
    ],
    [
      'a paper of a conference',
      {
        type: 'paper-conference',
        author: people('Fourney, M. E.'),
        title: 'Advances in holographic photoelasticity',
        'container-title': 'Symposium on Applications of Holography in Mechanics',
        'publisher-place': 'New York',
        publisher: 'ASME',
        year: 1971,
        page: '17-38',
      },
      'FOURNEY M E. Advances in holographic photoelasticity[C]//Symposium on Applications of Holography in Mechanics. New York: ASME, 1971: 17-38.',
    ],
  ])('prints %s', (_, fields, text) => {
    expect(gb(fields)).toBe(text);
  });

  it.each([
    [['李明'], '李明. '],
    [['李明', '王红'], '李明, 王红. '],
    [['李明', '王红', '张三'], '李明, 王红, 张三. '],
    [['李明', '王红', '张三', '赵六'], '李明, 王红, 张三, 等. '],
  ])('names at most three of %j', (names, start) => {
    const text = gb({ author: names.flatMap(people), title: '综述', 'container-title': '学报', year: 2021 });
    expect(text).toBe(`${start}综述[J]. 学报, 2021.`);
  });

  it('says et al behind three authors of an English work, 20 or 21 alike', () => {
    for (const count of [4, 20, 21])
      expect(gb({ author: many(count), year: 2020, 'container-title': 'J' })).toBe(
        'F1 A B, F2 A B, F3 A B, et al. A Title[J]. J, 2020.',
      );
  });

  it('says what a printed work does not name, and nothing about what is read on the web', () => {
    const book = { type: 'book', title: '书', year: 2000 } as const;
    expect(gb(book)).toBe('书[M]. [出版地不详: 出版者不详], 2000.');
    expect(gb({ ...book, title: 'Book', publisher: 'Press' })).toBe('Book[M]. [S.l.]: Press, 2000.');
    expect(gb({ ...book, publisher: '出版社', URL: 'https://a.org' })).toBe(
      '书[M/OL]. 出版社, 2000. https://a.org.',
    );
    expect(gb({ type: 'article', title: 'Loose' })).toBe('Loose[Z].');
    expect(gb({ type: 'article', title: 'Pre', arxivId: '1706.03762', year: 2017 })).toBe(
      'Pre[EB/OL]. (2017). https://arxiv.org/abs/1706.03762.',
    );
  });

  it('cites by number or by author and year', () => {
    const crane = made({ author: people('Crane, D.'), year: 1972 });
    const zhang = made({ author: people('张忠智'), title: '书', year: 1997 });
    expect(formatCitation(crane, 'gb7714', 'en', { number: 3, pageLabel: '194' })).toBe('[3]194');
    expect(formatCitation(crane, 'gb7714', 'en')).toBe('(Crane, 1972)');
    expect(formatCitation(zhang, 'gb7714', 'en', { pageLabel: '12' })).toBe('（张忠智, 1997: 12）');
  });
});
