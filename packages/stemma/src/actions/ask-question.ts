import { Id } from '@stemma/contract/ids';
import { LIMITS } from '@stemma/contract/limits';
import type { Thread } from '@stemma/contract/records';
import { z } from 'zod';
import { firstGraphemes } from '../core/text/graphemes.ts';
import { StemmaError } from '../errors/stemma-error.ts';
import type { OwnedStores } from '../ports/stores.ts';
import { type ActionContext, defineAction } from './action.ts';
import { findSource } from './find-source.ts';
import { startRun } from './start-run.ts';

const TITLE_LENGTH = 80;

const threadFor = async (
  context: ActionContext,
  tx: OwnedStores,
  asked: string | undefined,
  question: string,
): Promise<Thread> => {
  if (asked !== undefined) {
    const thread = await tx.threads.findThread(asked);
    if (!thread) throw new StemmaError('thread_not_found', { id: asked });
    const { items: unfinished } = await tx.runs.list({ limit: 1, unfinished: true, threadId: thread.id });
    if (unfinished[0]) throw new StemmaError('thread_busy', { run: unfinished[0].id });
    return thread;
  }
  const inbox = await tx.threads.inbox();
  const thread = {
    id: context.ids.next(),
    projectId: inbox.id,
    title: firstGraphemes(question, TITLE_LENGTH),
    createdAt: context.clock.now(),
  };
  await tx.threads.createThread(thread);
  return { ...thread, headMessageId: null, activeAt: thread.createdAt };
};

/** Asks the library; the answer is worked out by the run that is returned. */
export const askQuestion = defineAction({
  name: 'ask-question',
  input: z.object({
    text: z.string(),
    mode: z.enum(['quote', 'pipeline', 'agent']).default('quote'),
    topK: z.int().min(1).max(LIMITS.topK.max).optional(),
    thread: z.string().optional(),
    /** Keys of the only sources to look in. */
    sources: z.array(z.string()).default([]),
  }),
  output: z.object({ runId: Id, threadId: Id }),
  run: async (context, { text, mode, topK, thread: asked, sources }) => {
    const question = text.trim().normalize('NFC');
    if (question === '') throw new StemmaError('empty_question', {});
    if (question.length > LIMITS.questionLength)
      throw new StemmaError('invalid_input', { field: 'text', reason: `> ${LIMITS.questionLength}` });
    if (mode !== 'quote') throw new StemmaError('mode_unavailable', { mode });
    const sourceKeys = await Promise.all(
      sources.map(async (key) => (await findSource(context.stores, key)).key),
    );
    return context.stores.transaction(async (tx) => {
      const thread = await threadFor(context, tx, asked, question);
      const messageId = context.ids.next();
      const input = {
        question,
        mode,
        topK: topK ?? context.settings.topK,
        sourceKeys,
        threadId: thread.id,
        messageId,
        parentId: thread.headMessageId,
      };
      const run = await startRun(
        context,
        { workflow: 'answer', input, projectId: thread.projectId, threadId: thread.id },
        tx,
      );
      await tx.threads.putMessage({
        id: messageId,
        threadId: thread.id,
        parentId: thread.headMessageId,
        runId: run.id,
        role: 'user',
        text: question,
        at: context.clock.now(),
      });
      return { runId: run.id, threadId: thread.id };
    });
  },
});
