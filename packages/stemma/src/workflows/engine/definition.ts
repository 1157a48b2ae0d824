import type { RunEventBody } from '@stemma/contract/events';
import type { Id } from '@stemma/contract/ids';
import type { StopReason } from '@stemma/contract/records';
import type { z } from 'zod';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Effect, Json, Spending } from '../../ports/run-store.ts';
import type { OwnedStores, OwnerHandle } from '../../ports/stores.ts';

/** The endings of every workflow table. */
export const ENDS = ['END_succeeded', 'END_failed'] as const;
export type End = (typeof ENDS)[number];

/** What goes with a node's result into one transaction: events, and records of the domain. */
type Commit = { events?: readonly RunEventBody[]; writes?: (tx: OwnedStores) => Promise<void> };

/** What a node decides: another node, an ending, or to wait. A node that waits does nothing before it. */
export type NodeResult<S> = Commit &
  (
    | { next: string; state: S; reason?: StopReason }
    | { wait: { decision: { id: Id; asked: Json } }; next: string; state: S }
    | { wait: { until: number }; next: string; state: S }
  );

export type OnceOutcome<T> = { outcome: 'known'; value: T } | { outcome: 'unknown' };

type StepSpec<T, E extends Effect> = {
  /** Names the step within its node visit. */
  key: string;
  effect: E;
  /** Hashed: another input under the same key is the fault `workflow_diverged`. */
  input: Json;
  result: z.ZodType<T>;
};

/** Steps by effect; the rules of each stand in `docs/architecture/runs.md`. */
export interface StepRunner {
  <T>(spec: StepSpec<T, 'read' | 'idempotent'>, act: (token: string) => Promise<T>): Promise<T>;
  <T>(
    spec: StepSpec<T, 'external'>,
    act: { start(token: string): Promise<T>; reconcile(token: string): Promise<T | undefined> },
  ): Promise<T>;
  <T>(
    spec: StepSpec<T, 'metered'> & { reserve: Spending },
    act: (token: string) => Promise<{ value: T; used: Spending }>,
  ): Promise<T>;
  <T>(spec: StepSpec<T, 'once'>, act: (token: string) => Promise<T>): Promise<OnceOutcome<T>>;
}

/** What a node sees of its run. Everything in it gives the same on a repeated visit. */
export interface RunContext<I> {
  readonly runId: Id;
  readonly input: I;
  readonly attempt: number;
  readonly visit: number;
  /** Aborted by a cancel request, a lost lease or an orderly stop. */
  readonly signal: AbortSignal;
  readonly stores: OwnerHandle;
  readonly blobs: BlobStore;
  readonly step: StepRunner;
  /** When this visit began, in ms UTC. */
  now(): number;
  newId(key: string): Id;
  /** Events before the node's commit, once per visit and key. */
  emit(key: string, events: readonly RunEventBody[]): Promise<void>;
  /** The result of a finished step of an earlier visit. */
  recall<T>(visit: number, key: string, result: z.ZodType<T>): Promise<T>;
  /** The answer to the decision the run waited for before this node. */
  decision(): Promise<Json | undefined>;
}

export type WorkflowNode<S, I> = {
  /** Nodes and endings this one may lead to. */
  next: readonly string[];
  run(state: S, context: RunContext<I>): Promise<NodeResult<S>>;
};

export type Workflow<S = Json, I = Json> = {
  name: string;
  version: number;
  input: z.ZodType<I>;
  state: z.ZodType<S>;
  start: string;
  initial(input: I): S;
  nodes: Readonly<Record<string, WorkflowNode<S, I>>>;
  /** From the state of an older version to this one's, with the node to go on at. */
  upgrades?: Readonly<Record<number, (state: Json, node: string) => { state: S; node: string }>>;
};

/** A workflow whose types were checked where it was defined; the engine handles its state as JSON. */
export type AnyWorkflow = Workflow<Json, Json>;

const problemsOf = (workflow: Workflow<never, never>): string[] => {
  const names = new Set([...Object.keys(workflow.nodes), ...ENDS]);
  const problems: string[] = [];
  if (!Object.hasOwn(workflow.nodes, workflow.start)) problems.push(`start ${workflow.start} is no node`);
  for (const [name, node] of Object.entries(workflow.nodes))
    for (const next of node.next)
      if (!names.has(next)) problems.push(`${name} leads to ${next}, which is no node`);
  const reached = new Set([workflow.start]);
  for (const name of reached) for (const next of workflow.nodes[name]?.next ?? []) reached.add(next);
  for (const name of Object.keys(workflow.nodes))
    if (!reached.has(name)) problems.push(`${name} is never reached`);
  if (!ENDS.some((end) => reached.has(end))) problems.push('no ending is reached');
  return problems;
};

/** Checks the table once: every target exists, every node is reached, an ending is reached. */
export const defineWorkflow = <S, I>(workflow: Workflow<S, I>): AnyWorkflow => {
  const problems = problemsOf(workflow as unknown as Workflow<never, never>);
  if (problems.length > 0) throw new TypeError(`workflow ${workflow.name}: ${problems.join('; ')}`);
  return workflow as unknown as AnyWorkflow;
};

/** The table as a Mermaid diagram, for `docs/architecture`. */
export const workflowDiagram = (workflow: AnyWorkflow): string => {
  const edges = Object.entries(workflow.nodes).flatMap(([name, node]) =>
    node.next.map((next) => `  ${name} --> ${next}`),
  );
  return [
    'stateDiagram-v2',
    `  [*] --> ${workflow.start}`,
    ...edges,
    ...ENDS.map((end) => `  ${end} --> [*]`),
  ].join('\n');
};
