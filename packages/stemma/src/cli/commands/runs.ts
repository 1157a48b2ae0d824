import { type Id, shortId } from '@stemma/contract/ids';
import { isTerminal, type Run } from '@stemma/contract/records';
import { phrase, wordsOf } from '@stemma/contract/words/index';
import { type ActionContext, perform } from '../../actions/action.ts';
import { cancelRun } from '../../actions/cancel-run.ts';
import { findRun } from '../../actions/find-run.ts';
import { followRun } from '../../actions/follow-run.ts';
import { listRuns } from '../../actions/list-runs.ts';
import { retryRun } from '../../actions/retry-run.ts';
import { eventsOf } from '../../actions/run-events.ts';
import { showRun } from '../../actions/show-run.ts';
import { StemmaError } from '../../errors/stemma-error.ts';
import { EXIT, exitOfRun } from '../exit.ts';
import { runHere } from '../run-here.ts';
import type { Session } from '../session.ts';
import { tellFault } from '../view/fault.ts';

const when = (session: Session, at: number): string =>
  new Date(at).toLocaleString(session.locale, { dateStyle: 'short', timeStyle: 'medium' });

const showLine = (session: Session, run: Run): void => {
  const { locale, output } = session;
  const { runStatus, stopReasons } = wordsOf(locale);
  const line = phrase(locale, 'runLine', {
    id: shortId(run.id),
    status: runStatus[run.status],
    workflow: run.workflow,
    when: when(session, run.createdAt),
  });
  output.line(run.reason ? `${line}  ${output.style('dim', stopReasons[run.reason])}` : line);
};

export const runs = async (
  session: Session,
  options: { limit?: number; cursor?: string; unfinished?: boolean },
): Promise<number> => {
  const context = await session.context();
  const { limit = 50, cursor, unfinished } = options;
  const page = await perform(listRuns, context, { limit, cursor, unfinished });
  if (session.asJson) session.output.json(page);
  else {
    if (page.runs.length === 0) session.output.message(phrase(session.locale, 'noRuns'));
    for (const run of page.runs) showLine(session, run);
    if (page.next) session.output.message(`stemma runs --cursor ${page.next}`);
  }
  return EXIT.done;
};

export const runsShow = async (session: Session, id: string): Promise<number> => {
  const shown = await perform(showRun, await session.context(), { id });
  if (session.asJson) session.output.json(shown);
  else {
    showLine(session, shown.run);
    if (shown.run.attempt > 0)
      session.output.line(phrase(session.locale, 'runAttempt', { n: shown.run.attempt }));
    for (const step of shown.steps)
      session.output.line(`  ${step.visit}  ${step.effect.padEnd(10)} ${step.status.padEnd(6)} ${step.key}`);
  }
  return EXIT.done;
};

export const runsEvents = async (
  session: Session,
  id: string,
  options: { after?: number; follow?: boolean },
): Promise<number> => {
  const context = await session.context();
  const run = await findRun(context.stores, id);
  if (options.follow) {
    for await (const event of followRun(context, run.id, options.after ?? 0, session.signal))
      session.output.record(event);
    return EXIT.done;
  }
  for (const event of await eventsOf(context.stores, run.id, options.after)) session.output.record(event);
  return EXIT.done;
};

/** Asks a run to stop; when nobody works on it, this process takes it up to confirm. */
export const runsCancel = async (session: Session, id: string): Promise<number> => {
  const context = await session.context();
  const { runId } = await perform(cancelRun, context, { id });
  const run = await runHere(session, runId);
  const status = wordsOf(session.locale).runStatus[run.status];
  if (session.asJson) session.output.json({ run: runId, status: run.status });
  else session.output.line(phrase(session.locale, 'runEnded', { id: shortId(runId), status }));
  return EXIT.done;
};

const workOn = async (session: Session, runId: Id): Promise<number> => {
  const run = await runHere(session, runId);
  const status = wordsOf(session.locale).runStatus[run.status];
  for (const error of run.errors) tellFault(session, error);
  if (!session.asJson)
    session.output.line(phrase(session.locale, 'runEnded', { id: shortId(runId), status }));
  return exitOfRun(run);
};

export const runsRetry = async (session: Session, id: string): Promise<number> => {
  const { runId } = await perform(retryRun, await session.context(), { id });
  const exit = await workOn(session, runId);
  if (session.asJson) session.output.json({ run: runId });
  return exit;
};

const resumable = async (context: ActionContext): Promise<Run[]> => {
  const { runs: unfinished } = await perform(listRuns, context, { limit: 1000, unfinished: true });
  return unfinished.filter((run) => run.status !== 'waiting_user');
};

const unfinishedRun = async (context: ActionContext, id: string): Promise<Run> => {
  const run = await findRun(context.stores, id);
  if (isTerminal(run.status))
    throw new StemmaError('run_finished', { id: shortId(run.id), status: run.status });
  return run;
};

/** Goes on with one run, or with all that were left unfinished and wait for no person. */
export const runsResume = async (session: Session, id: string | undefined): Promise<number> => {
  const context = await session.context();
  const chosen = id === undefined ? await resumable(context) : [await unfinishedRun(context, id)];
  let exit: number = EXIT.done;
  for (const run of chosen.toReversed()) {
    if (session.signal.aborted) break;
    exit = Math.max(exit, await workOn(session, run.id));
  }
  if (session.asJson) session.output.json({ resumed: chosen.map((run) => run.id) });
  else if (chosen.length === 0) session.output.message(phrase(session.locale, 'nothingToResume'));
  return exit;
};
