import type { Settings } from '@stemma/contract/settings';
import type { z } from 'zod';
import { StemmaError } from '../errors/stemma-error.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { DocumentReader, PageRenderer } from '../ports/document-reader.ts';
import type { IdSource } from '../ports/ids.ts';
import type { Machine } from '../ports/machine.ts';
import type { Notices, WorkerIdentity } from '../ports/run-store.ts';
import type { OwnerHandle, StoreMaintenance } from '../ports/stores.ts';
import type { WorkflowRegistry } from '../workflows/engine/registry.ts';

/** What every action may use: one owner's records and the outside behind ports. */
export type ActionContext = {
  readonly stores: OwnerHandle;
  readonly maintenance: StoreMaintenance;
  readonly blobs: BlobStore;
  readonly reader: DocumentReader;
  readonly renderer: PageRenderer;
  readonly machine: Machine;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly notices: Notices;
  readonly registry: WorkflowRegistry;
  readonly settings: Settings;
  /** Whether the process of a lease is gone, as far as this machine can tell. */
  isDead(holder: WorkerIdentity): boolean;
};

/** One thing that can be asked for: a transaction, or the start of a workflow. Doors are tables over these. */
export type Action<I extends z.ZodType, O extends z.ZodType> = {
  readonly name: string;
  readonly input: I;
  readonly output: O;
  run(context: ActionContext, input: z.output<I>): Promise<z.input<O>>;
};

export const defineAction = <I extends z.ZodType, O extends z.ZodType>(action: Action<I, O>): Action<I, O> =>
  action;

/** Performs an action from a door: input and output pass their schemas, and a wrong input is a fault. */
export const perform = async <I extends z.ZodType, O extends z.ZodType>(
  action: Action<I, O>,
  context: ActionContext,
  input: z.input<I>,
): Promise<z.output<O>> => {
  const parsed = action.input.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StemmaError('invalid_input', {
      field: issue?.path.join('.') ?? '',
      reason: issue?.message ?? '',
    });
  }
  return action.output.parse(await action.run(context, parsed.data));
};
