import { readFileSync } from 'node:fs';
import { BibliographyFormat } from '@stemma/contract/bibliography';
import { CslItem, CslType } from '@stemma/contract/csl';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBibliography } from './parse-bibliography.ts';
import { writeBibliography } from './write-bibliography.ts';

const FORMATS = BibliographyFormat.options;
const read = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
const itemsOf = (text: string, format: BibliographyFormat): CslItem[] =>
  parseBibliography(text, format).items.map(({ item }) => item);
const again = (items: readonly CslItem[], format: BibliographyFormat): CslItem[] =>
  itemsOf(writeBibliography(items, format), format);

const FILES = [
  'mixed.bib',
  '22-bib-ampersand-round-trip/amp.bib',
  '24-bib-comma-faults/commas.bib',
  '26-bib-comments-and-loose-text/comments.bib',
  '28-bib-accents/accents.bib',
  'mixed.ris',
];

/** Pieces in which TeX, RIS and JSON could get lost. */
const piece = fc.oneof(
  fc.constantFrom(
    '&',
    '\\',
    '{',
    '}',
    '$',
    '%',
    '#',
    '_',
    '~',
    '^',
    '--',
    '---',
    '``',
    "''",
    '"',
    '@',
    '<b',
    '&amp;',
    '&lt;',
  ),
  fc.constantFrom(
    '$x_1$',
    '$5',
    ' and ',
    ',',
    'ACM',
    'mRNA',
    'é',
    'e\u0301',
    '李明',
    '😀',
    '\\emph{x}',
    "\\'e",
    'TY  - X',
    '.',
    '/',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}$/);
const person = fc.oneof(
  fc.record({ family: word, given: word }),
  fc.record({ family: text, given: text }),
  fc.record({ family: text }),
  fc.constantFrom(
    { family: 'van der Berg', given: 'Jan' },
    { family: 'King', given: 'Martin Luther, Jr.' },
    { family: '欧阳', given: '小红' },
    { family: 'Research and Development, Inc.' },
  ),
);
const date = fc.oneof(
  fc.record({ 'date-parts': fc.tuple(fc.tuple(fc.integer({ min: -999, max: 2200 }))) }),
  fc.record({
    'date-parts': fc.tuple(
      fc.tuple(
        fc.integer({ min: 1500, max: 2200 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
      ),
    ),
  }),
  fc.record({ literal: text }),
);
const item = fc.record(
  {
    id: word,
    type: fc.constantFrom(...CslType.options),
    title: text,
    author: fc.array(person, { minLength: 1, maxLength: 4 }),
    editor: fc.array(person, { minLength: 1, maxLength: 2 }),
    issued: date,
    'container-title': text,
    'collection-title': text,
    publisher: text,
    'publisher-place': text,
    volume: text,
    issue: text,
    page: fc.oneof(text, fc.constantFrom('1-20', 'e12', '1-3, 7-9', 'A-1-A-5')),
    edition: text,
    genre: text,
    DOI: fc.constantFrom('10.1000/a_b(1)', '10.48550/arxiv.1706.03762', '10.1/x'),
    arxivId: fc.constantFrom('1706.03762', 'hep-th/9901001'),
    arxivVersion: fc.integer({ min: 1, max: 9 }),
    URL: fc.constantFrom(
      'https://a.org/x_y?a=1&b=2#c~d',
      'https://a.org/%7Bx%7D',
      'https://arxiv.org/abs/1706.03762v2',
    ),
    ISBN: fc.constantFrom('978-3-16-148410-0', '0306406152'),
    ISSN: fc.constantFrom('1234-5678', '1234567X'),
    abstract: text,
    language: fc.constantFrom('en', 'chinese'),
    keywords: fc.array(text, { minLength: 1, maxLength: 3 }),
    note: text,
    accessed: date,
  },
  { requiredKeys: ['id', 'type', 'title'] },
) as fc.Arbitrary<CslItem>;

describe('import, export, import', () => {
  it.each(FILES.flatMap((file) => FORMATS.map((format) => [file, format] as const)))(
    'gives the items of %s again by way of %s',
    (file, format) => {
      const items = itemsOf(read(file), file.endsWith('.ris') ? 'ris' : 'bibtex');
      expect(items.length).toBeGreaterThan(0);
      const kept = items.map((entry) => entry.type).some((type) => type === 'document' || type === 'article');
      const back = again(items, format);
      expect(back.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
      if (!kept) expect(back).toEqual(items);
      expect(again(back, format)).toEqual(back);
    },
  );

  it.each(FORMATS)('is a fixed point for any items (%s)', (format) => {
    fc.assert(
      fc.property(item, (any) => {
        const once = again([any], format);
        expect(once).toHaveLength(1);
        CslItem.parse(once[0]);
        const written = writeBibliography(once, format);
        expect(itemsOf(written, format)).toEqual(once);
        expect(
          parseBibliography(written, format).faults.filter(({ code }) => code !== 'missing_title'),
        ).toEqual([]);
        expect(writeBibliography(itemsOf(written, format), format)).toBe(written);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps any text of a title and a note in BibTeX, character by character', () => {
    const clean = (raw: string): string =>
      raw
        .replace(/[\u0000-\u001f\u007f\ufffe\uffff]/g, '')
        .normalize('NFC')
        .replace(/\s+/g, ' ')
        .trim();
    fc.assert(
      fc.property(text.map(clean), (title) => {
        fc.pre(title !== '' && clean(title) === title);
        const [back] = again([{ id: 'a', type: 'book', title, note: title }], 'bibtex');
        expect(back).toMatchObject({ title, note: title });
      }),
      { numRuns: 500 },
    );
  });

  it('keeps capitals inside words from lowering and writes UTF-8 as it is', () => {
    const written = writeBibliography(
      [
        {
          id: 'k',
          type: 'book',
          title: 'Using BERT for mRNA in $L^2$: Naïve',
          author: [{ family: 'Łukasz', given: 'Ø' }],
        },
      ],
      'bibtex',
    );
    expect(written).toContain('title = {Using {BERT} for {mRNA} in $L^2$: Naïve}');
    expect(written).toContain('author = {Łukasz, Ø}');
  });
});
