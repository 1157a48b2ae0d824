import type { Id } from '@stemma/contract/ids';
import { LIMITS } from '@stemma/contract/limits';
import type { z } from 'zod';
import { addAmounts, brokenLimit } from '../../core/run/budget.ts';
import { canonicalJson } from '../../core/run/canonical-json.ts';
import { StemmaError } from '../../errors/stemma-error.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { Effect, Json, Lease, RunQueue, Spending, StepRecord } from '../../ports/run-store.ts';
import type { OwnerHandle } from '../../ports/stores.ts';
import type { OnceOutcome, StepRunner } from './definition.ts';
import type { EngineProbe } from './probe.ts';

/** One node visit under a lease, as the steps of it need to know it. */
export type StepScope = {
  lease: Lease;
  node: string;
  visit: number;
  visitAt: number;
  leaseMs: number;
  stores: OwnerHandle;
  queue: RunQueue;
  blobs: BlobStore;
  hasher: Hasher;
  signal: AbortSignal;
  probe: EngineProbe;
};

type Spec<T> = {
  key: string;
  effect: Effect;
  input: Json;
  result: z.ZodType<T>;
  reserve?: Spending;
};
type External<T> = { start(token: string): Promise<T>; reconcile(token: string): Promise<T | undefined> };
type Act<T> = (token: string) => Promise<T>;

/** A step in hand: its spec with what is derived from it. */
type Step<T> = { spec: Spec<T>; token: string; inputHash: string };

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** Text of a result beyond the row limit goes to a blob, named in the row. */
const packResult = async (scope: StepScope, value: Json): Promise<NonNullable<StepRecord['result']>> => {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  if (bytes.length <= LIMITS.stepResultBytes) return { value };
  const staged = await scope.blobs.stage(once(bytes), scope.signal);
  await scope.stores.blobs.pin(staged.sha256, staged.sizeBytes);
  await scope.blobs.keep(staged);
  return { blob: staged.sha256 };
};

const unpackResult = async (
  scope: Pick<StepScope, 'blobs'>,
  result: NonNullable<StepRecord['result']>,
): Promise<unknown> =>
  'value' in result
    ? result.value
    : JSON.parse(new TextDecoder().decode(await scope.blobs.read(result.blob)));

const storeResult = async <T extends Json>(
  scope: StepScope,
  step: Step<T>,
  value: Json,
  used: Spending | null,
) => {
  const result = await packResult(scope, value);
  const { key, effect } = step.spec;
  await scope.stores.transaction(async (tx) => {
    const record = {
      visit: scope.visit,
      key,
      effect,
      inputHash: step.inputHash,
      token: step.token,
      result,
      used,
    };
    await tx.runs.putResult(scope.lease, record);
    if ('blob' in result)
      await tx.blobs.refer(result.blob, {
        kind: 'step_result',
        id: `${scope.lease.runId}/${scope.visit}/${key}`,
      });
  });
  scope.probe('result.committed', { node: scope.node, key });
};

/** Throws `lease_lost` when another worker has the run: asked immediately before the outside is touched. */
const assertLease = async (scope: StepScope): Promise<void> => {
  scope.signal.throwIfAborted();
  await scope.queue.heartbeat(scope.stores.owner, scope.lease, scope.leaseMs);
};

const intend = async <T>(scope: StepScope, step: Step<T>, reserved: Spending | null): Promise<void> => {
  const { key, effect } = step.spec;
  scope.probe('intent.before', { node: scope.node, key });
  await scope.stores.runs.putIntent(scope.lease, {
    visit: scope.visit,
    key,
    effect,
    inputHash: step.inputHash,
    token: step.token,
    reserved,
  });
  scope.probe('intent.committed', { node: scope.node, key });
};

const perform = async <T>(scope: StepScope, key: string, act: () => Promise<T>): Promise<T> => {
  scope.probe('effect.begin', { node: scope.node, key });
  const value = await act();
  scope.probe('effect.done', { node: scope.node, key });
  return value;
};

const runRepeatable = async <T extends Json>(scope: StepScope, step: Step<T>, act: Act<T>): Promise<T> => {
  const value = step.spec.result.parse(await perform(scope, step.spec.key, () => act(step.token)));
  await storeResult(scope, step, value, null);
  return value;
};

const runExternal = async <T extends Json>(
  scope: StepScope,
  step: Step<T>,
  known: StepRecord | undefined,
  act: External<T>,
): Promise<T> => {
  if (!known) await intend(scope, step, null);
  await assertLease(scope);
  const adopted = known && (await act.reconcile(step.token));
  const value = adopted ?? (await perform(scope, step.spec.key, () => act.start(step.token)));
  const result = step.spec.result.parse(value);
  await storeResult(scope, step, result, null);
  return result;
};

const runOnce = async <T extends Json>(
  scope: StepScope,
  step: Step<T>,
  known: StepRecord | undefined,
  act: Act<T>,
): Promise<OnceOutcome<T>> => {
  if (known) {
    await storeResult(scope, step, { outcome: 'unknown' }, null);
    return { outcome: 'unknown' };
  }
  await intend(scope, step, null);
  await assertLease(scope);
  const value = step.spec.result.parse(await perform(scope, step.spec.key, () => act(step.token)));
  await storeResult(scope, step, { outcome: 'known', value }, null);
  return { outcome: 'known', value };
};

/** Reserves before the call. An attempt that a crash cut off is charged at its reservation first. */
const reserve = async <T>(
  scope: StepScope,
  step: Step<T>,
  known: StepRecord | undefined,
  wanted: Spending,
) => {
  const { key, effect } = step.spec;
  const { visit, lease } = scope;
  scope.probe('intent.before', { node: scope.node, key });
  await scope.stores.transaction(async ({ runs }) => {
    if (known?.reserved) {
      await runs.chargeLost(lease, { visit, key });
      const lost = {
        type: 'usage' as const,
        model: key,
        input: null,
        cached: null,
        output: null,
        reasoning: null,
        costMicros: known.reserved.micros,
        currency: null,
        firstTokenMs: null,
        totalMs: null,
        lost: true,
      };
      await runs.appendEvents(lease, [lost], {
        at: scope.visitAt,
        visit,
        key: `${key}#lost${known.attempts}`,
      });
    }
    const run = await runs.find(lease.runId);
    const broken = run && brokenLimit(run.budget, addAmounts(run.spent, run.reserved), wanted);
    if (broken) throw new StemmaError('budget_exhausted', broken);
    await runs.putIntent(lease, {
      visit,
      key,
      effect,
      inputHash: step.inputHash,
      token: step.token,
      reserved: wanted,
    });
  });
  scope.probe('intent.committed', { node: scope.node, key });
};

const runMetered = async <T extends Json>(
  scope: StepScope,
  step: Step<T>,
  known: StepRecord | undefined,
  act: Act<{ value: T; used: Spending }>,
): Promise<T> => {
  await reserve(scope, step, known, step.spec.reserve!);
  await assertLease(scope);
  const { value, used } = await perform(scope, step.spec.key, () => act(step.token));
  const result = step.spec.result.parse(value);
  await storeResult(scope, step, result, used);
  return result;
};

const finished = async <T>(
  scope: StepScope,
  step: Step<T>,
  known: StepRecord | undefined,
): Promise<unknown> => {
  if (known && known.inputHash !== step.inputHash)
    throw new StemmaError('workflow_diverged', { run: scope.lease.runId, key: step.spec.key });
  return known?.status === 'done' && known.result ? unpackResult(scope, known.result) : undefined;
};

/** The stored result of a step that finished in an earlier visit. */
export const recallStep = async (
  scope: Pick<StepScope, 'stores' | 'blobs' | 'lease'>,
  visit: number,
  key: string,
): Promise<unknown> => {
  const known = await scope.stores.runs.findStep(scope.lease.runId, visit, key);
  if (known?.status !== 'done' || !known.result) throw new TypeError(`step ${visit}/${key} has no result`);
  return unpackResult(scope, known.result);
};

const tokenOf = (runId: Id, visit: number, key: string): string => `${runId}/${visit}/${key}`;

/**
 * Runs steps of one node visit. A step that finished returns what was stored; what an unfinished one
 * may do again depends on its effect. Steps may run in parallel; a step inside a step is a bug.
 */
export const createStepRunner = (scope: StepScope): StepRunner => {
  const open = new Set<string>();
  const run = async (spec: Spec<Json>, act: unknown): Promise<unknown> => {
    if (open.has(spec.key)) throw new TypeError(`step ${spec.key} runs already in this visit`);
    open.add(spec.key);
    const step: Step<Json> = {
      spec,
      token: tokenOf(scope.lease.runId, scope.visit, spec.key),
      inputHash: scope.hasher.sha256(canonicalJson(spec.input)),
    };
    try {
      scope.signal.throwIfAborted();
      scope.probe('step.begin', { node: scope.node, key: spec.key });
      const known = await scope.stores.runs.findStep(scope.lease.runId, scope.visit, spec.key);
      const stored = await finished(scope, step, known);
      if (stored !== undefined) return spec.effect === 'once' ? stored : spec.result.parse(stored);
      switch (spec.effect) {
        case 'read':
        case 'idempotent':
          return await runRepeatable(scope, step, act as Act<Json>);
        case 'external':
          return await runExternal(scope, step, known, act as External<Json>);
        case 'once':
          return await runOnce(scope, step, known, act as Act<Json>);
        case 'metered':
          return await runMetered(scope, step, known, act as Act<{ value: Json; used: Spending }>);
      }
    } finally {
      open.delete(spec.key);
    }
  };
  return run as StepRunner;
};
