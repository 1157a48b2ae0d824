import { resolve } from 'node:path';
import type { AddedItem } from '@stemma/contract/events';
import {
  describeFault,
  describeNote,
  describeRemark,
  type PhraseName,
  phrase,
} from '@stemma/contract/words/index';
import { perform } from '../../actions/action.ts';
import { addSources } from '../../actions/add-sources.ts';
import { EXIT, exitOfFault, exitOfRun } from '../exit.ts';
import { expandGlobs } from '../expand-globs.ts';
import { readPassword, readPasswordFile } from '../password.ts';
import { runHere } from '../run-here.ts';
import type { Session } from '../session.ts';
import { faultJson } from '../view/fault.ts';

const itemJson = (session: Session, item: AddedItem) => ({
  ...item,
  notes: [
    ...item.notes.map((note) => describeNote(session.locale, note)),
    ...(item.remarks ?? []).map((remark) => describeRemark(session.locale, remark)),
  ],
  error: item.error && faultJson(session, item.error),
});

const PHRASES = {
  added: ['itemAdded', 'itemAddedPageless'],
  updated: ['itemUpdated', 'itemUpdatedPageless'],
  unchanged: ['itemUnchanged', 'itemUnchanged'],
  failed: ['itemFailed', 'itemFailed'],
  cancelled: ['itemCancelled', 'itemCancelled'],
} as const satisfies Record<AddedItem['status'], readonly [PhraseName, PhraseName]>;

const phraseOf = (item: AddedItem): PhraseName =>
  item.records ? 'itemRecords' : PHRASES[item.status][item.pages > 0 ? 0 : 1];

const STYLES = {
  added: 'good',
  updated: 'good',
  unchanged: 'dim',
  failed: 'bad',
  cancelled: 'warn',
} as const;

const showItem = (session: Session, item: AddedItem): void => {
  const { output, locale } = session;
  const fault = item.error ? describeFault(locale, item.error) : undefined;
  const line = phrase(locale, phraseOf(item), {
    input: item.input,
    key: item.source ?? '',
    pages: item.pages,
    passages: item.passages,
    ...(item.records && { ...item.records, faults: item.records.faults || '' }),
    detail: fault?.detail ?? '',
  });
  output.line(output.style(STYLES[item.status], line));
  const notes = [
    ...item.notes.map((note) => describeNote(locale, note)),
    ...(item.remarks ?? []).map((remark) => describeRemark(locale, remark)),
  ];
  for (const note of notes) output.line(output.style('dim', `  ${phrase(locale, 'itemNote', { note })}`));
  if (fault) output.line(`  ${phrase(locale, 'nextStep', { recovery: fault.recovery })}`);
};

const countOf = (items: readonly AddedItem[], status: AddedItem['status']): number =>
  items.filter((item) => item.status === status).length;

const exitOfItems = (items: readonly AddedItem[]): number => {
  const failed = items.filter((item) => item.status === 'failed');
  if (failed.length === 0) return EXIT.done;
  return items.length === 1 ? exitOfFault(failed[0]!.error?.code ?? 'internal') : EXIT.someFailed;
};

export const add = async (
  session: Session,
  inputs: readonly string[],
  options: { password?: boolean; passwordFile?: string },
): Promise<number> => {
  const passwords = [
    ...(options.passwordFile === undefined ? [] : await readPasswordFile(options.passwordFile)),
    ...(options.password ? [await readPassword(session)] : []),
  ];
  if (passwords.length > 0) (await session.open()).setPasswords(passwords);
  const context = await session.context();
  const { runId } = await perform(addSources, context, {
    inputs: (await expandGlobs(inputs)).map((shown) => ({ shown, path: resolve(shown) })),
  });
  const run = await runHere(session, runId, {
    onEvent: (event) => {
      if (event.type === 'item_finished' && !session.asJson) showItem(session, event.item);
    },
  });
  const { items } = run;
  if (session.asJson)
    session.output.json({ run: runId, items: items.map((item) => itemJson(session, item)) });
  else if (items.length > 1)
    session.output.message(
      phrase(session.locale, 'addSummary', {
        total: items.length,
        added: countOf(items, 'added'),
        updated: countOf(items, 'updated'),
        unchanged: countOf(items, 'unchanged'),
        failed: countOf(items, 'failed'),
        cancelled: countOf(items, 'cancelled') || '',
      }),
    );
  const ended = exitOfRun(run);
  return ended === EXIT.done ? exitOfItems(items) : ended;
};
