import type { Id } from '@stemma/contract/ids';
import type { Document, Passage } from '@stemma/contract/records';
import { decideStandings } from '../../core/source/standing.ts';
import { indexTokens } from '../../core/text/analyse.ts';
import type { FileOfSource, IndexedPassage } from '../../ports/source-store.ts';
import type { OwnedStores } from '../../ports/stores.ts';

/** Passages with the tokens the index keeps, under the title their source shows. */
export const indexedPassages = (passages: readonly Passage[], title: string): IndexedPassage[] => {
  const titleTokens = indexTokens(title);
  return passages.map((passage) => ({ passage, titleTokens, textTokens: indexTokens(passage.text) }));
};

/** The same passages indexed under another title. */
export const underTitle = (passages: readonly IndexedPassage[], title: string): IndexedPassage[] => {
  const titleTokens = indexTokens(title);
  return passages.map((entry) => ({ ...entry, titleTokens }));
};

const putAgain = async (tx: OwnedStores, document: Document, title: string): Promise<void> =>
  tx.sources.putDocument(document, indexedPassages(await tx.sources.passagesOf(document.id), title));

const latestReading = async (tx: OwnedStores, { file }: FileOfSource): Promise<Document | undefined> =>
  (await tx.sources.findFile(file.sha256))?.documents[0];

const shownTitle = async (tx: OwnedStores, sourceId: Id): Promise<string> =>
  (await tx.sources.facts(sourceId)).title?.value ?? '';

/** What an arrangement may rely on: the title passages were indexed under, and a file that was put just now. */
type Before = { title: string; fresh?: Id };

const restoreReadings = async (
  tx: OwnedStores,
  files: readonly FileOfSource[],
  { title: titleBefore, fresh }: Before,
  title: string,
): Promise<void> => {
  for (const entry of files) {
    const isIndexed = entry.document !== null && (title === titleBefore || entry.file.id === fresh);
    if (isIndexed) continue;
    if (entry.document) await tx.sources.retireReading(entry.file.id);
    const document = entry.document ?? (await latestReading(tx, entry));
    if (document) await putAgain(tx, document, title);
  }
};

/**
 * Brings a source in order after its files or facts changed: which files are searched, which are kept
 * beside, and the title their passages are indexed under.
 */
const arrangeSource = async (tx: OwnedStores, sourceId: Id, before: Before): Promise<void> => {
  const files = await tx.sources.files(sourceId);
  const standings = decideStandings(
    files.map(({ file, facts, standing }) => ({
      id: file.id,
      kind: file.kind,
      standing,
      arxivId: facts.arxivId?.value ?? null,
      arxivVersion: facts.arxivVersion?.value ?? null,
    })),
  );
  for (const entry of files) {
    const standing = standings.get(entry.file.id)!;
    if (standing !== entry.standing || (standing !== 'current' && entry.document))
      await tx.sources.setStanding(entry.file.id, standing);
  }
  const searched = files.filter(({ file }) => standings.get(file.id) === 'current');
  await restoreReadings(tx, searched, before, await shownTitle(tx, sourceId));
};

/**
 * Runs a change of a source and brings the source in order after it. `put` is told the title to index
 * under once the facts are there; the file it puts is not indexed twice.
 */
export const rearranged = async (
  tx: OwnedStores,
  sourceId: Id,
  change: () => Promise<void>,
  put?: { fileId: Id; write(title: string): Promise<void> },
): Promise<void> => {
  const title = await shownTitle(tx, sourceId);
  await change();
  if (put) await put.write(await shownTitle(tx, sourceId));
  await arrangeSource(tx, sourceId, { title, ...(put && { fresh: put.fileId }) });
};
