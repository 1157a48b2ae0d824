import { describe, expect, it } from 'vitest';
import { labelMarkers } from './label-markers.ts';

const labels: Readonly<Record<string, string>> = { E1: 'varga2021, p. 2', E2: 'shen2024, p. 3' };
const labelOf = (evidence: string): string | undefined => labels[evidence];

describe('labelMarkers', () => {
  it('puts key and page in place of evidence numbers', () => {
    expect(labelMarkers('It decays [E1], as measured [E2].', labelOf)).toBe(
      'It decays [varga2021, p. 2], as measured [shen2024, p. 3].',
    );
  });
  it('leaves out a marker that supports nothing', () => {
    expect(labelMarkers('It decays [E9].', labelOf)).toBe('It decays.');
  });
  it('leaves other brackets alone', () => {
    expect(labelMarkers('on [0, 1] and [12] it holds', labelOf)).toBe('on [0, 1] and [12] it holds');
  });
});
