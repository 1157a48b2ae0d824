import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuote, toQuotePage } from './match-form.ts';

const read = (name: string): string =>
  readFileSync(new URL(`./fixtures/37-cite-line-break-hyphen/${name}`, import.meta.url), 'utf8');

const found = (page: string, quote: string): string | undefined => {
  const span = findQuote(toQuotePage(page), quote);
  return span && page.slice(span.start, span.end);
};

describe('findQuote', () => {
  it('finds quotes over line ends, and no word the page never had (case 37)', () => {
    const page = read('page.txt');
    const quotes = JSON.parse(read('quotes.json')) as Record<string, string>;
    const { checks } = JSON.parse(read('case.json')) as {
      checks: { verified: string[]; not_exact: string[] };
    };
    for (const name of checks.verified) expect(found(page, quotes[name]!), name).toBeDefined();
    for (const name of checks.not_exact) expect(found(page, quotes[name]!), name).toBeUndefined();
    expect(found(page, quotes.a2!)).toBe('dodecane or n-\nhexadecane');
  });

  it('shows the original whatever the form of the quote', () => {
    expect(found('样品编号：ＡＢＣ１２３，质量25㎏。', 'ABC123')).toBe('ＡＢＣ１２３');
    expect(found('本研究討論軟件誤差與校準。', '软件误差与校准')).toBe('軟件誤差與校準');
    expect(found('He wrote “the rate is 2” here.', 'the rate is 2')).toBe('the rate is 2');
    expect(found('The “rate” is – of course – two.', 'The "rate" is - of course - two')).toBe(
      'The “rate” is – of course – two',
    );
  });

  it('joins no word with what follows a suspended hyphen', () => {
    expect(found('pre- and postprocessing', 'preand')).toBeUndefined();
    expect(found('pre- and postprocessing', 'pre- and postprocessing')).toBeDefined();
    expect(found('it went in-\nto the oil', 'it went into the oil')).toBeDefined();
  });

  it('begins and ends at words', () => {
    expect(found('high performance computing', 'form')).toBeUndefined();
    expect(found('high performance computing', 'perform')).toBeUndefined();
    expect(found('It performs. We form.', 'form')).toBe('form');
    expect(found('任何', '')).toBeUndefined();
    expect(found('a . b', '.')).toBeUndefined();
  });

  it('finds every sentence of a text in that text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('long-', 'term', 'n-', '發', '“x”', 'ﬁ', '0.2', 'ab', '。', '-'), {
          minLength: 1,
          maxLength: 12,
        }),
        (words) => {
          const page = words.join(' ');
          if (!/[\p{L}\p{N}]/u.test(page)) return;
          expect(found(`${page}`, page)).toBeDefined();
        },
      ),
      { numRuns: 1000 },
    );
  });
});
