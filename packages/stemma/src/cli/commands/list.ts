import type { Source } from '@stemma/contract/records';
import { phrase } from '@stemma/contract/words/index';
import { perform } from '../../actions/action.ts';
import { listSources } from '../../actions/list-sources.ts';
import { EXIT } from '../exit.ts';
import type { Session } from '../session.ts';
import { fitColumns, padColumns } from '../view/columns.ts';
import { authorsLine } from '../view/source.ts';

const showSource = (session: Session, source: Source, keyWidth: number): void => {
  const { output, locale } = session;
  const key = output.style('accent', padColumns(source.key, keyWidth));
  output.line(`${key}  ${fitColumns(source.title, output.columns - keyWidth - 2)}`);
  const counts = [
    authorsLine(locale, source.authors),
    source.year ?? phrase(locale, 'yearUnknown'),
    ...(source.kind === 'record' ? [phrase(locale, 'recordOnly')] : []),
    ...(source.pages > 0 ? [phrase(locale, 'pages', { n: source.pages })] : []),
    ...(source.passages > 0 ? [phrase(locale, 'passages', { n: source.passages })] : []),
  ];
  output.line(output.style('dim', `${' '.repeat(keyWidth)}  ${counts.join(' · ')}`));
};

export const list = async (
  session: Session,
  options: { limit?: number; cursor?: string },
): Promise<number> => {
  const context = await session.context();
  const { limit = 200, cursor } = options;
  const { sources, next } = await perform(listSources, context, { limit, cursor });
  const { output, locale, asJson } = session;
  if (asJson) {
    output.json({ sources, next });
    return EXIT.done;
  }
  if (sources.length === 0) output.message(phrase(locale, 'emptyLibrary'));
  const keyWidth = Math.min(28, Math.max(...sources.map((source) => source.key.length), 0));
  for (const source of sources) showSource(session, source, keyWidth);
  if (next) output.message(`stemma list --cursor ${next}`);
  return EXIT.done;
};
