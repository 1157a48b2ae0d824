import type { Id } from '@stemma/contract/ids';
import type { Json, RunRecord } from '../ports/run-store.ts';
import type { OwnedStores } from '../ports/stores.ts';
import { QUEUE_TOPIC } from '../workflows/engine/worker.ts';
import type { ActionContext } from './action.ts';

export type StartRun = {
  workflow: string;
  input: Json;
  projectId?: Id;
  threadId?: Id;
  retryOf?: Id;
  idempotencyKey?: string;
};

/** Queues a run of the newest table of a workflow; with `tx`, in the caller's transaction. */
export const startRun = async (
  context: ActionContext,
  { workflow: name, input, projectId, threadId, retryOf, idempotencyKey }: StartRun,
  tx: OwnedStores = context.stores,
): Promise<RunRecord> => {
  const workflow = context.registry.newest(name);
  const parsed = workflow.input.parse(input);
  const run = await tx.runs.create({
    id: context.ids.next(),
    workflow: workflow.name,
    workflowVersion: workflow.version,
    node: workflow.start,
    input: parsed,
    state: workflow.initial(parsed),
    projectId: projectId ?? null,
    threadId: threadId ?? null,
    retryOf: retryOf ?? null,
    budget: null,
    idempotencyKey: idempotencyKey ?? null,
    at: context.clock.now(),
  });
  context.notices.notify(QUEUE_TOPIC);
  return run;
};
