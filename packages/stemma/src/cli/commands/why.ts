import { shortId } from '@stemma/contract/ids';
import type { SearchCut, SearchHit } from '@stemma/contract/search';
import { formatNumber, phrase, plainText, wordsOf } from '@stemma/contract/words/index';
import { perform } from '../../actions/action.ts';
import { explainRun } from '../../actions/explain-run.ts';
import { EXIT } from '../exit.ts';
import type { Session } from '../session.ts';
import { locatorOf } from '../view/source.ts';
import { stageLine } from '../view/stages.ts';

const CUTS_SHOWN = 12;

const showHit = (session: Session, hit: SearchHit, isCited: boolean): void => {
  const { output, locale } = session;
  const share = formatNumber(locale, hit.cover, 2);
  const place = [
    hit.sourceKey,
    locatorOf(locale, hit.passage),
    hit.passage.section.map(plainText).join(' › '),
  ];
  const mark = isCited ? output.style('good', '●') : output.style('dim', '○');
  output.line(
    `  ${mark} ${hit.ranks.lexical ?? ''}. ${place.filter(Boolean).join(' · ')}  ${output.style('dim', share)}`,
  );
};

const cutLine = (session: Session, cut: SearchCut): string => {
  const rule = wordsOf(session.locale).cutRules[cut.rule];
  const params = { source: cut.sourceKey, rank: cut.rank, rule };
  return cut.page === null
    ? phrase(session.locale, 'whyCutPageless', params)
    : phrase(session.locale, 'whyCut', { ...params, page: cut.page });
};

export const why = async (session: Session, id: string): Promise<number> => {
  const { output, locale } = session;
  const explained = await perform(explainRun, await session.context(), { id });
  if (session.asJson) {
    output.json(explained);
    return EXIT.done;
  }
  const { report, evidence, question, unused } = explained;
  output.line(output.style('bold', phrase(locale, 'whyHeading', { run: shortId(explained.run) })));
  output.line(phrase(locale, 'whyQuery', { query: question }));
  for (const stage of report.stages) output.line(`  ${stageLine(session, stage)}`);
  if (report.unknownTerms.length > 0)
    output.line(phrase(locale, 'unknownTerms', { terms: report.unknownTerms.join(', ') }));
  output.line();
  for (const [index, hit] of report.hits.entries()) showHit(session, hit, evidence[index]?.isCited ?? false);
  output.line();
  for (const cut of report.cut.slice(0, CUTS_SHOWN))
    output.line(output.style('dim', `  ${cutLine(session, cut)}`));
  if (report.cut.length > CUTS_SHOWN)
    output.line(output.style('dim', `  … ${report.cut.length - CUTS_SHOWN}`));
  if (unused.length > 0) output.line(phrase(locale, 'whyUnused', { sources: unused.join(', ') }));
  return EXIT.done;
};
