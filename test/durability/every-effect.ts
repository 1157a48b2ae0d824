import { defineWorkflow } from 'stemma/workflows/engine/definition';
import { z } from 'zod';
import type { OutsideWorld } from './outside-world.ts';

const State = z.object({ trail: z.array(z.string()) });
type State = z.infer<typeof State>;

export const RESERVED = { tokens: 100, micros: 1000 };
export const USED = { tokens: 40, micros: 300 };

const went = (state: State, word: string): State => ({ trail: [...state.trail, word] });

/** `inside(place)` is called in the middle of each effect: a crash test may die there. */
export type Inside = (place: string) => void;

/** A workflow with every effect, a decision, a timed wait, parallel steps and emitted events. */
export const everyEffect = (world: OutsideWorld, inside: Inside) =>
  defineWorkflow({
    name: 'every-effect',
    version: 1,
    input: z.object({ waitMs: z.int() }),
    state: State,
    start: 'gather',
    initial: () => ({ trail: [] }),
    nodes: {
      gather: {
        next: ['submit'],
        run: async (state, run) => {
          const read = run.step(
            { key: 'read', effect: 'read', input: 1, result: z.string() },
            async () => 'read',
          );
          const added = run.step(
            { key: 'add', effect: 'idempotent', input: 2, result: z.string() },
            async (token) => {
              world.addOnce(token);
              inside('add');
              return 'added';
            },
          );
          const words = await Promise.all([read, added]);
          await run.emit('told', [{ type: 'progress', stage: 'read', done: 1, total: 1 }]);
          return { next: 'submit', state: words.reduce(went, state) };
        },
      },
      submit: {
        next: ['ask'],
        run: async (state, run) => {
          const job = await run.step(
            { key: 'job', effect: 'external', input: { of: run.newId('job') }, result: z.string() },
            {
              start: async (token) => {
                inside('job-before');
                world.startJob(token);
                inside('job-after');
                return 'job';
              },
              reconcile: async (token) => (world.findJob(token) ? 'job' : undefined),
            },
          );
          return { next: 'ask', state: went(state, job) };
        },
      },
      ask: {
        next: ['think'],
        run: async (state, run) => ({
          wait: { decision: { id: run.newId('decision'), asked: { question: 'go on?' } } },
          next: 'think',
          state,
        }),
      },
      think: {
        next: ['rest'],
        run: async (state, run) => {
          const decision = await run.decision();
          const word = await run.step(
            { key: 'model', effect: 'metered', input: 3, result: z.string(), reserve: RESERVED },
            async (token) => {
              world.callModel(token);
              inside('model');
              return { value: 'thought', used: USED };
            },
          );
          return { next: 'rest', state: went(went(state, String(decision)), word) };
        },
      },
      rest: {
        next: ['send'],
        run: async (state, run) => ({ wait: { until: run.now() + run.input.waitMs }, next: 'send', state }),
      },
      send: {
        next: ['END_succeeded'],
        run: async (state, run) => {
          const sent = await run.step(
            { key: 'letter', effect: 'once', input: 4, result: z.string() },
            async (token) => {
              world.sendLetter(token);
              inside('letter');
              return 'sent';
            },
          );
          return {
            next: 'END_succeeded',
            state: went(state, sent.outcome === 'known' ? sent.value : 'unknown'),
          };
        },
      },
    },
  });
