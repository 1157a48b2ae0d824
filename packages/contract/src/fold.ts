import type { AddedItem, Refusal, RunEvent, UnknownEvent } from './events.ts';
import type { Claim, RunStatus, StopReason } from './records.ts';
import { isTerminal } from './records.ts';

type BlockEvent = Extract<RunEvent, { type: 'block' }>;

export type FoldedBlock = {
  blockId: string;
  order: number;
  kind: BlockEvent['kind'];
  text: string;
  claims: Claim[];
  state: BlockEvent['state'];
  reason?: string;
  refusal?: Refusal;
};

export type FoldedMessage = {
  messageId: string;
  role: 'user' | 'assistant';
  parentId: string | null;
  /** `checking` until `message_done`; only a `done` message is an answer. */
  state: 'checking' | 'done' | 'retracted' | 'interrupted';
  reason?: string;
  blocks: FoldedBlock[];
};

export type FoldedCall = {
  callId: string;
  tool: string;
  preview: string;
  state: 'running' | 'ok' | 'failed' | 'cancelled' | 'unknown' | 'interrupted';
  summary: string;
};

export type FoldedEvidence = Omit<
  Extract<RunEvent, { type: 'evidence_added' }>,
  'v' | 'runId' | 'seq' | 'at' | 'type'
>;

/** What a client knows of one run after its events so far. */
export type FoldedRun = {
  seq: number;
  status: RunStatus;
  reason: StopReason | null;
  attempt: number;
  messages: FoldedMessage[];
  calls: FoldedCall[];
  evidence: FoldedEvidence[];
  items: AddedItem[];
  progress: { stage: string; done: number; total: number; item?: string } | null;
  errors: { code: string; params: Record<string, string | number> }[];
  /** Types of events this release does not know; each is shown as one grey line. */
  unknown: string[];
};

export const emptyRun = (): FoldedRun => ({
  seq: 0,
  status: 'queued',
  reason: null,
  attempt: 0,
  messages: [],
  calls: [],
  evidence: [],
  items: [],
  progress: null,
  errors: [],
  unknown: [],
});

const replaceOrAppend = <T>(list: T[], same: (entry: T) => boolean, next: T): T[] => {
  const index = list.findIndex(same);
  return index < 0 ? [...list, next] : list.with(index, next);
};

const inMessage = (
  run: FoldedRun,
  messageId: string,
  change: (message: FoldedMessage) => FoldedMessage,
): FoldedRun => ({
  ...run,
  messages: run.messages.map((message) => (message.messageId === messageId ? change(message) : message)),
});

const foldBlock = (message: FoldedMessage, event: BlockEvent): FoldedMessage => {
  const block: FoldedBlock = {
    blockId: event.blockId,
    order: event.order,
    kind: event.kind,
    text: event.text,
    claims: event.claims,
    state: event.state,
    ...(event.reason !== undefined && { reason: event.reason }),
    ...(event.refusal !== undefined && { refusal: event.refusal }),
  };
  const blocks = replaceOrAppend(message.blocks, (entry) => entry.blockId === block.blockId, block);
  return {
    ...message,
    blocks: blocks.toSorted((a, b) => a.order - b.order || (a.blockId < b.blockId ? -1 : 1)),
  };
};

/** Once a run has ended nothing in it is still going on. */
const settle = (run: FoldedRun): FoldedRun => ({
  ...run,
  progress: null,
  messages: run.messages.map((message) =>
    message.state === 'checking' ? { ...message, state: 'interrupted' } : message,
  ),
  calls: run.calls.map((call) => (call.state === 'running' ? { ...call, state: 'interrupted' } : call)),
});

const apply = (run: FoldedRun, event: RunEvent | UnknownEvent): FoldedRun => {
  switch (event.type) {
    case 'run_status': {
      const next = { ...run, status: event.status, reason: event.reason, attempt: event.attempt };
      return isTerminal(event.status) ? settle(next) : next;
    }
    case 'message': {
      const { messageId, role, parentId } = event;
      const message: FoldedMessage = { messageId, role, parentId, state: 'checking', blocks: [] };
      return {
        ...run,
        messages: replaceOrAppend(run.messages, (entry) => entry.messageId === messageId, message),
      };
    }
    case 'block':
      return inMessage(run, event.messageId, (message) => foldBlock(message, event));
    case 'block_text':
      return inMessage(run, event.messageId, (message) => ({
        ...message,
        blocks: message.blocks.map((block) =>
          block.blockId === event.blockId
            ? { ...block, text: block.text.slice(0, event.offset) + event.text }
            : block,
        ),
      }));
    case 'message_done':
      return inMessage(run, event.messageId, (message) => ({ ...message, state: 'done' }));
    case 'message_retracted':
      return inMessage(run, event.messageId, (message) => ({
        ...message,
        state: 'retracted',
        reason: event.reason,
      }));
    case 'tool_started': {
      const { callId, tool, preview } = event;
      const call: FoldedCall = { callId, tool, preview, state: 'running', summary: '' };
      return { ...run, calls: replaceOrAppend(run.calls, (entry) => entry.callId === callId, call) };
    }
    case 'tool_finished': {
      const { callId, tool, outcome, summary } = event;
      const started = run.calls.find((entry) => entry.callId === callId);
      const call: FoldedCall = { callId, tool, preview: started?.preview ?? '', state: outcome, summary };
      return { ...run, calls: replaceOrAppend(run.calls, (entry) => entry.callId === callId, call) };
    }
    case 'evidence_added': {
      const { v: _v, runId: _runId, seq: _seq, at: _at, type: _type, ...evidence } = event;
      return {
        ...run,
        evidence: replaceOrAppend(run.evidence, (entry) => entry.evidence === evidence.evidence, evidence),
      };
    }
    case 'progress': {
      const { stage, done, total, item } = event;
      return { ...run, progress: { stage, done, total, ...(item !== undefined && { item }) } };
    }
    case 'item_finished':
      return {
        ...run,
        items: replaceOrAppend(run.items, (entry) => entry.input === event.item.input, event.item),
      };
    case 'error':
      return { ...run, errors: [...run.errors, { code: event.code, params: event.params }] };
    case 'unknown':
      return { ...run, unknown: [...run.unknown, event.originalType] };
    case 'approval_requested':
    case 'approval_decided':
    case 'usage':
      return run;
  }
};

/**
 * Folds one event into what is known of a run. Events already folded are ignored, so that a stream that
 * repeats some after a cut gives what a reload gives.
 */
export const foldEvent = (run: FoldedRun, event: RunEvent | UnknownEvent): FoldedRun =>
  event.seq <= run.seq ? run : { ...apply(run, event), seq: event.seq };

export const foldEvents = (events: Iterable<RunEvent | UnknownEvent>): FoldedRun => {
  let run = emptyRun();
  for (const event of events) run = foldEvent(run, event);
  return run;
};
