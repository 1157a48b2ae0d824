import { describe, expect, it } from 'vitest';
import { markerIds, parseMarkers, stripMarkers } from './markers.ts';

describe('parseMarkers', () => {
  it.each([
    ['rate 2 [E3].', ['E3']],
    ['rate 2 [E3][E7].', ['E3', 'E7']],
    ['rate 2 [E1, E2; E4]', ['E1', 'E2', 'E4']],
    ['rate 2 [E1-E3]', ['E1', 'E2', 'E3']],
    ['rate 2 [E1–3]', ['E1', 'E2', 'E3']],
    ['收敛【E3】［Ｅ４］', ['E3', 'E4']],
    ['Cyrillic [Е3]', ['E3']],
    ['run [R1], [e2]', ['R1', 'E2']],
    ['[E 5]', ['E5']],
    ['no marker: [1], [see E3], [E3x], [Eq. 3], \\[E3]', []],
  ])('%s', (text, ids) => {
    expect(markerIds(text)).toEqual(ids);
  });

  it('knows where each stands and takes it out with the blank before', () => {
    const text = 'Rate 2 [E3] holds【E4】.';
    expect(parseMarkers(text).map(({ span }) => text.slice(span.start, span.end))).toEqual([
      '[E3]',
      '【E4】',
    ]);
    expect(stripMarkers(text)).toBe('Rate 2 holds.');
  });
});
