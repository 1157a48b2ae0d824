import { ReferenceStyle } from '@stemma/contract/bibliography';
import { CslItem } from '@stemma/contract/csl';
import { Refusal } from '@stemma/contract/events';
import { foldEvents } from '@stemma/contract/fold';
import { Claim, Locale } from '@stemma/contract/records';
import { SearchStage } from '@stemma/contract/search';
import { z } from 'zod';
import { formatReference } from '../core/bibliography/format-reference.ts';
import { citedPlaces } from '../core/citation/cited-places.ts';
import { textParts } from '../core/citation/text-parts.ts';
import { toCslItem } from '../core/source/csl-json.ts';
import { defineAction } from './action.ts';
import { explainAnswer } from './explain-run.ts';
import { findRun } from './find-run.ts';
import { eventsOf } from './run-events.ts';

const TextPart = z.union([z.object({ text: z.string() }), z.object({ evidence: z.array(z.string()) })]);

/** A work that is cited: its reference as printed, and the places of it that the answer rests on. */
const Card = z.object({
  item: CslItem,
  reference: z.string(),
  pages: z.array(z.object({ page: z.int(), pageLabel: z.string().nullable() })),
  sections: z.array(z.string()),
  labels: z.array(z.string()),
});

/** A finished answer: what is shown of it, what was removed, and the works it really cites. */
export const readAnswer = defineAction({
  name: 'read-answer',
  input: z.object({
    id: z.string(),
    style: ReferenceStyle.default('apa'),
    locale: Locale.default('en'),
  }),
  output: z.object({
    run: z.string(),
    thread: z.string().nullable(),
    mode: z.string(),
    /** Why nothing is answered; with claims, the part of the question they leave open. */
    refusal: Refusal.nullable(),
    /** Text of each claim also in parts, cut at its markers. */
    claims: z.array(z.object({ claim: Claim, parts: z.array(TextPart) })),
    removed: z.array(z.object({ text: z.string(), reason: z.string().nullable() })),
    references: z.array(CslItem),
    cards: z.array(Card),
    stages: z.array(SearchStage),
  }),
  run: async (context, { id, style, locale }) => {
    const { stores } = context;
    const run = await findRun(stores, id);
    const { report, mode } = await explainAnswer(context, run);
    const folded = foldEvents(await eventsOf(stores, run.id));
    const answer = folded.messages.findLast(
      (message) => message.role === 'assistant' && message.state === 'done',
    );
    const blocks = answer?.blocks ?? [];
    const claims = blocks.filter((block) => block.state === 'shown').flatMap((block) => block.claims);
    const places = citedPlaces(claims);
    const sources = await Promise.all(places.map(({ sourceKey }) => stores.sources.find(sourceKey)));
    const cards = sources.flatMap((source, index) => {
      if (!source) return [];
      const { pages, sections, labels } = places[index]!;
      const item = toCslItem(source);
      return [{ item, reference: formatReference(item, style, locale), pages, sections, labels }];
    });
    return {
      run: run.id,
      thread: run.threadId,
      mode,
      refusal: blocks.find((block) => block.refusal)?.refusal ?? null,
      claims: claims.map((claim) => ({ claim, parts: textParts(claim.text) })),
      removed: blocks
        .filter((block) => block.state === 'removed')
        .map(({ text, reason }) => ({ text, reason: reason ?? null })),
      references: cards.map(({ item }) => item),
      cards,
      stages: report.stages,
    };
  },
});
