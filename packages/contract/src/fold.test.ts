import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunEvent, RunEventBody, UnknownEvent } from './events.ts';
import { emptyRun, type FoldedRun, foldEvent, foldEvents } from './fold.ts';
import { isTerminal } from './records.ts';

const runId = '0198a3c0-7b1e-7c4d-9a55-0f1e2d3c4b5a';
const idOf = (n: number): string => `0198a3c0-7b1e-7c4d-9a55-0f1e2d3c4b${(0x60 + n).toString(16)}`;

const numbered = (bodies: readonly RunEventBody[]): RunEvent[] =>
  bodies.map((body, index) => ({ v: 1, runId, seq: index + 1, at: 1000 + index, ...body }) as RunEvent);

const status = (value: FoldedRun['status']): RunEventBody => ({
  type: 'run_status',
  status: value,
  reason: null,
  attempt: 1,
});
const message = (n: number): RunEventBody => ({
  type: 'message',
  messageId: idOf(n),
  role: 'assistant',
  parentId: null,
});
const block = (n: number, blockId: string, text: string, order = 0): RunEventBody => ({
  type: 'block',
  messageId: idOf(n),
  blockId,
  order,
  kind: 'answer',
  text,
  claims: [],
  state: 'shown',
});

/** Streams as a run could tell them, and many it could not: the fold must stand both. */
const small = fc.integer({ min: 0, max: 3 });
const body: fc.Arbitrary<RunEventBody> = fc.oneof(
  fc.constantFrom('queued', 'running', 'cancel_requested', 'waiting_user').map((value) => status(value)),
  small.map(message),
  fc
    .tuple(small, small, fc.string({ maxLength: 6 }), small)
    .map(([n, b, text, order]) => block(n, `u${b}`, text, order)),
  fc.tuple(small, small, fc.nat(8), fc.string({ maxLength: 4 })).map(
    ([n, b, offset, text]): RunEventBody => ({
      type: 'block_text',
      messageId: idOf(n),
      blockId: `u${b}`,
      offset,
      text,
    }),
  ),
  small.map((n): RunEventBody => ({ type: 'message_done', messageId: idOf(n) })),
  small.map(
    (n): RunEventBody => ({ type: 'message_retracted', messageId: idOf(n), reason: 'node_repeated' }),
  ),
  small.map(
    (n): RunEventBody => ({ type: 'tool_started', callId: `c${n}`, tool: 'search_library', preview: '{}' }),
  ),
  fc.tuple(small, fc.constantFrom('ok', 'failed', 'cancelled', 'unknown')).map(
    ([n, outcome]): RunEventBody => ({
      type: 'tool_finished',
      callId: `c${n}`,
      tool: 'search_library',
      outcome,
      summary: outcome,
      durationMs: 1,
    }),
  ),
  fc
    .tuple(small, small)
    .map(([done, total]): RunEventBody => ({ type: 'progress', stage: 'read', done, total })),
  small.map((n): RunEventBody => ({ type: 'error', code: 'file_empty', params: { path: `${n}` } })),
);

const stream = fc
  .tuple(
    fc.array(body, { maxLength: 30 }),
    fc.option(fc.constantFrom('succeeded', 'failed', 'cancelled', 'timed_out')),
  )
  .map(([bodies, end]) => numbered(end === null ? bodies : [...bodies, status(end)]));

describe('foldEvents', () => {
  it('gives live what a reload gives, wherever the stream was cut and however much it repeats', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.tuple(fc.nat(31), fc.nat(31)), { maxLength: 4 }), (events, cuts) => {
        const whole = foldEvents(events);
        let live = emptyRun();
        for (const [from, to] of cuts) {
          const seen = Math.min(from, live.seq);
          for (const event of events.slice(seen, Math.max(seen, to))) live = foldEvent(live, event);
        }
        for (const event of events.slice(Math.max(0, live.seq - 3))) live = foldEvent(live, event);
        expect(live).toEqual(whole);
      }),
    );
  });

  it('never changes what it was given', () => {
    fc.assert(
      fc.property(stream, (events) => {
        let run = emptyRun();
        for (const event of events) {
          const before = JSON.stringify(run);
          const next = foldEvent(run, event);
          expect(JSON.stringify(run)).toBe(before);
          run = next;
        }
      }),
    );
  });

  it('shows nothing as going on once a run has ended', () => {
    let ended = 0;
    fc.assert(
      fc.property(stream, (events) => {
        const run = foldEvents(events);
        if (!isTerminal(run.status)) return;
        ended += 1;
        expect(run.progress).toBeNull();
        expect(run.calls.map((call) => call.state)).not.toContain('running');
        expect(run.messages.map((entry) => entry.state)).not.toContain('checking');
      }),
    );
    expect(ended).toBeGreaterThan(20);
  });

  it('has each message, block and call once, blocks in their order', () => {
    fc.assert(
      fc.property(stream, (events) => {
        const run = foldEvents(events);
        const isUnique = (keys: string[]): void => expect(new Set(keys).size).toBe(keys.length);
        isUnique(run.messages.map((entry) => entry.messageId));
        isUnique(run.calls.map((call) => call.callId));
        for (const { blocks } of run.messages) {
          isUnique(blocks.map((entry) => entry.blockId));
          expect(blocks.map((entry) => entry.order)).toEqual(
            blocks.map((entry) => entry.order).toSorted((a, b) => a - b),
          );
        }
      }),
    );
  });

  it('takes a message back and goes on with a new one', () => {
    const events = numbered([
      status('running'),
      message(0),
      block(0, 'u0', 'half a sent'),
      { type: 'message_retracted', messageId: idOf(0), reason: 'node_repeated' },
      message(1),
      block(1, 'u0', 'A whole sentence.'),
      { type: 'message_done', messageId: idOf(1) },
      status('succeeded'),
    ]);
    const run = foldEvents(events);
    expect(run.messages.map((entry) => [entry.state, entry.blocks[0]?.text])).toEqual([
      ['retracted', 'half a sent'],
      ['done', 'A whole sentence.'],
    ]);
  });

  it('appends text at its offset, so that a repeated piece is not doubled', () => {
    const piece = (offset: number, text: string): RunEventBody => ({
      type: 'block_text',
      messageId: idOf(0),
      blockId: 'u0',
      offset,
      text,
    });
    const run = foldEvents(
      numbered([
        message(0),
        block(0, 'u0', ''),
        piece(0, 'Zinc '),
        piece(5, 'melts'),
        piece(5, 'melts at 420 °C'),
      ]),
    );
    expect(run.messages[0]?.blocks[0]?.text).toBe('Zinc melts at 420 °C');
  });

  it('lists an event of a later release by its name', () => {
    const later: UnknownEvent = { type: 'unknown', originalType: 'plan_proposed', runId, seq: 1, at: 1 };
    expect(foldEvent(emptyRun(), later)).toMatchObject({ seq: 1, unknown: ['plan_proposed'] });
  });
});

/** Case 82 in our events: arguments written twice, approved, answered, finished; user text not repeated. */
describe('case 82: tool cards after a reload', () => {
  type Step = { type: string; id?: string; snapshot?: string; result?: string; delta?: string };
  const case82 = import.meta.glob('./fixtures/case-82-*.json', { eager: true, import: 'default' })[
    './fixtures/case-82-tool-card-state.json'
  ] as Step[];
  const told = (step: Step): RunEventBody[] => {
    switch (step.type) {
      case 'run_start':
        return [status('running')];
      case 'tool_args':
        return [{ type: 'tool_started', callId: step.id!, tool: 'search_library', preview: step.snapshot! }];
      case 'approval_needed':
        return [
          { type: 'approval_requested', decisionId: idOf(9), asked: { call: step.id! } },
          status('waiting_user'),
        ];
      case 'approved':
        return [{ type: 'approval_decided', decisionId: idOf(9), decision: 'apply' }, status('running')];
      case 'tool_result':
        return [
          {
            type: 'tool_finished',
            callId: step.id!,
            tool: 'search_library',
            outcome: 'ok',
            summary: step.result!,
            durationMs: 3,
          },
        ];
      case 'state_snapshot':
        return [
          { type: 'message', messageId: idOf(1), role: 'user', parentId: null },
          block(1, 'u0', 'melting point of tin?'),
          { type: 'message_done', messageId: idOf(1) },
        ];
      case 'text':
        return [message(0), block(0, 'u0', step.delta!)];
      case 'run_end':
        return [{ type: 'message_done', messageId: idOf(0) }, status('succeeded')];
      default:
        throw new Error(`the case has a step of an unknown type: ${step.type}`);
    }
  };
  const perStep = case82.map((step) => told(step).length);
  const events = numbered(case82.flatMap(told));
  const after = (step: number): number => perStep.slice(0, step).reduce((sum, count) => sum + count, 0);

  const expectOneOfEach = (run: FoldedRun): void => {
    expect(run.calls).toEqual([
      { callId: 'c1', tool: 'search_library', preview: '{"query":"tin"}', state: 'ok', summary: '232 °C' },
    ]);
    const answers = run.messages.filter((entry) => entry.role === 'assistant');
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({ state: 'done', blocks: [{ text: '232 °C [1].' }] });
    expect(run.messages.filter((entry) => entry.role === 'user')).toHaveLength(1);
    expect(run.status).toBe('succeeded');
  };

  it('shows one card with its last arguments, and one answer', () => {
    expect(events.length).toBeGreaterThan(case82.length);
    expectOneOfEach(foldEvents(events));
  });

  it.each([2, 4, 6, 8])('shows the same after a reload at step %d, with or without overlap', (step) => {
    const reloaded = foldEvents(events.slice(0, after(step)));
    for (const overlap of [0, 1, 3]) {
      const rest = events.slice(Math.max(0, after(step) - overlap));
      expectOneOfEach(rest.reduce(foldEvent, reloaded));
    }
  });

  it.each([2, 4, 6, 8])('shows a run whose server died after step %d as interrupted, not running', (step) => {
    const died = numbered([
      ...case82.slice(0, step).flatMap(told),
      { ...status('failed'), reason: 'fault' } as RunEventBody,
    ]);
    const run = foldEvents(died);
    expect(run.calls.map((call) => call.state)).toEqual([step >= 6 ? 'ok' : 'interrupted']);
    const answers = run.messages.filter((entry) => entry.role === 'assistant');
    expect(answers.map((entry) => entry.state)).toEqual(step >= 8 ? ['interrupted'] : []);
  });
});
