import type { RunEvent, UnknownEvent } from '@stemma/contract/events';
import { phrase, wordsOf } from '@stemma/contract/words/index';
import type { ReadingProgress } from '../compose.ts';
import type { Session } from './session.ts';
import { fitColumns } from './view/columns.ts';

/** Shows the progress of a run on stderr, in the form the session asks for. */
export type ProgressView = {
  see(event: RunEvent | UnknownEvent): void;
  /** Pages of the file being read; between events, and not stored. */
  seePages(progress: ReadingProgress): void;
  end(): void;
};

const SILENT: ProgressView = { see: () => {}, seePages: () => {}, end: () => {} };

const lineFor = (session: Session, event: Extract<RunEvent, { type: 'progress' }>): string =>
  phrase(session.locale, 'progressLine', {
    stage: wordsOf(session.locale).progressStages[event.stage],
    done: event.done,
    total: event.total,
    item: event.item ?? '',
  });

/** One line rewritten in place. */
const barView = (session: Session): ProgressView => ({
  see: (event) => {
    if (event.type === 'progress')
      session.output.progressLine(fitColumns(lineFor(session, event), session.output.columns - 1));
  },
  seePages: (progress) => {
    const stage = wordsOf(session.locale).progressStages.read;
    const line = phrase(session.locale, 'progressPages', { ...progress, stage, item: progress.input });
    session.output.progressLine(fitColumns(line, session.output.columns - 1));
  },
  end: () => session.output.clearProgress(),
});

/** Without a terminal: a line at every tenth of the way. */
const linesView = (session: Session): ProgressView => {
  let told = 0;
  return {
    see: (event) => {
      if (event.type !== 'progress' || event.total < 10) return;
      const tenth = Math.floor((10 * event.done) / event.total);
      if (tenth > told) session.output.message(lineFor(session, event));
      told = Math.max(told, tenth);
    },
    seePages: () => {},
    end: () => {},
  };
};

const jsonView = (session: Session): ProgressView => ({
  see: (event) => session.output.progressRecord(event),
  seePages: (progress) => session.output.progressRecord({ type: 'pages', ...progress }),
  end: () => {},
});

export const createProgressView = (session: Session): ProgressView => {
  switch (session.progress) {
    case 'bar':
      return barView(session);
    case 'lines':
      return linesView(session);
    case 'json':
      return jsonView(session);
    case 'none':
      return SILENT;
  }
};
