import type { RunEvent, UnknownEvent } from '@stemma/contract/events';
import { emptyRun, type FoldedRun, foldEvent } from '@stemma/contract/fold';
import { type Id, shortId } from '@stemma/contract/ids';
import { phrase } from '@stemma/contract/words/index';
import { perform } from '../actions/action.ts';
import { cancelRun } from '../actions/cancel-run.ts';
import { followRun } from '../actions/follow-run.ts';
import { createProgressView } from './progress.ts';
import type { Session } from './session.ts';

export type RunHere = {
  /** Sees each event as it comes, with what is known after it. */
  onEvent?: (event: RunEvent | UnknownEvent, run: FoldedRun) => void;
};

/**
 * Works on a run in this process until it ends or waits: the command is its run's worker. The first
 * Ctrl-C asks the run to cancel and waits for the confirmation; the second leaves it to be resumed.
 */
export const runHere = async (session: Session, runId: Id, { onEvent }: RunHere = {}): Promise<FoldedRun> => {
  const stemma = await session.open();
  const { worker, context, owner } = stemma;
  const view = createProgressView(session);
  stemma.onReading((progress) => view.seePages(progress));
  const left = new AbortController();
  const leave = (): void => left.abort();
  session.signal.addEventListener('abort', leave, { once: true });
  session.onInterrupt(() => {
    session.output.message(phrase(session.locale, 'cancelAsked', { id: shortId(runId) }));
    // The run itself tells the outcome; a failed request is seen by the run going on.
    void perform(cancelRun, context, { id: runId }).catch(() => leave());
  });
  let folded = emptyRun();
  try {
    const working = worker.runToEnd(owner, runId, left.signal);
    // A worker that fails must not leave the reader of events waiting.
    working.catch(leave);
    for await (const event of followRun(context, runId, 0, left.signal)) {
      folded = foldEvent(folded, event);
      view.see(event);
      onEvent?.(event, folded);
    }
    await working;
  } finally {
    session.onInterrupt(undefined);
    session.signal.removeEventListener('abort', leave);
    view.end();
  }
  if (session.signal.aborted)
    session.output.message(phrase(session.locale, 'leftToResume', { id: shortId(runId) }));
  return folded;
};
