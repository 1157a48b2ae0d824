import { z } from 'zod';
import { Id, Millis } from './ids.ts';
import { Claim, RunStatus, StopReason } from './records.ts';

/**
 * Events of a run: stored before they are sent, in the transaction of the state they tell of. Within a
 * version only optional fields are added. An event of a type this release does not know is passed
 * through as `unknown`.
 */
const head = { v: z.literal(1), runId: Id, seq: z.int().positive(), at: Millis };
const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ ...head, type: z.literal(type), ...shape });

export const BlockState = z.enum(['shown', 'held', 'removed', 'retracted']);
export const BlockKind = z.enum(['answer', 'quote', 'refusal', 'note', 'tool']);
export const Role = z.enum(['user', 'assistant']);

/** What a refusal lists, as data: aspects no passage covers and searches that may help. */
export const Refusal = z.object({
  code: z.enum(['empty_library', 'no_terms', 'nothing_found', 'nothing_close', 'partly_covered']),
  missing: z.array(z.string()),
  nextSearches: z.array(z.string()),
});
export type Refusal = z.infer<typeof Refusal>;

export const ItemError = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** What is worth knowing about an input beside its outcome; a code of `words.itemRemarks` or a fault. */
export const ItemRemark = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Place in a bibliography file: its line and the key of the entry. */
  line: z.int().positive().optional(),
  key: z.string().optional(),
});
export type ItemRemark = z.infer<typeof ItemRemark>;

/** What became of the entries of a bibliography. */
export const RecordCounts = z.object({
  added: z.int().nonnegative(),
  updated: z.int().nonnegative(),
  unchanged: z.int().nonnegative(),
  /** Faults in the file that cost an entry or a part of one. */
  faults: z.int().nonnegative(),
});
export type RecordCounts = z.infer<typeof RecordCounts>;

/** What became of one input of `add`. */
export const AddedItem = z.object({
  input: z.string(),
  status: z.enum(['added', 'unchanged', 'updated', 'failed', 'cancelled']),
  source: z.string().nullable(),
  documents: z.int().nonnegative(),
  passages: z.int().nonnegative(),
  formulas: z.int().nonnegative(),
  pages: z.int().nonnegative(),
  notes: z.array(z.string()),
  remarks: z.array(ItemRemark).optional(),
  records: RecordCounts.optional(),
  error: ItemError.nullable(),
});
export type AddedItem = z.infer<typeof AddedItem>;

export const RunEvent = z.discriminatedUnion('type', [
  event('run_status', { status: RunStatus, reason: StopReason.nullable(), attempt: z.int().nonnegative() }),
  event('message', { messageId: Id, role: Role, parentId: Id.nullable() }),
  event('block', {
    messageId: Id,
    blockId: z.string(),
    order: z.int().nonnegative(),
    kind: BlockKind,
    text: z.string(),
    claims: z.array(Claim),
    state: BlockState,
    reason: z.string().optional(),
    refusal: Refusal.optional(),
  }),
  event('block_text', {
    messageId: Id,
    blockId: z.string(),
    offset: z.int().nonnegative(),
    text: z.string(),
  }),
  event('message_done', { messageId: Id }),
  event('message_retracted', { messageId: Id, reason: z.string() }),
  event('tool_started', { callId: z.string(), tool: z.string(), preview: z.string() }),
  event('tool_finished', {
    callId: z.string(),
    tool: z.string(),
    outcome: z.enum(['ok', 'failed', 'cancelled', 'unknown']),
    summary: z.string(),
    durationMs: z.number().nonnegative(),
    failure: ItemError.optional(),
  }),
  event('evidence_added', {
    evidence: z.string(),
    sourceKey: z.string(),
    passageId: z.string(),
    page: z.int().positive().nullable(),
    preview: z.string(),
    cover: z.number(),
    ranks: z.object({ lexical: z.int().nullable(), dense: z.int().nullable(), rerank: z.int().nullable() }),
  }),
  event('progress', {
    stage: z.enum(['expand', 'read', 'store', 'search', 'check']),
    done: z.int().nonnegative(),
    total: z.int().nonnegative(),
    item: z.string().optional(),
  }),
  event('item_finished', { item: AddedItem }),
  event('approval_requested', { decisionId: Id, asked: z.json() }),
  event('approval_decided', { decisionId: Id, decision: z.string() }),
  event('usage', {
    model: z.string(),
    input: z.int().nullable(),
    cached: z.int().nullable(),
    output: z.int().nullable(),
    reasoning: z.int().nullable(),
    costMicros: z.int().nullable(),
    currency: z.string().nullable(),
    firstTokenMs: z.number().nullable(),
    totalMs: z.number().nullable(),
    lost: z.boolean(),
  }),
  event('error', ItemError.shape),
]);
export type RunEvent = z.infer<typeof RunEvent>;
export type RunEventType = RunEvent['type'];

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** What a workflow says; the engine adds run, sequence and time. */
export type RunEventBody = DistributiveOmit<RunEvent, 'v' | 'runId' | 'seq' | 'at'>;

export type UnknownEvent = { type: 'unknown'; originalType: string; runId: string; seq: number; at: number };

const Envelope = z.looseObject({ type: z.string(), runId: Id, seq: z.int().positive(), at: Millis });
const knownTypes = new Set<string>(RunEvent.options.map((option) => option.shape.type.value));

/** Reads a stored event of any released version. Throws a ZodError when a known type is malformed. */
export const parseEvent = (stored: unknown): RunEvent | UnknownEvent => {
  const envelope = Envelope.parse(stored);
  if (knownTypes.has(envelope.type)) return RunEvent.parse(stored);
  const { type, runId, seq, at } = envelope;
  return { type: 'unknown', originalType: type, runId, seq, at };
};
