import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { FACT_ORIGINS, type FactOrigin, type Passage } from '@stemma/contract/records';
import { describeNote, phrase, plainText, wordsOf } from '@stemma/contract/words/index';
import type { z } from 'zod';
import { perform } from '../../actions/action.ts';
import { drawPage } from '../../actions/draw-page.ts';
import { showSource } from '../../actions/show-source.ts';
import { StemmaError } from '../../errors/stemma-error.ts';
import { EXIT } from '../exit.ts';
import type { Session } from '../session.ts';
import { wrapColumns } from '../view/columns.ts';
import { authorsLine, locatorOf } from '../view/source.ts';

type Shown = z.output<typeof showSource.output>;

const showFacts = (session: Session, { source, files }: Shown): void => {
  const { output, locale } = session;
  const { factOrigins } = wordsOf(locale);
  output.line(output.style('bold', plainText(source.title)));
  output.line(`${authorsLine(locale, source.authors)} · ${source.year ?? phrase(locale, 'yearUnknown')}`);
  if (source.doi) output.line(`doi:${plainText(source.doi)}`);
  if (source.arxivId)
    output.line(`arXiv:${source.arxivId}${source.arxivVersion ? `v${source.arxivVersion}` : ''}`);
  for (const { file, facts } of files) {
    output.line(output.style('dim', `${plainText(file.path)} · ${file.sha256.slice(0, 12)}`));
    const origins = Object.entries(facts)
      .filter((entry): entry is [string, { origin: FactOrigin; value: never }] =>
        FACT_ORIGINS.includes(entry[1]?.origin as FactOrigin),
      )
      .map(([name, fact]) => `${name}: ${phrase(locale, 'origin', { origin: factOrigins[fact.origin] })}`);
    if (origins.length > 0) output.line(output.style('dim', `  ${origins.join(', ')}`));
  }
  for (const note of source.notes)
    output.line(output.style('warn', phrase(locale, 'itemNote', { note: describeNote(locale, note) })));
};

const showSections = (session: Session, { sections, source }: Shown): void => {
  const { output, locale } = session;
  const counts = [
    ...(source.pages > 0 ? [phrase(locale, 'pages', { n: source.pages })] : []),
    phrase(locale, 'passages', { n: source.passages }),
  ];
  output.line();
  output.line(output.style('dim', counts.join(' · ')));
  for (const { path, page } of sections) {
    const indent = '  '.repeat(path.length - 1);
    output.line(
      `${indent}${plainText(path.at(-1)!)}${page === null ? '' : output.style('dim', `  ${page}`)}`,
    );
  }
};

const showPassage = (session: Session, passage: Passage): void => {
  const { output, locale } = session;
  const head = [
    locatorOf(locale, passage),
    wordsOf(locale).passageKinds[passage.kind],
    passage.section.map(plainText).join(' › '),
  ];
  output.line();
  output.line(output.style('dim', head.filter(Boolean).join(' · ')));
  for (const line of wrapColumns(plainText(passage.text), output.columns)) output.line(line);
};

/** Draws a page with what was read of it, for looking at the order. */
const drawLayout = async (session: Session, key: string, page: number, file: string): Promise<number> => {
  const { output, locale } = session;
  const { png } = await perform(drawPage, await session.context(), { key, page, layout: true });
  const path = resolve(file);
  await writeFile(path, png).catch((cause: NodeJS.ErrnoException) => {
    throw new StemmaError('output_unwritable', { path, reason: cause.code ?? cause.message }, { cause });
  });
  if (session.asJson) output.json({ key, page, path });
  else output.line(phrase(locale, 'pageDrawn', { path }));
  return EXIT.done;
};

export const show = async (
  session: Session,
  key: string,
  options: { page?: number; png?: string },
): Promise<number> => {
  if (options.png !== undefined) return await drawLayout(session, key, options.page ?? 1, options.png);
  const context = await session.context();
  const shown = await perform(showSource, context, { key, page: options.page });
  if (session.asJson) {
    session.output.json(shown);
    return EXIT.done;
  }
  showFacts(session, shown);
  if (options.page === undefined && shown.source.pages > 0) showSections(session, shown);
  else for (const passage of shown.passages) showPassage(session, passage);
  return EXIT.done;
};
