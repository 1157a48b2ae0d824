import { describe, expect, it } from 'vitest';
import { raiseScripts } from './scripts.ts';

const LINE = { v: 100, size: 10 };
const set = (text: string, raise = 0) =>
  [...text].map((character) => ({
    text: character,
    v: 100 - raise,
    size: raise === 0 ? 10 : 7,
    space: character === ' ',
  }));
const read = (...runs: ReturnType<typeof set>[]) =>
  raiseScripts(runs.flat(), LINE)
    .map((item) => item.text)
    .join('');

describe('raiseScripts', () => {
  it('keeps powers, indices and marks apart from the number or word they stand at', () => {
    expect(read(set('3×10'), set('66', 4))).toBe('3×10⁶⁶');
    expect(read(set('10'), set('−3', 4), set('s'))).toBe('10⁻³s');
    expect(read(set('ω'), set('0', -2), set('2', 4), set('x'))).toBe('ω₀²x');
    expect(read(set('end.'), set('1', 4))).toBe('end.¹');
    expect(read(set('Varga'), set('1,2', 4))).toBe('Varga¹,²');
  });

  it('leaves what has no such characters, and small print on the baseline', () => {
    expect(read(set('e'), set('−γt', 4))).toBe('e−γt');
    expect(read(set('A'), set('max', -2))).toBe('Amax');
    expect(raiseScripts([{ text: '4', v: 100, size: 7, space: false }], LINE)[0]?.text).toBe('4');
  });
});
