import { SearchReport } from '@stemma/contract/search';
import { z } from 'zod';
import { StemmaError } from '../errors/stemma-error.ts';
import type { RunRecord, StepRecord } from '../ports/run-store.ts';
import { AnswerInput, FINDINGS, Findings } from '../workflows/answer/answer.ts';
import { type ActionContext, defineAction } from './action.ts';
import { findRun } from './find-run.ts';

const resultOf = async ({ blobs }: ActionContext, step: StepRecord): Promise<unknown> => {
  if (!step.result) return undefined;
  if ('value' in step.result) return step.result.value;
  return JSON.parse(new TextDecoder().decode(await blobs.read(step.result.blob)));
};

/** The stored findings of an answer run, with what it was asked. */
export const explainAnswer = async (
  context: ActionContext,
  run: RunRecord,
): Promise<AnswerInput & Findings> => {
  const step = await context.stores.runs.findStep(run.id, FINDINGS.visit, FINDINGS.key);
  const stored = run.workflow === 'answer' && step ? await resultOf(context, step) : undefined;
  if (stored === undefined)
    throw new StemmaError('run_without_answer', { id: run.id, workflow: run.workflow });
  return { ...AnswerInput.parse(run.input), ...Findings.parse(stored) };
};

/** How an answer was found: its search with candidates, stages and cuts, and what was read but not cited. */
export const explainRun = defineAction({
  name: 'explain-run',
  input: z.object({ id: z.string() }),
  output: z.object({
    run: z.string(),
    question: z.string(),
    report: SearchReport,
    evidence: z.array(
      z.object({ evidence: z.string(), source: z.string(), page: z.int().nullable(), isCited: z.boolean() }),
    ),
    unused: z.array(z.string()),
  }),
  run: async (context, { id }) => {
    const { stores } = context;
    const run = await findRun(stores, id);
    const { report, evidence, question, threadId } = await explainAnswer(context, run);
    const messages = await stores.threads.messages(threadId);
    const answer = messages.find((message) => message.runId === run.id && message.role === 'assistant');
    const claims = answer ? await stores.threads.claims(answer.id) : [];
    const cited = new Set(claims.flatMap((claim) => claim.supports.map((support) => support.evidence)));
    const rows = evidence.map((entry) => ({
      evidence: entry.evidence,
      source: entry.sourceKey,
      page: entry.passage.page,
      isCited: cited.has(entry.evidence),
    }));
    const used = new Set(rows.filter((row) => row.isCited).map((row) => row.source));
    const unused = [...new Set(rows.map((row) => row.source))].filter((source) => !used.has(source));
    return { run: run.id, question, report, evidence: rows, unused };
  },
});
