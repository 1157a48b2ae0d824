import { type PhraseName, phrase } from '@stemma/contract/words/index';
import { perform } from '../../actions/action.ts';
import { mergeSources } from '../../actions/merge-sources.ts';
import { splitSource } from '../../actions/split-source.ts';
import { EXIT } from '../exit.ts';
import type { Session } from '../session.ts';

const tell = (
  session: Session,
  name: PhraseName,
  done: { key: string; other: string; files: number },
): number => {
  if (session.asJson) session.output.json(done);
  else session.output.line(phrase(session.locale, name, done));
  return EXIT.done;
};

export const sourcesMerge = async (session: Session, key: string, other: string): Promise<number> =>
  tell(session, 'sourcesMerged', await perform(mergeSources, await session.context(), { key, other }));

export const sourcesSplit = async (session: Session, key: string, file?: string): Promise<number> =>
  tell(session, 'sourcesSplit', await perform(splitSource, await session.context(), { key, file }));
