import { describe, expect, it } from 'vitest';
import { textParts } from './text-parts.ts';

describe('textParts', () => {
  it('cuts a text at its markers', () => {
    expect(textParts('It decays [E1], as measured [E2, E3].')).toEqual([
      { text: 'It decays ' },
      { evidence: ['E1'] },
      { text: ', as measured ' },
      { evidence: ['E2', 'E3'] },
      { text: '.' },
    ]);
  });
  it('leaves other brackets alone', () => {
    expect(textParts('on [0, 1] and [12] it holds')).toEqual([{ text: 'on [0, 1] and [12] it holds' }]);
  });
  it('is empty for an empty text', () => {
    expect(textParts('')).toEqual([]);
  });
});
