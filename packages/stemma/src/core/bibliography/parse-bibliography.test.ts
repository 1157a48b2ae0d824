import { readFileSync } from 'node:fs';
import type { BibliographyFormat } from '@stemma/contract/bibliography';
import { CslItem } from '@stemma/contract/csl';
import type { Author } from '@stemma/contract/records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '../text/fold.ts';
import { parseBibliography } from './parse-bibliography.ts';
import { writeBibliography } from './write-bibliography.ts';

const read = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
const itemsOf = (text: string, format: BibliographyFormat = 'bibtex'): CslItem[] =>
  parseBibliography(text, format).items.map(({ item }) => CslItem.parse(item));
const byKey = (text: string, format?: BibliographyFormat): Record<string, CslItem> =>
  Object.fromEntries(itemsOf(text, format).map((item) => [item.id, item]));
const faultsOf = (text: string, format: BibliographyFormat = 'bibtex') =>
  parseBibliography(text, format).faults.map(({ line, key, code }) => [line, key, code]);
const inverted = ({ family, given }: Author): string => (given ? `${family}, ${given}` : family);

describe('parseBibliography: BibTeX', () => {
  it('shows every form of & alike and writes each one escaped, but in no address (case 22)', () => {
    const text = read('22-bib-ampersand-round-trip/amp.bib');
    const items = itemsOf(text);
    expect(items.map(({ title }) => title)).toEqual(['Soil & Water', 'Ice & Fire', 'Salt & Light']);
    const written = writeBibliography(items, 'bibtex');
    expect(written).toContain('journal = {J. Earth \\& Sea}');
    expect(written).toContain('url = {https://example.org/x?a=1&b=2}');
    const outsideUrl = written.replace(/url = .*/g, '');
    expect(outsideUrl.match(/(?<!\\)&/g)).toBeNull();
    expect(itemsOf(written)).toEqual(items);
    expect(writeBibliography(itemsOf(written), 'bibtex')).toBe(written);
  });

  it('reads every entry around faults of commas and braces and names each fault (case 24)', () => {
    const text = read('24-bib-comma-faults/commas.bib');
    const { c1, c2, c3, c4, c5, c6 } = byKey(text);
    expect(c1).toMatchObject({ title: 'Spaced key', issued: { 'date-parts': [[1987]] } });
    expect(c2).toMatchObject({ title: 'No comma after me', issued: { 'date-parts': [[1990]] } });
    expect(c3).toMatchObject({ title: 'Double', issue: '7', issued: { 'date-parts': [[1991]] } });
    expect(c4).toMatchObject({ title: 'Comma missing after key', issued: { 'date-parts': [[1992]] } });
    expect(c5).toMatchObject({ title: 'Never closed', issued: { 'date-parts': [[1993]] } });
    expect(c6).toMatchObject({ title: 'After the unclosed one', issued: { 'date-parts': [[1994]] } });
    expect(faultsOf(text)).toEqual([
      [6, 'c2', 'missing_comma'],
      [10, 'c4', 'missing_comma'],
      [12, 'c5', 'unclosed_entry'],
    ]);
  });

  it('ignores comments, commented lines and loose text (case 26)', () => {
    const text = read('26-bib-comments-and-loose-text/comments.bib');
    expect(itemsOf(text).map(({ id }) => id)).toEqual(['k1', 'k2']);
    expect(faultsOf(text)).toEqual([]);
    expect(itemsOf('mail a@article{x, title={No}} or b@c.org\n')).toEqual([]);
  });

  it('composes accents so that every form of a name is one (case 28)', () => {
    const text = read('28-bib-accents/accents.bib');
    const { checks } = JSON.parse(read('28-bib-accents/case.json')) as {
      checks: { authors: Record<string, string[]>; distinct_authors: number; u4_title: string };
    };
    const items = itemsOf(text);
    const names = Object.fromEntries(items.map(({ id, author }) => [id, author!.map(inverted)]));
    expect(names).toEqual(checks.authors);
    expect(new Set(Object.values(names).flat()).size).toBe(checks.distinct_authors);
    expect(items.at(-1)!.title).toBe(checks.u4_title);
    expect(foldText(names.u1![1]!)).toBe(foldText('Mun\u0303oz, Jose\u0301'));
  });

  it('reads strings, parents, name parts, dates, identifiers and files', () => {
    const records = parseBibliography(read('mixed.bib'), 'bibtex');
    const items = byKey(read('mixed.bib'));
    expect(items.chen19).toMatchObject({
      type: 'paper-conference',
      title: 'BERT for mRNA: Naïve $L^2$ bounds',
      author: [
        { family: 'Chen', given: 'Wei' },
        { family: 'van der Berg', given: 'Jan' },
        { family: 'European Research Group and Partners' },
      ],
      editor: [
        { family: 'Müller', given: 'Hans' },
        { family: 'Álvarez', given: 'José' },
      ],
      'container-title': 'Proceedings of the 7th Test Conference',
      publisher: 'Example Press',
      page: '12-34',
      issued: { 'date-parts': [[2019]] },
    });
    expect(items['king:08']).toMatchObject({
      author: [{ family: 'King', given: 'Martin Luther, Jr.' }],
      title: 'A "quoted" word',
      'container-title': 'ACM Trans. Database Syst. (suppl.)',
      issued: { 'date-parts': [[2008, 3]] },
      DOI: '10.1145/1234567.89',
      keywords: ['joins', 'sorting, external'],
    });
    expect(items.vaswani).toMatchObject({
      type: 'article',
      arxivId: '1706.03762',
      arxivVersion: 5,
      issued: { 'date-parts': [[2017, 6, 12]] },
    });
    expect(items.dblp).toMatchObject({
      type: 'article',
      arxivId: '1801.00001',
      author: [{ family: 'von Mises', given: 'Ludwig' }],
    });
    expect(items.dblp).not.toHaveProperty('volume');
    expect(items.李明2021!.author).toEqual([
      { family: '李', given: '明' },
      { family: '欧阳', given: '小红' },
      { family: '张', given: '三' },
    ]);
    expect(items.doe).toMatchObject({ title: 'On things & 50% of TeX—a study', genre: 'PhD thesis' });
    expect(items.site).toMatchObject({
      author: [{ family: 'World Health Organization' }],
      issued: { literal: 'n.d.' },
      URL: 'https://example.org/a_b?x=1&y=2#z~t',
    });
    const king = records.items.find(({ item }) => item.id === 'king:08')!;
    expect(king).toMatchObject({ line: 6, files: ['papers/king08.pdf'], entryType: 'article' });
    expect(records.faults.map(({ key, code }) => [key, code])).toEqual([['king:08', 'names_left_out']]);
  });

  it('cuts a value that is never closed at its line and goes on with the next field', () => {
    const text =
      '@book{a,\n  title = {Open,\n  year = 1999\n}\n\n@book{b, title = "Open too,\n year = 2000}\n@book{c, title={C}}';
    const { a, b, c } = byKey(text);
    expect(a).toMatchObject({ title: 'Open', issued: { 'date-parts': [[1999]] } });
    expect(b).toMatchObject({ title: 'Open too', issued: { 'date-parts': [[2000]] } });
    expect(c).toMatchObject({ title: 'C' });
    expect(faultsOf(text)).toEqual([
      [2, 'a', 'unclosed_value'],
      [6, 'b', 'unclosed_value'],
    ]);
  });

  it('names keys that are missing or doubled, unknown strings and parents, and fields given twice', () => {
    const text = `@book{title={No Key at All}, author={Ann Lee}, year=2001}
@book{x, title={X}, title={Y}, publisher = nowhere}
@book{x, title={Z}, crossref={gone}}
@book{empty}
@book{odd, title = , year = 2000, ### }`;
    expect(itemsOf(text).map(({ id }) => id)).toEqual(['lee2001key', 'x', 'x', 'odd']);
    expect(faultsOf(text)).toEqual([
      [1, null, 'missing_key'],
      [2, 'x', 'duplicate_field'],
      [2, 'x', 'unknown_string'],
      [3, 'x', 'unknown_crossref'],
      [3, 'x', 'duplicate_key'],
      [4, 'empty', 'empty_entry'],
      [5, 'odd', 'missing_value'],
      [5, 'odd', 'unexpected_text'],
      [5, 'odd', 'missing_title'],
    ]);
  });

  it.each([
    ["\\'e \\'{e} {\\'e} {\\'{e}} \\'{\\relax e}", 'é é é é é'],
    ['\\v r \\v{r} {\\v r} \\c{c} \\H{o} \\k a \\r a \\"\\i{} \\^{\\j}', 'ř ř ř ç ő ą å ï ĵ'],
    ["\\'{\\^e} \\ss{} \\O slo {\\o} \\dj", 'ế ß Øslo ø đ'],
    ["``a'' -- b --- c~d", '“a” – b — c d'],
    ['\\$5 and \\$6, $x_1$, \\% \\_ \\# \\{\\}', '$5 and $6, $x_1$, % _ # {}'],
    [
      '\\url{http://a.b/~c_d} \\href{x}{here} \\noopsort{1}two \\unknown{z}',
      'http://a.b/~c_d here two \\unknownz',
    ],
    ['A &amp; B &#233; &lt; R&D', 'A & B é < R&D'],
  ])('reads %s', (tex, text) => {
    expect(itemsOf(`@book{a, title = {${tex}}}`)[0]!.title).toBe(text);
  });
});

describe('parseBibliography: RIS and CSL-JSON', () => {
  it('reads RIS with lines that go on, missing ends, serial numbers and identifiers', () => {
    const { items, faults } = parseBibliography(read('mixed.ris'), 'ris');
    expect(items.map(({ item }) => item)).toMatchObject([
      {
        id: 'smith2001',
        type: 'article-journal',
        title: 'Soil & Water: 100% of $5 and a title that goes on',
        author: [{ family: 'Smith', given: 'John, Jr.' }, { family: 'World Health Organization' }],
        issued: { 'date-parts': [[2001, 5, 3]] },
        page: '123-145',
        ISSN: '1234-5678',
        DOI: '10.1000/abc.123',
        keywords: ['soil', 'water'],
      },
      { id: 'wang2011', type: 'book', ISBN: '978-3-16-148410-0', author: [{ family: '王', given: '夫之' }] },
      { type: 'document', arxivId: '1706.03762', arxivVersion: 5 },
    ]);
    expect(faults.map(({ line, code }) => [line, code])).toEqual([
      [20, 'unclosed_entry'],
      [27, 'unclosed_entry'],
    ]);
  });

  it('reads each record of a CSL-JSON file, also behind a broken one', () => {
    const text = `[
  {"id": 7, "type": "article-journal", "title": "A <i>b</i>", "author": [{"family": "Beethoven", "given": "L.", "non-dropping-particle": "van", "suffix": "Jr."}, {"literal": "WHO"}], "issued": {"date-parts": [["2001", 5]]}, "page": "1–9", "keyword": "x, y", "volume": 3},
  {"id": "broken", "title": "never closed",
  {"id": "c", "type": "song", "title": "C", "number": "arXiv:1706.03762v2", "issued": "2010-04"},
  {"id": "d", "title": tru },
  {"note": "no record"}
]`;
    const { items, faults } = parseBibliography(text, 'csl-json');
    expect(items.map(({ item }) => item)).toMatchObject([
      {
        id: '7',
        title: 'A b',
        author: [{ family: 'van Beethoven', given: 'L., Jr.' }, { family: 'WHO' }],
        issued: { 'date-parts': [[2001, 5]] },
        page: '1-9',
        keywords: ['x', 'y'],
        volume: '3',
      },
      { id: 'c', type: 'document', arxivId: '1706.03762', arxivVersion: 2 },
    ]);
    expect(faults.map(({ line, code }) => [line, code])).toEqual([
      [3, 'unclosed_entry'],
      [5, 'not_json'],
      [6, 'not_a_record'],
    ]);
    expect(faultsOf('[]', 'csl-json')).toEqual([]);
    expect(faultsOf('hello', 'csl-json')).toEqual([[1, null, 'not_json']]);
  });
});

describe('hostile input', () => {
  const many = (text: string, times: number): string => text.repeat(times);
  const inputs: [string, BibliographyFormat, string][] = [
    ['megabytes of braces', 'bibtex', `@article{a, title={${many('{', 4e6)}`],
    ['10,000 deep', 'bibtex', `@article{a, title={${many('{', 10_000)}x${many('}', 10_000)}, year=2000}`],
    ['entries that never close', 'bibtex', many('@article{a, title={\n', 50_000)],
    ['entries that never close on one line', 'bibtex', many('@article{a, title={', 50_000)],
    ['quotes that never close', 'bibtex', `@a{k,\n${many('a="{\n', 150_000)}${many('}', 150_000)}`],
    ['values in values', 'bibtex', `@a{k,\n${many('a={\n', 150_000)}${many('}', 150_000)}`],
    ['tiny entries on one line', 'bibtex', many('@a{b}', 300_000)],
    ['commented signs', 'bibtex', many('% @a{b\n', 300_000)],
    ['unclosed comments', 'bibtex', many('@comment{\n', 200_000)],
    ['commas', 'bibtex', `@a{k${many(',', 2e6)}}`],
    ['hashes', 'bibtex', `@a{k, title = ${many('# ', 1e6)}}`],
    ['blanks', 'bibtex', `@a{k${many(' ', 3e6)}`],
    ['signs', 'bibtex', many('@', 3e6)],
    ['NULs', 'bibtex', `@a{k, title={A${many('\0', 3e6)}B}}`],
    ['accents', 'bibtex', `@a{k, title={${many("\\'", 1e6)}e}}`],
    ['links', 'bibtex', `@a{k, title={${many('\\href{', 2e5)}${many('}', 2e5)}}}`],
    ['dollars', 'bibtex', `@a{k, title={${many('$', 1e6)}}, note={${many('$ x', 3e5)}}}`],
    ['names', 'bibtex', `@a{k, author={${many('A and ', 2e5)}B}, title={T}}`],
    ['braced names', 'bibtex', `@a{k, author={${many('{a} {b}, ', 1e5)}}, title={T}}`],
    ['keywords', 'ris', `TY  - JOUR\n${many('KW  - a\n', 3e5)}`],
    ['lines that go on', 'ris', `TY  - JOUR\nTI  - a\n${many('more\n', 5e5)}`],
    ['starts', 'ris', many('TY  - JOUR\n', 2e5)],
    ['brackets', 'csl-json', many('[{', 1e6)],
    ['quotes', 'csl-json', many('{"', 1e6)],
    ['objects', 'csl-json', many('{}', 5e5)],
    ['nested objects', 'csl-json', `${many('{"a":', 1e5)}1${many('}', 1e5)}`],
  ];

  it.each(inputs)(
    '%s (%s) end in linear time',
    (_, format, text) => {
      const { items, faults } = parseBibliography(text, format);
      for (const { item } of items.slice(0, 10)) CslItem.parse(item);
      expect(items.length + faults.length).toBeGreaterThanOrEqual(0);
    },
    20_000,
  );

  it('never throws, whatever the text', () => {
    const parts = fc.constantFrom(
      '@article{',
      '@',
      '{',
      '}',
      '"',
      ',',
      '=',
      '#',
      'a',
      '\n',
      '\\',
      '$',
      '%',
      '(',
      ')',
      '[',
      'TY  - ',
      ':',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string({ unit: 'grapheme' })), { maxLength: 40 }), (list) => {
        for (const format of ['bibtex', 'ris', 'csl-json'] as const) itemsOf(list.join(''), format);
      }),
    );
  });
});
