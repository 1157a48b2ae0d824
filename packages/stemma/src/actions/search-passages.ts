import { LIMITS } from '@stemma/contract/limits';
import { Span } from '@stemma/contract/place';
import { PassageKind } from '@stemma/contract/records';
import { SearchHit, SearchReport } from '@stemma/contract/search';
import { z } from 'zod';
import { snippet } from '../core/retrieval/snippet.ts';
import { StemmaError } from '../errors/stemma-error.ts';
import { searchLibrary } from '../workflows/answer/search-library.ts';
import { defineAction } from './action.ts';
import { findSource } from './find-source.ts';

/** The part of a passage around its matches, and where they stand in it. */
const Snippet = z.object({ text: z.string(), matches: z.array(Span) });

export const searchPassages = defineAction({
  name: 'search-passages',
  input: z.object({
    text: z.string(),
    limit: z.int().min(1).max(LIMITS.topK.max).optional(),
    kinds: z.array(PassageKind).default([]),
    sources: z.array(z.string()).default([]),
  }),
  output: SearchReport.extend({ hits: z.array(SearchHit.extend({ snippet: Snippet })) }),
  run: async ({ stores, clock, settings }, { text, limit, kinds, sources }) => {
    const query = text.trim().normalize('NFC');
    if (query === '') throw new StemmaError('empty_question', {});
    if (query.length > LIMITS.questionLength)
      throw new StemmaError('invalid_input', { field: 'text', reason: `> ${LIMITS.questionLength}` });
    const sourceKeys = await Promise.all(sources.map(async (key) => (await findSource(stores, key)).key));
    const { report } = await searchLibrary({ stores, clock }, query, {
      topK: limit ?? settings.topK,
      capPerSource: sourceKeys.length === 1 ? LIMITS.topK.max : settings.capPerSource,
      cover: { evidence: settings.coverEvidence, good: settings.coverGood },
      filter: { ...(kinds.length > 0 && { kinds }), ...(sourceKeys.length > 0 && { sourceKeys }) },
    });
    const hits = report.hits.map((hit) => ({ ...hit, snippet: snippet(hit.passage.text, hit.matches) }));
    return { ...report, hits };
  },
});
