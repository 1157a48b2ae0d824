import type { CiteStyle } from '@stemma/contract/bibliography';
import { plainText } from '@stemma/contract/words/index';
import { perform } from '../../actions/action.ts';
import { citeSources } from '../../actions/cite-sources.ts';
import { EXIT } from '../exit.ts';
import type { Session } from '../session.ts';
import { citationStyleOf } from '../view/references.ts';

export type CiteOptions = { style?: CiteStyle; page?: number };

/** References of sources, ready to be pasted or written to a file. */
export const cite = async (
  session: Session,
  keys: readonly string[],
  options: CiteOptions,
): Promise<number> => {
  const { output, locale, asJson } = session;
  const style = options.style ?? citationStyleOf(session);
  const cited = await perform(citeSources, await session.context(), {
    keys: [...keys],
    style,
    locale,
    page: options.page,
  });
  if (asJson) {
    output.json(cited);
    return EXIT.done;
  }
  output.text(plainText(cited.text).replace(/\n$/, ''));
  if (options.page !== undefined) for (const citation of cited.citations) output.line(citation);
  return EXIT.done;
};
