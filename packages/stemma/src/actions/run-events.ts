import type { RunEvent, UnknownEvent } from '@stemma/contract/events';
import type { Id } from '@stemma/contract/ids';
import type { OwnedStores } from '../ports/stores.ts';

const PAGE = 500;

/** All events of a run so far, in order. */
export const eventsOf = async (
  stores: OwnedStores,
  runId: Id,
  after = 0,
): Promise<(RunEvent | UnknownEvent)[]> => {
  const all: (RunEvent | UnknownEvent)[] = [];
  let seq = after;
  for (;;) {
    const page = await stores.runs.events(runId, seq, PAGE);
    all.push(...page);
    if (page.length < PAGE) return all;
    seq = page.at(-1)!.seq;
  }
};
