import type { FoldedBlock, FoldedRun } from '@stemma/contract/fold';
import type { Support } from '@stemma/contract/records';
import { describeRefusal, phrase, plainText, wordsOf } from '@stemma/contract/words/index';
import type { Session } from '../session.ts';
import { wrapColumns } from './columns.ts';
import { locatorOf } from './source.ts';

export const answerMessage = (run: FoldedRun) =>
  run.messages.findLast((message) => message.role === 'assistant' && message.state !== 'retracted');

const indented = (session: Session, text: string, indent: string): void => {
  for (const line of wrapColumns(plainText(text), session.output.columns - indent.length))
    session.output.line(indent + line);
};

const placeOf = (session: Session, support: Support): string =>
  [
    session.output.style('accent', support.sourceKey),
    locatorOf(session.locale, support),
    support.section.map(plainText).join(' › '),
  ]
    .filter(Boolean)
    .join(' · ');

/** One quotation: the words, where they stand, and the link that opens there. */
export const showQuotation = (session: Session, block: FoldedBlock): void => {
  const { output } = session;
  for (const { supports, verdicts } of block.claims) {
    for (const support of supports) {
      output.line();
      indented(session, `“${support.quote}”`, '  ');
      output.line(`    ${placeOf(session, support)}`);
      if (support.uri) output.line(output.style('dim', `    ${support.uri}`));
    }
    if (verdicts.support === 'weak')
      output.line(output.style('warn', `    ◐ ${phrase(session.locale, 'weakMark')}`));
  }
};

/** A refusal looks like an answer: what is missing, and what to do next. */
export const showRefusal = (session: Session, block: FoldedBlock): void => {
  if (!block.refusal) return;
  const { output, locale } = session;
  const { title, sentence, lists } = describeRefusal(locale, block.refusal);
  if (block.refusal.code === 'partly_covered') output.line();
  output.line(output.style('bold', title));
  indented(session, sentence, '');
  for (const { heading, items } of lists) {
    output.line();
    output.line(heading);
    for (const item of items) output.line(`  · ${item}`);
  }
};

/** Units the gate held, with the reason. */
export const showRemoved = (
  session: Session,
  removed: readonly { text: string; reason: string | null }[],
): void => {
  if (removed.length === 0) return;
  const { output, locale } = session;
  output.line();
  output.line(phrase(locale, 'removedHeading', { n: removed.length }));
  const reasons = Object.assign({}, ...Object.values(wordsOf(locale).verdicts)) as Record<
    string,
    { meaning: string }
  >;
  for (const { text, reason } of removed) {
    indented(session, text, '  ');
    output.line(output.style('bad', `    ${reasons[reason ?? '']?.meaning ?? ''}`));
  }
};
