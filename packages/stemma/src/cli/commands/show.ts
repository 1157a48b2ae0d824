import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Passage } from '@stemma/contract/records';
import { describeNote, phrase, plainText, wordsOf } from '@stemma/contract/words/index';
import type { z } from 'zod';
import { perform } from '../../actions/action.ts';
import { drawPage } from '../../actions/draw-page.ts';
import { type ListedReference, listReferences } from '../../actions/list-references.ts';
import { showSource } from '../../actions/show-source.ts';
import { StemmaError } from '../../errors/stemma-error.ts';
import { EXIT } from '../exit.ts';
import type { Session } from '../session.ts';
import { wrapColumns } from '../view/columns.ts';
import { factText } from '../view/fact.ts';
import { authorsLine, locatorOf } from '../view/source.ts';

type Shown = z.output<typeof showSource.output>;

/** Each fact that is shown, with where it was read. */
const showFacts = (session: Session, { source, facts, aliases, uri }: Shown): void => {
  const { output, locale } = session;
  const { factOrigins, factNames } = wordsOf(locale);
  output.line(output.style('bold', plainText(source.title)));
  output.line(`${authorsLine(locale, source.authors)} · ${source.year ?? phrase(locale, 'yearUnknown')}`);
  if (aliases.length > 0)
    output.line(output.style('dim', phrase(locale, 'aliasesLine', { keys: aliases.join(', ') })));
  if (uri !== null) output.line(plainText(uri));
  for (const field of Object.keys(factNames) as (keyof typeof factNames)[]) {
    const fact = facts[field];
    if (!fact) continue;
    const line = phrase(locale, 'factLine', {
      name: factNames[field],
      value: factText(fact.value, ''),
      origin: factOrigins[fact.origin],
    });
    output.line(output.style('dim', `  ${line}`));
  }
};

/** Files with their versions, how each stands, and what joined by itself. */
const showFiles = (session: Session, { source, files }: Shown): void => {
  const { output, locale } = session;
  const { fileStandings, joinedBy } = wordsOf(locale);
  for (const { n, file, facts, standing, newerVersion, joined } of files) {
    const version = facts.arxivVersion?.value;
    const line = phrase(locale, 'fileLine', {
      n,
      name: file.kind === 'record' ? file.name : file.path,
      version: version ?? '',
      standing: fileStandings[standing],
    });
    output.line(output.style('dim', line));
    if (newerVersion !== null && version !== undefined)
      output.line(`  ${phrase(locale, 'newerVersion', { version, newer: newerVersion })}`);
    if (joined)
      output.line(`  ${phrase(locale, 'joinLine', { n, by: joinedBy[joined.by], key: source.key })}`);
  }
  for (const note of source.notes)
    output.line(output.style('warn', phrase(locale, 'itemNote', { note: describeNote(locale, note) })));
};

const showEdits = (session: Session, { edits }: Shown): void => {
  const { output, locale } = session;
  const { factNames } = wordsOf(locale);
  for (const { field, value, at } of edits) {
    const line = phrase(locale, 'editHistory', {
      name: factNames[field as keyof typeof factNames] ?? field,
      when: new Date(at).toISOString().slice(0, 10),
      value: factText(value, phrase(locale, 'none')),
    });
    output.line(output.style('dim', line));
  }
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

const showReference = (session: Session, reference: ListedReference): void => {
  const { output, locale } = session;
  const { item, label, raw, source, citedAt } = reference;
  // What is printed before an entry is shown with it; an entry without any gets a point.
  const mark = label === null ? '· ' : '';
  output.line();
  for (const line of wrapColumns(`${mark}${plainText(raw)}`, output.columns)) output.line(line);
  const authors = item.author ?? item.editor ?? [];
  const read = [
    ...(authors.length > 0 ? [authorsLine(locale, authors)] : []),
    ...(item.issued?.['date-parts'] ? [String(item.issued['date-parts'][0][0])] : []),
    ...(item.title === undefined ? [] : [plainText(item.title)]),
    ...(item.DOI === undefined ? [] : [`doi:${plainText(item.DOI)}`]),
    ...(item.arxivId === undefined
      ? []
      : [`arXiv:${item.arxivId}${item.arxivVersion === undefined ? '' : `v${item.arxivVersion}`}`]),
  ];
  if (read.length > 0) output.line(output.style('dim', `    ${read.join(' · ')}`));
  if (source !== null)
    output.line(output.style('good', `    ${phrase(locale, 'referenceInLibrary', { key: source })}`));
  if (citedAt.length > 0)
    output.line(output.style('dim', `    ${phrase(locale, 'referenceCited', { n: citedAt.length })}`));
};

const showReferences = async (session: Session, key: string): Promise<number> => {
  const found = await perform(listReferences, await session.context(), { key });
  const { output, locale } = session;
  if (session.asJson) {
    output.json(found);
    return EXIT.done;
  }
  const { references, unlinked } = found;
  output.line(output.style('bold', plainText(found.title)));
  if (references.length === 0) {
    output.line(phrase(locale, 'noReferences'));
    return EXIT.done;
  }
  for (const reference of references) showReference(session, reference);
  output.line();
  output.message(
    phrase(locale, 'referenceSummary', {
      total: references.length,
      inLibrary: references.filter(({ source }) => source !== null).length,
      cited: references.filter(({ citedAt }) => citedAt.length > 0).length,
      unlinked: unlinked || '',
    }),
  );
  return EXIT.done;
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
  options: { page?: number; references?: boolean; png?: string },
): Promise<number> => {
  if (options.references) return await showReferences(session, key);
  if (options.png !== undefined) return await drawLayout(session, key, options.page ?? 1, options.png);
  const context = await session.context();
  const shown = await perform(showSource, context, { key, page: options.page });
  if (session.asJson) {
    session.output.json(shown);
    return EXIT.done;
  }
  showFacts(session, shown);
  showFiles(session, shown);
  showEdits(session, shown);
  if (options.page === undefined && shown.source.pages > 0) showSections(session, shown);
  else for (const passage of shown.passages) showPassage(session, passage);
  return EXIT.done;
};
