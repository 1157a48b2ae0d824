import { describe, expect, it } from 'vitest';
import { pandocCitation } from './pandoc-citation.ts';

const place = (sourceKey: string, page: number | null = null, pageLabel: string | null = null) => ({
  sourceKey,
  page,
  pageLabel,
});

describe('pandocCitation', () => {
  it.each([
    [[place('zhang2021', 12, '12')], '[@zhang2021, p. 12]'],
    [[place('zhang2021', 3)], '[@zhang2021, PDF p. 3]'],
    [[place('zhang2021')], '[@zhang2021]'],
    [[place('a:b_c.d', 3, 'xii')], '[@a:b_c.d, p. xii]'],
    [[place('a,b', 3, 'A-3')], '[@{a,b}, {p. A-3}]'],
    [[place('end.', 1)], '[@{end.}, PDF p. 1]'],
    [[place('a', 1, '1'), place('b', 2, '2'), place('a', 1, '1')], '[@a, p. 1; @b, p. 2]'],
    [[place('李明2021', 2, '2')], '[@李明2021, p. 2]'],
  ])('writes %j', (places, text) => {
    expect(pandocCitation(places)).toBe(text);
  });
});
