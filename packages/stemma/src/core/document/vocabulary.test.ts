import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutPage } from './page-layout.ts';
import { tokensText, toTokens } from './tokens.ts';
import { typesetColumn, typesetPage } from './typeset.fixture.ts';
import { buildVocabulary, dropsHyphen } from './vocabulary.ts';

const linesOf = (texts: readonly string[]) => layOutPage(typesetPage(typesetColumn(texts, 50, 100))).lines;
const joined = (texts: readonly string[], elsewhere: readonly string[] = []) => {
  const lines = linesOf(texts);
  return tokensText(toTokens(lines, buildVocabulary([...lines, ...linesOf(elsewhere)])));
};

describe('hyphens at line ends', () => {
  it('case 37: joins what a line end cut, keeps what is written with a hyphen', () => {
    const page = [
      'We repeated the experi-',
      'ment with dodecane or n-',
      'hexadecane and saw a long-',
      'term drift; inter\u00AD',
      'ference was small.',
    ];
    const text = joined(page);
    expect(text).toBe(
      'We repeated the experiment with dodecane or n-hexadecane and saw a long-term drift; interference was small.',
    );
    expect(text).not.toMatch(/nhexadecane|longterm/);
  });

  it('goes by what the document writes elsewhere', () => {
    expect(joined(['a finite\u0002', 'dimensional space'], ['the finite-dimensional case'])).toBe(
      'a finite-dimensional space',
    );
    expect(joined(['a finite\u0002', 'dimensional space'], ['a finitedimensional one'])).toBe(
      'a finitedimensional space',
    );
    expect(joined(['the Trace-', 'Monkey engine'], ['TraceMonkey is fast'])).toBe('the TraceMonkey engine');
    expect(joined(['a wave-', 'guide'], ['a wave in a guide'])).toBe('a wave-guide');
  });

  it('keeps a hyphen before a capital or a digit and between numbers', () => {
    expect(joined(['the Levenberg-', 'Marquardt step'])).toBe('the Levenberg-Marquardt step');
    expect(joined(['from COVID-', '19 on'])).toBe('from COVID-19 on');
    expect(joined(['on pages 12–', '15 of it'])).toBe('on pages 12–15 of it');
  });

  it('puts one space at other line ends, none between Han characters', () => {
    expect(joined(['one', 'two'])).toBe('one two');
    expect(joined(['阻尼', '振动'])).toBe('阻尼振动');
    expect(joined(['衰减率。', '测量'])).toBe('衰减率。测量');
    expect(joined(['使用', 'Python'])).toBe('使用 Python');
  });

  it('never invents or loses a letter', () => {
    const word = fc.stringMatching(/^[a-z]{2,9}$/);
    fc.assert(
      fc.property(word, word, (left, right) => {
        const text = joined([`xx ${left}-`, `${right} yy`]);
        expect([`xx ${left}${right} yy`, `xx ${left}-${right} yy`]).toContain(text);
      }),
    );
    expect(dropsHyphen('inter\u00AD', 'ference', { words: new Map(), compounds: new Map() })).toBe(true);
  });
});
