import type { FoldedRun } from '@stemma/contract/fold';
import { shortId } from '@stemma/contract/ids';
import type { Claim, Source } from '@stemma/contract/records';
import { describeRefusal, phrase, plainText } from '@stemma/contract/words/index';
import { perform } from '../../actions/action.ts';
import { askQuestion } from '../../actions/ask-question.ts';
import { explainRun } from '../../actions/explain-run.ts';
import { toCslItem } from '../../core/source/csl-json.ts';
import { exitOfRun } from '../exit.ts';
import { runHere } from '../run-here.ts';
import type { Session } from '../session.ts';
import { answerMessage, labelledText, showQuotation, showRefusal, showRemoved } from '../view/answer.ts';
import { tellFault } from '../view/fault.ts';
import { authorsLine } from '../view/source.ts';

export type AskOptions = { mode?: 'quote' | 'pipeline' | 'agent'; topK?: number; thread?: string; ref?: string[] };

const citedSources = async (session: Session, claims: readonly Claim[]): Promise<Source[]> => {
  const { stores } = await session.context();
  const keys = [...new Set(claims.flatMap((claim) => claim.supports.map((support) => support.sourceKey)))];
  const found = await Promise.all(keys.map((key) => stores.sources.find(key)));
  return found.filter((source) => source !== undefined);
};

const claimJson = (session: Session, claim: Claim) => ({
  text: labelledText(session, claim),
  verdicts: claim.verdicts,
  supports: claim.supports.map((support) => ({
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

const answerJson = async (session: Session, ids: { runId: string; threadId: string }, run: FoldedRun) => {
  const message = answerMessage(run);
  const blocks = message?.blocks ?? [];
  const claims = blocks.filter((block) => block.state === 'shown').flatMap((block) => block.claims);
  const refusal = blocks.find((block) => block.refusal)?.refusal;
  const { report } = await perform(explainRun, await session.context(), { id: ids.runId });
  return {
    run: ids.runId,
    thread: ids.threadId,
    answer: claims.map((claim) => labelledText(session, claim)).join(''),
    refused: refusal !== undefined,
    refusal: refusal ? describeRefusal(session.locale, refusal).sentence : null,
    missing: refusal?.missing ?? [],
    nextSearches: refusal?.nextSearches ?? [],
    mode: 'quote',
    fallbackUsed: false,
    claims: claims.map((claim) => claimJson(session, claim)),
    removed: blocks
      .filter((block) => block.state === 'removed')
      .map((block) => ({ text: block.text, reason: block.reason ?? null })),
    leads: [],
    references: (await citedSources(session, claims)).map(toCslItem),
    stages: report.stages,
    usage: null,
  };
};

const showReferences = async (session: Session, run: FoldedRun): Promise<void> => {
  const { output, locale } = session;
  const claims = answerMessage(run)?.blocks.flatMap((block) => (block.state === 'shown' ? block.claims : [])) ?? [];
  const sources = await citedSources(session, claims);
  if (sources.length === 0) return;
  output.line();
  output.line(phrase(locale, 'references'));
  for (const source of sources) {
    const year = source.year === null ? phrase(locale, 'yearUnknown') : String(source.year);
    output.line(`  ${output.style('accent', source.key)}  ${authorsLine(locale, source.authors)} (${year}). ${plainText(source.title)}.`);
  }
};

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
  if (asJson && run.status === 'succeeded') output.json(await answerJson(session, { runId, threadId }, run));
  for (const error of run.errors) tellFault(session, error);
  if (!asJson && run.status === 'succeeded') {
    showRemoved(session, answerMessage(run)?.blocks ?? []);
    await showReferences(session, run);
    output.message('');
    output.message(output.style('dim', phrase(locale, 'whyHint', { run: shortId(runId) })));
    output.message(output.style('dim', phrase(locale, 'threadHint', { thread: shortId(threadId) })));
  }
  return exitOfRun(run);
};
