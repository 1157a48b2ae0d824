import { Refusal, type RunEventBody } from '@stemma/contract/events';
import { LIMITS } from '@stemma/contract/limits';
import { Author, type Claim, Passage } from '@stemma/contract/records';
import { SearchReport } from '@stemma/contract/search';
import type { Settings } from '@stemma/contract/settings';
import { z } from 'zod';
import { type Composed, composeQuotation } from '../../core/citation/compose-quotation.ts';
import { preview } from '../../core/text/graphemes.ts';
import { queryTerms } from '../../core/text/query-terms.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OwnedStores } from '../../ports/stores.ts';
import { defineWorkflow, type RunContext, type WorkflowNode } from '../engine/definition.ts';
import { admitEvidence } from './admit-evidence.ts';
import { gateText, type JudgedUnit } from './gate-text.ts';
import { searchLibrary } from './search-library.ts';

export const AnswerInput = z.object({
  question: z.string(),
  mode: z.literal('quote'),
  topK: z.int(),
  sourceKeys: z.array(z.string()),
  threadId: z.string(),
  messageId: z.string(),
  parentId: z.string().nullable(),
});
export type AnswerInput = z.infer<typeof AnswerInput>;

/** What was found, stored once: the answer and `why` are made from it. */
export const Findings = z.object({
  report: SearchReport,
  stats: z.object({
    passages: z.int(),
    meanLength: z.number(),
    documentFrequency: z.array(z.tuple([z.string(), z.int()])),
  }),
  evidence: z.array(
    z.object({
      evidence: z.string(),
      passage: Passage,
      sourceKey: z.string(),
      sourceTitle: z.string(),
      authors: z.array(Author),
      year: z.int().nullable(),
      doi: z.string().nullable(),
      arxivId: z.string().nullable(),
      arxivVersion: z.int().nullable(),
      fileSha256: z.string(),
      uri: z.string().nullable(),
    }),
  ),
});
export type Findings = z.infer<typeof Findings>;

/** Where a finished answer run keeps its findings. */
export const FINDINGS = { visit: 0, key: 'search' };

const State = z.object({ refusal: Refusal.nullable() });
type State = z.infer<typeof State>;

export type AnswerParts = {
  clock: Clock;
  settings: Pick<Settings, 'capPerSource' | 'coverEvidence' | 'coverGood'>;
};

const find = async (parts: AnswerParts, run: RunContext<AnswerInput>): Promise<Findings> => {
  const { question, topK, sourceKeys } = run.input;
  const { settings, clock } = parts;
  const { stores } = run;
  const { report, stats, passages } = await searchLibrary({ stores, clock }, question, {
    topK,
    capPerSource: sourceKeys.length === 1 ? LIMITS.topK.max : settings.capPerSource,
    cover: { evidence: settings.coverEvidence, good: settings.coverGood },
    filter: sourceKeys.length > 0 ? { sourceKeys } : {},
  });
  const evidence = await admitEvidence(stores, report.hits, passages);
  return { report, stats: { ...stats, documentFrequency: [...stats.documentFrequency] }, evidence };
};

const evidenceEvents = ({ report, evidence }: Findings): RunEventBody[] =>
  evidence.map((entry, index) => {
    const hit = report.hits[index]!;
    return {
      type: 'evidence_added',
      evidence: entry.evidence,
      sourceKey: entry.sourceKey,
      passageId: entry.passage.id,
      page: entry.passage.page,
      preview: preview(entry.passage.text, LIMITS.previewLength),
      cover: hit.cover,
      ranks: hit.ranks,
    };
  });

const compose = ({ question }: AnswerInput, findings: Findings): Composed => {
  const stats = { ...findings.stats, documentFrequency: new Map(findings.stats.documentFrequency) };
  const hits = findings.report.hits.map((hit, index) => ({
    hit,
    evidence: findings.evidence[index]!.evidence,
  }));
  return composeQuotation({ question, terms: queryTerms(question), stats, hits });
};

const blockOf = (messageId: string, unit: JudgedUnit, order: number): RunEventBody => ({
  type: 'block',
  messageId,
  blockId: unit.claim.blockId,
  order,
  kind: 'quote',
  text: unit.claim.text,
  claims: [unit.claim],
  state: unit.isShown ? 'shown' : 'removed',
  ...(unit.reason !== null && { reason: unit.reason }),
});

/** What is refused: the whole question, or the part of it that the quotations leave open. */
const refusalBlock = (messageId: string, refusal: Refusal, order: number): RunEventBody => ({
  type: 'block',
  messageId,
  blockId: 'refusal',
  order,
  kind: 'refusal',
  text: '',
  claims: [],
  state: 'shown',
  refusal,
});

const opened = (messageId: string, parentId: string): RunEventBody => ({
  type: 'message',
  messageId,
  role: 'assistant',
  parentId,
});

/** The assistant's message as a record of its thread, with its claims. */
const keepMessage =
  (run: RunContext<AnswerInput>, messageId: string, text: string, claims: Claim[]) =>
  async (tx: OwnedStores): Promise<void> => {
    await tx.threads.putMessage({
      id: messageId,
      threadId: run.input.threadId,
      parentId: run.input.messageId,
      runId: run.runId,
      role: 'assistant',
      text,
      at: run.now(),
    });
    await tx.threads.putClaims(claims);
  };

type Node = WorkflowNode<State, AnswerInput>;

const askedEvents = ({ question, messageId, parentId }: AnswerInput): RunEventBody[] => [
  { type: 'message', messageId, role: 'user', parentId },
  {
    type: 'block',
    messageId,
    blockId: 'question',
    order: 0,
    kind: 'note',
    text: question,
    claims: [],
    state: 'shown',
  },
  { type: 'message_done', messageId },
];

const searchNode = (parts: AnswerParts): Node => ({
  next: ['quote'],
  run: async (state, run) => {
    const { question, sourceKeys } = run.input;
    const findings = await run.step(
      { key: FINDINGS.key, effect: 'read', input: { question, sourceKeys }, result: Findings },
      () => find(parts, run),
    );
    return { next: 'quote', state, events: [...askedEvents(run.input), ...evidenceEvents(findings)] };
  },
});

const NOTHING_CLOSE: Refusal = { code: 'nothing_close', missing: [], nextSearches: [] };

const quoteNode: Node = {
  next: ['END_succeeded', 'refuse'],
  run: async (state, run) => {
    const findings = await run.recall(FINDINGS.visit, FINDINGS.key, Findings);
    const { answer, open, refusal } = compose(run.input, findings);
    if (refusal) return { next: 'refuse', state: { refusal } };
    const messageId = run.newId('answer');
    const { question } = run.input;
    const units = gateText(answer.markdown, {
      messageId,
      question,
      ledger: findings.evidence,
      newId: run.newId,
    });
    const claims = units.filter((unit) => unit.isShown).map((unit) => unit.claim);
    if (claims.length === 0) return { next: 'refuse', state: { refusal: NOTHING_CLOSE } };
    const text = claims.map((claim) => claim.text).join('');
    return {
      next: 'END_succeeded',
      state,
      events: [
        opened(messageId, run.input.messageId),
        ...units.map((unit, order) => blockOf(messageId, unit, order)),
        ...(open ? [refusalBlock(messageId, open, units.length)] : []),
        { type: 'message_done', messageId },
      ],
      writes: keepMessage(run, messageId, text, claims),
    };
  },
};

const refuseNode: Node = {
  next: ['END_succeeded'],
  run: async (state, run) => {
    const messageId = run.newId('refusal');
    const refusal = state.refusal ?? NOTHING_CLOSE;
    return {
      next: 'END_succeeded',
      reason: 'refused',
      state,
      events: [
        opened(messageId, run.input.messageId),
        refusalBlock(messageId, refusal, 0),
        { type: 'message_done', messageId },
      ],
      writes: keepMessage(run, messageId, '', []),
    };
  },
};

/**
 * Answers a question from the library. Without a model: the sentences of the best passages, quoted, each
 * judged by the same gate as a model's; or a refusal that says what is missing.
 */
export const answerWorkflow = (parts: AnswerParts) =>
  defineWorkflow<State, AnswerInput>({
    name: 'answer',
    version: 1,
    input: AnswerInput,
    state: State,
    start: 'search',
    initial: () => ({ refusal: null }),
    nodes: { search: searchNode(parts), quote: quoteNode, refuse: refuseNode },
  });
