import { shortId } from '@stemma/contract/ids';
import { phrase } from '@stemma/contract/words/index';
import { perform } from '../actions/action.ts';
import { listLeftBehind } from '../actions/list-left-behind.ts';
import type { Session } from './session.ts';

const SHOWN = 3;

/** One line about runs whose process is gone; they are never resumed silently. */
export const tellOfLeftBehind = async (session: Session): Promise<void> => {
  const { runs } = await perform(listLeftBehind, await session.context(), {});
  if (runs.length === 0) return;
  const ids = runs.slice(0, SHOWN).map((run) => shortId(run.id));
  const shown = runs.length > SHOWN ? [...ids, '…'] : ids;
  session.output.message(phrase(session.locale, 'leftBehind', { n: runs.length, ids: shown.join(', ') }));
};
