import { AddedItem } from '@stemma/contract/events';
import { z } from 'zod';
import { type Identifier, parseIdentifier } from '../../core/source/identifier.ts';
import { endingOf, isTakenName } from '../../core/source/media-kind.ts';
import { isStemmaError, toFault } from '../../errors/stemma-error.ts';
import type { FoundItem } from '../../ports/local-files.ts';
import { defineWorkflow, type RunContext } from '../engine/definition.ts';
import { type AddFileScope, type AddSourceParts, addFile } from './add-file.ts';
import { addIdentifier } from './add-identifier.ts';
import { failedItem } from './item.ts';
import { createTurns } from './turns.ts';

const Input = z.object({ inputs: z.array(z.object({ path: z.string(), shown: z.string() })) });
type Input = z.infer<typeof Input>;

const State = z.object({ cursor: z.int(), total: z.int() });
type State = z.infer<typeof State>;

const Found = z.union([
  z.object({
    shown: z.string(),
    identifier: z.object({ kind: z.enum(['arxiv', 'doi']), id: z.string(), version: z.int().nullable() }),
  }),
  z.object({ path: z.string(), shown: z.string() }),
  z.object({
    shown: z.string(),
    fault: z.object({
      code: z.enum([
        'file_not_found',
        'file_unreadable',
        'folder_empty',
        'folder_too_deep',
        'file_not_regular',
      ]),
      limit: z.int().optional(),
    }),
  }),
]);
type Found = z.infer<typeof Found>;
const FoundList = z.array(Found);

/** Files of one chunk: finished ones survive a crash one by one, the position in the list by chunk. */
const CHUNK = 16;

const EXPANDED = { visit: 0, key: 'expand' };

/** Each file once, although two inputs name it. */
const distinct = (items: readonly Found[]): Found[] => {
  const seen = new Set<string>();
  return items.filter((item) => {
    const name = 'path' in item ? item.path : `no file:${item.shown}`;
    return !seen.has(name) && seen.add(name);
  });
};

/**
 * Of a folder, TeX source beside the PDF of the same name is left to the PDF, which has pages and places;
 * named by itself it is added.
 */
const withoutTwins = (input: string, items: readonly FoundItem[]): FoundItem[] => {
  const paths = new Set(items.map((item) => ('path' in item ? item.path : '')));
  return items.filter(
    (item) =>
      !('path' in item) ||
      item.path === input ||
      !paths.has(item.path.replace(/\.(?:tex|ltx)$/iu, '.pdf')) ||
      !/\.(?:tex|ltx)$/iu.test(item.path),
  );
};

/** An input that names no file may name a work. */
const orIdentifier = (item: FoundItem): Found => {
  if ('path' in item || item.fault.code !== 'file_not_found') return item;
  const identifier = parseIdentifier(item.shown);
  return identifier ? { shown: item.shown, identifier } : item;
};

/** Names of a folder's files that are taken in: what can be read, and bibliographies. */
const takesName = (name: string): boolean => isTakenName(name) || ['bib', 'ris'].includes(endingOf(name));

const expand = async (parts: AddSourceParts, run: RunContext<Input>): Promise<Found[]> => {
  const found: Found[] = [];
  for (const input of run.input.inputs) {
    const items = await parts.files.expand(input, takesName, run.signal);
    found.push(...withoutTwins(input.path, items).map(orIdentifier));
  }
  return distinct(found);
};

const addOne = async (
  parts: AddSourceParts,
  scope: AddFileScope,
  item: Found,
  progress: (page: number, pages: number) => void,
): Promise<AddedItem> => {
  if ('fault' in item) {
    const { code, limit } = item.fault;
    return failedItem(item.shown, {
      code,
      params: { path: item.shown, ...(limit !== undefined && { limit }) },
    });
  }
  try {
    if ('identifier' in item)
      return await addIdentifier(parts, scope, item.shown, item.identifier as Identifier);
    return await addFile(parts, scope, item, progress);
  } catch (error) {
    scope.signal.throwIfAborted();
    // What concerns the whole library stops the run; what concerns one file is that file's item.
    if (!isStemmaError(error) || STOPPING.has(error.code)) throw error;
    return failedItem(item.shown, toFault(error));
  }
};

const STOPPING: ReadonlySet<string> = new Set([
  'database_busy',
  'lease_lost',
  'data_damaged',
  'data_folder_unwritable',
]);

/** Works through `items`, at most `width` at a time; all have ended when it returns or throws. */
const eachOf = async <T>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      await work(items[index]!, index);
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: width }, lane));
  const broken = lanes.find((lane) => lane.status === 'rejected');
  if (broken) throw broken.reason;
};

/**
 * Tells of finished items in the order of the inputs, whichever is read first: an item is told when all
 * before it are.
 */
const createTeller = (run: RunContext<Input>, first: number, total: number) => {
  const finished = new Map<number, AddedItem>();
  let next = first;
  let telling = Promise.resolve();
  const tellReady = async (): Promise<void> => {
    for (let item = finished.get(next); item; item = finished.get(next)) {
      next += 1;
      await run.emit(`item:${next}`, [
        { type: 'item_finished', item },
        { type: 'progress', stage: 'read', done: next, total, item: item.input },
      ]);
    }
  };
  return (position: number, item: AddedItem): Promise<void> => {
    finished.set(position, item);
    telling = telling.then(tellReady);
    return telling;
  };
};

const addChunk = async (parts: AddSourceParts, run: RunContext<Input>, state: State): Promise<State> => {
  const items = await run.recall(EXPANDED.visit, EXPANDED.key, FoundList);
  const chunk = items.slice(state.cursor, state.cursor + CHUNK);
  const tell = createTeller(run, state.cursor, items.length);
  const turns = createTurns(chunk.length);
  await eachOf(chunk, parts.concurrency, async (found, index) => {
    const position = state.cursor + index;
    const onPage = (page: number, pages: number): void =>
      parts.onReading?.({ input: found.shown, page, pages, done: position, total: items.length });
    const turn = turns[index]!;
    try {
      const item = await run.step(
        { key: `add:${position}`, effect: 'idempotent', input: { shown: found.shown }, result: AddedItem },
        () => addOne(parts, { ...run, turn }, found, onPage),
      );
      turn.ended();
      await tell(position, item);
    } finally {
      turn.ended();
    }
  });
  return { ...state, cursor: Math.min(items.length, state.cursor + CHUNK) };
};

/** Reads files into the library: expands what was named, then adds file by file. */
export const addSourceWorkflow = (parts: AddSourceParts) =>
  defineWorkflow<State, Input>({
    name: 'add-source',
    version: 1,
    input: Input,
    state: State,
    start: 'expand',
    initial: () => ({ cursor: 0, total: 0 }),
    nodes: {
      expand: {
        next: ['add'],
        run: async (state, run) => {
          const input = run.input.inputs.map(({ path }) => path);
          const items = await run.step({ key: EXPANDED.key, effect: 'read', input, result: FoundList }, () =>
            expand(parts, run),
          );
          return {
            next: 'add',
            state: { ...state, total: items.length },
            events: [{ type: 'progress', stage: 'expand', done: items.length, total: items.length }],
          };
        },
      },
      add: {
        next: ['add', 'END_succeeded'],
        run: async (state, run) => {
          const after = await addChunk(parts, run, state);
          return { next: after.cursor < after.total ? 'add' : 'END_succeeded', state: after };
        },
      },
    },
  });
