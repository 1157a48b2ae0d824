import { shortId } from '@stemma/contract/ids';
import { describeRefusal, phrase } from '@stemma/contract/words/index';
import type { z } from 'zod';
import { perform } from '../../actions/action.ts';
import { askQuestion } from '../../actions/ask-question.ts';
import { readAnswer } from '../../actions/read-answer.ts';
import { exitOfRun } from '../exit.ts';
import { runHere } from '../run-here.ts';
import type { Session } from '../session.ts';
import { answerMessage, showQuotation, showRefusal, showRemoved } from '../view/answer.ts';
import { tellFault } from '../view/fault.ts';
import { hinted } from '../view/hint.ts';
import { citationStyleOf, showReferences } from '../view/references.ts';
import { locatorOf } from '../view/source.ts';

export type AskOptions = {
  mode?: 'quote' | 'pipeline' | 'agent';
  topK?: number;
  thread?: string;
  ref?: string[];
};

type Answer = z.output<typeof readAnswer.output>;

/** A unit as people read it: key and page in place of evidence numbers. */
const labelledText = (session: Session, { claim, parts }: Answer['claims'][number]): string =>
  parts
    .map((part) => {
      if ('text' in part) return part.text;
      const cited = claim.supports.filter((support) => part.evidence.includes(support.evidence));
      const labels = cited.map((support) =>
        [support.sourceKey, locatorOf(session.locale, support)].filter(Boolean).join(', '),
      );
      return `[${labels.join('; ')}]`;
    })
    .join('');

const claimJson = (session: Session, entry: Answer['claims'][number]) => ({
  text: labelledText(session, entry),
  verdicts: entry.claim.verdicts,
  supports: entry.claim.supports.map((support) => ({
    evidence: support.evidence,
    source: support.sourceKey,
    page: support.page,
    pageLabel: support.pageLabel,
    rects: support.regions.find((region) => region.page === support.page)?.rects ?? [],
    regions: support.regions,
    quote: support.quote,
    uri: support.uri,
  })),
});

const answerJson = (session: Session, answer: Answer) => ({
  run: answer.run,
  thread: answer.thread,
  answer: answer.claims.map((entry) => labelledText(session, entry)).join(''),
  refused: answer.refusal !== null && answer.claims.length === 0,
  refusal: answer.refusal && describeRefusal(session.locale, answer.refusal).sentence,
  missing: answer.refusal?.missing ?? [],
  nextSearches: answer.refusal?.nextSearches ?? [],
  mode: answer.mode,
  fallbackUsed: false,
  claims: answer.claims.map((entry) => claimJson(session, entry)),
  removed: answer.removed,
  leads: [],
  references: answer.references,
  cards: answer.cards.map(({ item, ...card }) => ({ source: item.id, ...card })),
  stages: answer.stages,
  usage: null,
});

/** Asks the library and shows each block as it is stored. */
export const ask = async (session: Session, text: string, options: AskOptions): Promise<number> => {
  const { output, locale, asJson } = session;
  const context = await session.context();
  const { runId, threadId } = await perform(askQuestion, context, {
    text,
    mode: options.mode ?? 'quote',
    topK: options.topK,
    thread: options.thread,
    sources: options.ref ?? [],
  });
  let told = false;
  const run = await runHere(session, runId, {
    onEvent: (event, folded) => {
      if (asJson || event.type !== 'block' || event.kind === 'note') return;
      const block = answerMessage(folded)?.blocks.find((entry) => entry.blockId === event.blockId);
      if (!block) return;
      if (block.kind === 'refusal') showRefusal(session, block);
      if (block.kind !== 'quote' || block.state !== 'shown') return;
      if (!told) output.line(output.style('bold', phrase(locale, 'quotedFromLibrary')));
      told = true;
      showQuotation(session, block);
    },
  });
  for (const error of run.errors) tellFault(session, error);
  if (run.status !== 'succeeded') return exitOfRun(run);
  const answer = await perform(readAnswer, context, { id: runId, style: citationStyleOf(session), locale });
  if (asJson) output.json(answerJson(session, answer));
  else {
    showRemoved(session, answer.removed);
    showReferences(session, answer.cards);
    output.message('');
    output.message(output.style('dim', hinted(session, phrase(locale, 'whyHint', { run: shortId(runId) }))));
    output.message(
      output.style('dim', hinted(session, phrase(locale, 'threadHint', { thread: shortId(threadId) }))),
    );
  }
  return exitOfRun(run);
};
