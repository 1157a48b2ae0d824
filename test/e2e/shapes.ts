import { RecordCounts } from '@stemma/contract/events';
import { Id } from '@stemma/contract/ids';
import { Rect, Region, Span } from '@stemma/contract/place';
import { Author, PassageKind, Run, Source } from '@stemma/contract/records';
import { SearchCut, SearchStage } from '@stemma/contract/search';
import { Verdicts } from '@stemma/contract/verdicts';
import { z } from 'zod';

/** What `--json` carries at least, as scripts of other people rely on it. */

const Fault = z.object({ code: z.string().min(1), message: z.string().min(1), recovery: z.string().min(1) });

export const FaultJson = z.object({ error: Fault });

export const AddJson = z.object({
  run: Id,
  items: z.array(
    z.object({
      input: z.string(),
      status: z.enum(['added', 'unchanged', 'updated', 'failed', 'cancelled']),
      source: z.string().nullable(),
      documents: z.int(),
      passages: z.int(),
      formulas: z.int(),
      pages: z.int(),
      notes: z.array(z.string()),
      records: RecordCounts.optional(),
      error: Fault.nullable(),
    }),
  ),
});
export type AddJson = z.infer<typeof AddJson>;

export const ListJson = z.object({ sources: z.array(Source) });

const PassageJson = z.object({
  id: z.string(),
  page: z.int().nullable(),
  pageLabel: z.string().nullable(),
  kind: PassageKind,
  section: z.array(z.string()),
  text: z.string().min(1),
  rects: z.array(Rect),
  regions: z.array(Region),
  lines: z.array(
    z.object({
      start: z.int(),
      end: z.int(),
      page: z.int(),
      rect: Rect,
      words: z.array(z.number()).optional(),
    }),
  ),
});
export type PassageJson = z.infer<typeof PassageJson>;

export const ShowJson = z.object({
  source: Source.extend({ authors: z.array(Author) }),
  sections: z.array(z.object({ path: z.array(z.string()), page: z.int().nullable() })),
  passages: z.array(PassageJson),
});

/** What `show` tells of a work beside its passages. */
const FactsJson = z.record(z.string(), z.object({ value: z.unknown(), origin: z.string() }));
export const RecordShowJson = ShowJson.extend({
  aliases: z.array(z.string()),
  facts: FactsJson,
  edits: z.array(z.object({ field: z.string(), value: z.unknown() })),
  uri: z.string().nullable(),
  files: z.array(
    z.looseObject({
      n: z.int(),
      standing: z.string(),
      newerVersion: z.int().nullable(),
      joined: z.object({ by: z.string() }).nullable(),
    }),
  ),
});
export const SearchJson = z.object({
  hits: z.array(
    z.object({
      passage: z.string(),
      source: z.string(),
      page: z.int().nullable(),
      rects: z.array(Rect),
      kind: PassageKind,
      text: z.string(),
      score: z.number(),
      ranks: z.object({ lexical: z.int().nullable(), dense: z.int().nullable(), rerank: z.int().nullable() }),
      confidence: z.enum(['good', 'check_by_hand']),
      matches: z.array(Span),
    }),
  ),
  stages: z.array(SearchStage),
  cut: z.array(SearchCut),
  unknownTerms: z.array(z.string()),
});

const SupportJson = z.object({
  evidence: z.string(),
  source: z.string(),
  page: z.int().nullable(),
  pageLabel: z.string().nullable(),
  rects: z.array(Rect),
  regions: z.array(Region),
  quote: z.string().min(1),
  uri: z.string(),
});
export type SupportJson = z.infer<typeof SupportJson>;

export const AskJson = z.object({
  run: Id,
  thread: Id,
  answer: z.string(),
  refused: z.boolean(),
  missing: z.array(z.string()),
  nextSearches: z.array(z.string()),
  mode: z.literal('quote'),
  fallbackUsed: z.boolean(),
  claims: z.array(z.object({ text: z.string(), verdicts: Verdicts, supports: z.array(SupportJson) })),
  removed: z.array(z.object({ text: z.string(), reason: z.string().nullable() })),
  leads: z.array(z.unknown()),
  references: z.array(z.looseObject({ id: z.string(), type: z.string(), title: z.string() })),
  stages: z.array(SearchStage),
  usage: z.unknown(),
});
export type AskJson = z.infer<typeof AskJson>;

export const WhyJson = z.object({
  run: Id,
  question: z.string(),
  report: z.object({ hits: z.array(z.unknown()), cut: z.array(SearchCut), stages: z.array(SearchStage) }),
  evidence: z.array(
    z.object({ evidence: z.string(), source: z.string(), page: z.int().nullable(), isCited: z.boolean() }),
  ),
});

export const RunsJson = z.object({ runs: z.array(Run), next: z.string().nullable() });

export const RunJson = z.object({
  run: Run,
  steps: z.array(z.object({ key: z.string(), effect: z.string(), status: z.string(), attempts: z.int() })),
});

export const DoctorJson = z.object({
  checks: z.array(
    z.object({
      name: z.string(),
      verdict: z.enum(['ok', 'warn', 'fail']),
      detail: z.string().min(1),
      recovery: z.string().nullable(),
    }),
  ),
  destinations: z.array(z.unknown()),
});

export const ConfigJson = z.object({
  settings: z.array(
    z.object({
      name: z.string(),
      value: z.union([z.string(), z.number()]),
      origin: z.looseObject({ kind: z.enum(['default', 'flag', 'environment', 'user', 'project']) }),
    }),
  ),
});
