import type { ReferenceStyle } from '@stemma/contract/bibliography';
import { phrase, plainText } from '@stemma/contract/words/index';
import type { z } from 'zod';
import type { readAnswer } from '../../actions/read-answer.ts';
import type { Session } from '../session.ts';
import { wrapColumns } from './columns.ts';
import { locatorOf } from './source.ts';

type Answer = z.output<typeof readAnswer.output>;
type Card = Answer['cards'][number];

/** The style of references: as set, else GB/T 7714 where Stemma speaks Chinese and APA elsewhere. */
export const citationStyleOf = ({
  settings,
  locale,
}: Pick<Session, 'settings' | 'locale'>): ReferenceStyle => {
  if (settings.citationStyle !== 'auto') return settings.citationStyle;
  return locale === 'zh' ? 'gb7714' : 'apa';
};

const placeLine = ({ locale }: Session, { pages, sections, labels }: Card): string =>
  [
    pages.map((page) => locatorOf(locale, page)).join(', '),
    labels.map(plainText).join(', '),
    sections.map(plainText).join('; '),
  ]
    .filter((part) => part !== '')
    .join(' · ');

/** The works an answer cites: each with its key, its reference and what of it is cited. */
export const showReferences = (session: Session, cards: readonly Card[]): void => {
  if (cards.length === 0) return;
  const { output, locale } = session;
  output.line();
  output.line(phrase(locale, 'references'));
  for (const card of cards) {
    output.line(`  ${output.style('accent', card.item.id)}`);
    for (const text of [card.reference, placeLine(session, card)].filter((part) => part !== ''))
      for (const line of wrapColumns(plainText(text), output.columns - 4)) output.line(`    ${line}`);
  }
};
