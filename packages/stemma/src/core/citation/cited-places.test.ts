import type { Claim, Support } from '@stemma/contract/records';
import { describe, expect, it } from 'vitest';
import { citedPlaces } from './cited-places.ts';

const claim = (...supports: Partial<Support>[]): Claim =>
  ({
    supports: supports.map((support) => ({
      sourceKey: 'a',
      page: null,
      pageLabel: null,
      section: [],
      quote: '',
      ...support,
    })),
  }) as unknown as Claim;

describe('citedPlaces', () => {
  it('names each page, section and label of a work once, in the order of the answer', () => {
    expect(
      citedPlaces([
        claim({ page: 3, pageLabel: '103', section: ['1 Intro', '1.2 Aim'], quote: 'Table 2. Rates.' }),
        claim(
          { sourceKey: 'b', quote: '表 3 结果' },
          { page: 3, pageLabel: '103', section: ['2 Data'], quote: 'Tables are.' },
        ),
        claim({ page: 1, section: ['2 Data'], quote: 'Fig. 1 shows' }),
      ]),
    ).toEqual([
      {
        sourceKey: 'a',
        pages: [
          { page: 3, pageLabel: '103' },
          { page: 1, pageLabel: null },
        ],
        sections: ['1 Intro › 1.2 Aim', '2 Data'],
        labels: ['Table 2', 'Fig. 1'],
      },
      { sourceKey: 'b', pages: [], sections: [], labels: ['表 3'] },
    ]);
  });
});
