import type { SearchStage } from '@stemma/contract/search';
import { phrase, wordsOf } from '@stemma/contract/words/index';
import type { Session } from '../session.ts';

export const stageLine = (session: Pick<Session, 'locale'>, stage: SearchStage): string => {
  const { searchStages, skipReasons } = wordsOf(session.locale);
  return stage.skipped === null
    ? phrase(session.locale, 'whyStage', {
        stage: searchStages[stage.name],
        in: stage.in,
        out: stage.out,
        ms: stage.ms,
      })
    : phrase(session.locale, 'whySkipped', {
        stage: searchStages[stage.name],
        reason: skipReasons[stage.skipped],
      });
};

/** How a search went, as quiet lines on stderr. */
export const showStages = (session: Session, stages: readonly SearchStage[]): void => {
  for (const stage of stages) session.output.message(session.output.style('dim', stageLine(session, stage)));
};
