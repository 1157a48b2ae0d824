import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutBack, cutFront, firstGraphemes, preview } from './graphemes.ts';
import { sentenceSpans } from './sentences.ts';

const sentences = (text: string): string[] =>
  sentenceSpans(text).map(({ start, end }) => text.slice(start, end));

describe('sentenceSpans', () => {
  it.each([
    ['One is here. Two follows! Is three? Yes.', ['One is here.', 'Two follows!', 'Is three?', 'Yes.']],
    ['We use RK4 (see Fig. 2). It is 0.5 s.', ['We use RK4 (see Fig. 2).', 'It is 0.5 s.']],
    ['结果如下。其误差为0.2！好', ['结果如下。', '其误差为0.2！', '好']],
    ['建立了模型.利用方程求解.', ['建立了模型.', '利用方程求解.']],
    ['a wing in a slipstream . the results were', ['a wing in a slipstream .', 'the results were']],
    ['It was shown [3]. [4] Others agree.', ['It was shown [3]. [4]', 'Others agree.']],
    [
      'The U.S. Army used it. The rest, etc. The end.',
      ['The U.S. Army used it.', 'The rest, etc.', 'The end.'],
    ],
    ['Figure 3. The decay. It falls.', ['Figure 3. The decay.', 'It falls.']],
    ['is that of the envelope.1 The decay rate is 2.', ['is that of the envelope.1', 'The decay rate is 2.']],
  ])('parts %s', (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it('loses nothing but white space and keeps order', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aB. 1[E]。！\n"”'), maxLength: 50 }), (text) => {
        const spans = sentenceSpans(text);
        let at = 0;
        for (const { start, end } of spans) {
          expect(text.slice(at, start).trim()).toBe('');
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('cutting at graphemes', () => {
  const family = '👩‍👩‍👧';
  it('never cuts inside one', () => {
    expect(cutFront(`ab${family}`, 5)).toBe('ab');
    expect(cutBack(`${family}ab`, 5)).toBe('ab');
    expect(preview(`a ${family.repeat(40)}`, 20)).toMatch(/^a (?:👩‍👩‍👧)+…$/u);
    expect(firstGraphemes(`${family}bc`, 2)).toBe(`${family}b`);
    expect(firstGraphemes('ab', 5)).toBe('ab');
  });

  it('keeps within the length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 20 }), (text, length) => {
        expect(cutFront(text, length).length).toBeLessThanOrEqual(length);
        expect(cutBack(text, length).length).toBeLessThanOrEqual(length);
        expect(text.startsWith(cutFront(text, length))).toBe(true);
        expect(text.endsWith(cutBack(text, length))).toBe(true);
      }),
    );
  });

  it('ends a sentence behind its raised footnote mark', () => {
    expect(sentences('It is the rate of the envelope.¹ The rate is 0.2 s⁻¹. It holds.†')).toEqual([
      'It is the rate of the envelope.¹',
      'The rate is 0.2 s⁻¹.',
      'It holds.†',
    ]);
  });
});
