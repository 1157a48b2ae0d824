import { phrase, wordsOf } from '@stemma/contract/words/index';
import { perform } from '../../actions/action.ts';
import { editSource } from '../../actions/edit-source.ts';
import { EXIT } from '../exit.ts';
import type { Session } from '../session.ts';
import { factText } from '../view/fact.ts';

type Flags = {
  title?: string;
  year?: number;
  author?: string[];
  doi?: string;
  arxiv?: string;
  venue?: string;
  workLanguage?: string;
  reset?: string[];
};

export const edit = async (session: Session, key: string, flags: Flags): Promise<number> => {
  const { title, year, author, doi, arxiv, venue, workLanguage, reset = [] } = flags;
  const set = { title, year, authors: author, doi, arxiv, venue, language: workLanguage };
  const edited = await perform(editSource, await session.context(), { key, set, reset });
  const { output, locale } = session;
  if (session.asJson) {
    output.json(edited);
    return EXIT.done;
  }
  const names = wordsOf(locale).factNames;
  for (const field of edited.changed) {
    const fact = edited.facts[field];
    const line = fact?.origin === 'user' ? 'editedFact' : 'resetFact';
    const value = factText(fact?.value, phrase(locale, 'unknown'));
    output.line(phrase(locale, line, { key: edited.source.key, name: names[field], value }));
  }
  if (edited.sameAs !== null)
    output.message(phrase(locale, 'sameWorkHint', { other: edited.sameAs, key: edited.source.key }));
  return EXIT.done;
};
