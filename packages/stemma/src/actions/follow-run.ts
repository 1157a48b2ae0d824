import type { RunEvent, UnknownEvent } from '@stemma/contract/events';
import type { Id } from '@stemma/contract/ids';
import { isTerminal } from '@stemma/contract/records';
import { runTopic } from '../workflows/engine/worker.ts';
import type { ActionContext } from './action.ts';

const PAGE = 200;
/** A notice may be lost (another process wrote the event): look again after this long. */
const LOOK_AGAIN_MS = 200;

/** A run that ended or waits for a person tells nothing more until someone acts. */
const restsAt = (event: RunEvent | UnknownEvent): boolean =>
  event.type === 'run_status' && (isTerminal(event.status) || event.status === 'waiting_user');

/** Whether nothing more will come: the run rests, and no event was written since the last look. */
const isAtRest = async (
  { stores }: Pick<ActionContext, 'stores'>,
  runId: Id,
  seq: number,
): Promise<boolean> => {
  const run = await stores.runs.find(runId);
  const rests = !run || isTerminal(run.status) || run.status === 'waiting_user';
  return rests && (await stores.runs.events(runId, seq, 1)).length === 0;
};

/**
 * Events of a run after `after`, in order, as they come, until the run ends or waits for a person. Reads
 * the database by sequence number; notices only wake it.
 */
export async function* followRun(
  context: Pick<ActionContext, 'stores' | 'notices'>,
  runId: Id,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<RunEvent | UnknownEvent> {
  let seq = after;
  while (!signal.aborted) {
    const events = await context.stores.runs.events(runId, seq, PAGE);
    for (const event of events) {
      seq = event.seq;
      yield event;
    }
    const last = events.at(-1);
    if (last && restsAt(last)) return;
    if (events.length === PAGE) continue;
    if (events.length === 0 && (await isAtRest(context, runId, seq))) return;
    await context.notices.wait(runTopic(runId), LOOK_AGAIN_MS, signal);
  }
}
