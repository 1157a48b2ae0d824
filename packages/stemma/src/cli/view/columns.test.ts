import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth, fitColumns, padColumns, wrapColumns } from './columns.ts';

describe('terminal columns', () => {
  it('counts wide characters twice and marks not at all', () => {
    expect(['abc', '衰减', 'e\u0301', 'ｆｕｌｌ'].map(displayWidth)).toEqual([3, 4, 1, 8]);
  });
  it('cuts to a width with an ellipsis', () => {
    expect(fitColumns('衰减率是多少', 7)).toBe('衰减率…');
    expect(fitColumns('short', 7)).toBe('short');
  });
  it('pads by columns, not by characters', () => {
    expect(padColumns('衰减', 6)).toBe('衰减  ');
  });
  it('wraps between words and between wide characters', () => {
    expect(wrapColumns('the decay rate', 9)).toEqual(['the decay', 'rate']);
    expect(wrapColumns('衰减率是多少', 8)).toEqual(['衰减率是', '多少']);
  });
  it('loses no text when it wraps', () => {
    const words = fc.array(fc.constantFrom('decay', 'of', 'ζω', '衰减率', '。', 'e\u0301'), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 4, max: 30 }), (list, width) => {
        const text = list.join(' ');
        expect(wrapColumns(text, width).join(' ').replace(/\s+/g, '')).toBe(text.replace(/\s+/g, ''));
      }),
    );
  });
});
