import type { PassageKind } from '@stemma/contract/records';
import { phrase, plainText } from '@stemma/contract/words/index';
import type { z } from 'zod';
import { perform } from '../../actions/action.ts';
import { searchPassages } from '../../actions/search-passages.ts';
import { EXIT } from '../exit.ts';
import type { Session } from '../session.ts';
import { locatorOf } from '../view/source.ts';
import { showStages } from '../view/stages.ts';

type Options = { limit?: number; kind?: PassageKind[]; source?: string[] };

type SearchHit = z.output<typeof searchPassages.output>['hits'][number];

const hitJson = ({ passage, sourceKey, score, cover, ranks, confidence, matches }: SearchHit) => ({
  passage: passage.id,
  source: sourceKey,
  page: passage.page,
  pageLabel: passage.pageLabel,
  rects: passage.rects,
  kind: passage.kind,
  section: passage.section,
  text: passage.text,
  score,
  cover,
  ranks,
  confidence,
  matches,
});

/** The neighbourhood of the matches, with them in bold. */
const snippetLine = (session: Session, hit: SearchHit): string => {
  const { text, matches } = hit.snippet;
  let line = '';
  let at = 0;
  for (const { start, end } of matches) {
    line +=
      plainText(text.slice(at, start)) + session.output.style('bold', plainText(text.slice(start, end)));
    at = end;
  }
  return line + plainText(text.slice(at));
};

const showHit = (session: Session, hit: SearchHit): void => {
  const { output, locale } = session;
  const place = [
    output.style('accent', hit.sourceKey),
    locatorOf(locale, hit.passage),
    hit.passage.section.map(plainText).join(' › '),
  ];
  const mark =
    hit.confidence === 'check_by_hand'
      ? output.style('warn', `  ◐ ${phrase(locale, 'checkByHandMark')}`)
      : '';
  output.line(place.filter(Boolean).join(' · ') + mark);
  output.line(`  ${snippetLine(session, hit)}`);
};

export const search = async (session: Session, text: string, options: Options): Promise<number> => {
  const context = await session.context();
  const { output, locale } = session;
  const report = await perform(searchPassages, context, {
    text,
    limit: options.limit,
    kinds: options.kind ?? [],
    sources: options.source ?? [],
  });
  if (session.asJson) {
    const { hits, stages, cut, unknownTerms } = report;
    output.json({ hits: hits.map(hitJson), stages, cut, unknownTerms });
    return EXIT.done;
  }
  for (const hit of report.hits) showHit(session, hit);
  if (report.hits.length === 0) output.message(phrase(locale, 'noHits'));
  if (report.unknownTerms.length > 0)
    output.message(phrase(locale, 'unknownTerms', { terms: report.unknownTerms.join(', ') }));
  showStages(session, report.stages);
  return EXIT.done;
};
