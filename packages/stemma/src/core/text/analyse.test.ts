import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexTokens, tokenSpans } from './analyse.ts';
import { queryTerms } from './query-terms.ts';

const read = (name: string): string =>
  readFileSync(new URL(`./fixtures/41-zh-width-and-script/${name}`, import.meta.url), 'utf8');

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(..."aB1.,-' 的阻尼振子，㎏\ud800\udc00𠀀\u0000"), maxLength: 40 }),
);

/** Terms of a question found among the tokens of a text, as the index would. */
const finds = (question: string, text: string): boolean => {
  const tokens = indexTokens(text);
  return queryTerms(question).every(({ term, prefix }) =>
    tokens.some((token) => (prefix ? token.startsWith(term) : token === term)),
  );
};

describe('indexTokens', () => {
  it.each([
    ['The rates converged', ['the', 'rate', 'converg']],
    ['0.204 and 1,000 and 3.', ['0.204', 'and', '1000', 'and', '3']],
    ['l2 abc123 x2', ['l2', 'abc123', 'x2']],
    ['free-stream', ['free', 'stream', 'freestream']],
    ["Hodge's don't", ['hodg', 'don', 't']],
    ['25㎏', ['25kg', '25', 'kg']],
    ['软件误差', ['软件', '件误', '误差', '差']],
    ['用MATLAB算', ['用', 'matlab', '算']],
    ['2020-2021', ['2020', '2021']],
  ])('analyses %s', (text, tokens) => {
    expect(indexTokens(text)).toEqual(tokens);
  });

  it('gives tokens without white space, control characters or halves of a pair, for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const token of indexTokens(text)) {
          expect(token).not.toMatch(/[\s\p{Cc}\p{Cs}"*]/u);
          expect(token.length).toBeGreaterThan(0);
          expect(token.length).toBeLessThanOrEqual(64);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('gives the same tokens with spans, each inside the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const spans = tokenSpans(text);
        expect(spans.map((span) => span.token)).toEqual(indexTokens(text));
        for (const { start, end } of spans) expect(start < end && end <= text.length).toBe(true);
      }),
    );
  });
});

describe('queryTerms', () => {
  it('drops stop words, and keeps them when there is nothing else', () => {
    expect(queryTerms('What is the decay rate of it?').map((term) => term.term)).toEqual(['decai', 'rate']);
    expect(queryTerms('To be or not to be').length).toBeGreaterThan(0);
    expect(queryTerms('的').length).toBe(1);
    expect(queryTerms('?!').length).toBe(0);
  });

  it('takes the words of a Chinese question apart at its stop words', () => {
    expect(queryTerms('实验测得的衰减率是多少？').map((term) => term.term)).toEqual([
      '实验',
      '验测',
      '测得',
      '衰减',
      '减率',
    ]);
    expect(queryTerms('研究目的是什么').map((term) => term.term)).toEqual(['研究', '究目', '目的']);
  });

  it('keeps the words of the user beside the terms', () => {
    const terms = queryTerms('Free-stream Vortices');
    expect(terms.map(({ term, group, part, word }) => [term, group, part, word])).toEqual([
      ['free', 0, true, 'Free-stream'],
      ['stream', 0, true, 'Free-stream'],
      ['freestream', 0, false, 'Free-stream'],
      ['vortic', 1, false, 'Vortices'],
    ]);
  });

  it('finds a single character by prefix', () => {
    expect(queryTerms('图')).toMatchObject([{ term: '图', prefix: true }]);
    expect(finds('图', '如图所示')).toBe(true);
    expect(finds('示', '如图所示')).toBe(true);
  });

  it('keeps at most 64 terms, the rarest', () => {
    const words = Array.from({ length: 100 }, (_, index) => `zq${index}x`);
    const terms = queryTerms(`study result method ${words.join(' ')}`);
    expect(terms).toHaveLength(64);
    expect(terms.some(({ term }) => term === 'studi')).toBe(false);
  });

  it('is safe for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const terms = queryTerms(text);
        expect(new Set(terms.map(({ term, prefix }) => `${term}${prefix}`)).size).toBe(terms.length);
        for (const { term, span, word } of terms) {
          expect(term).not.toMatch(/[\s\p{Cc}\p{Cs}]/u);
          expect(text.slice(span.start, span.end)).toBe(word);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('finds passages across script and width (case 41)', () => {
    const docs = read('docs.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; text: string });
    const { queries } = (JSON.parse(read('case.json')) as { checks: { queries: Record<string, string> } })
      .checks;
    for (const [question, id] of Object.entries(queries))
      expect(docs.filter((doc) => finds(question, doc.text)).map((doc) => doc.id)).toEqual([id]);
  });
});
