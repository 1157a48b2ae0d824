import type { Author, Source } from '@stemma/contract/records';
import type { SearchHit } from '@stemma/contract/search';
import type { LedgerEntry } from '../../core/citation/ledger.ts';
import { fileUri } from '../../core/source/file-uri.ts';
import { recordUri } from '../../core/source/record-facts.ts';
import type { PassageWithSource } from '../../ports/source-store.ts';
import type { OwnedStores } from '../../ports/stores.ts';

/** Where a passage can be looked at: its file, or for an abstract the record it is of. */
const linkOf = ({ fileKind, path, arxivVersion }: PassageWithSource, source: Source | undefined): string => {
  const work = { doi: source?.doi ?? null, arxivId: source?.arxivId ?? null, arxivVersion };
  return (fileKind === 'record' ? recordUri(work) : undefined) ?? fileUri(path);
};

/** Admits hits to the run's ledger as E1, E2, … with the facts that the gate checks against. */
export const admitEvidence = async (
  stores: OwnedStores,
  hits: readonly SearchHit[],
  passages: readonly PassageWithSource[],
): Promise<(LedgerEntry & { authors: Author[] })[]> => {
  const found = new Map(passages.map((entry) => [entry.passage.id, entry]));
  const sources = new Map(
    await Promise.all(
      [...new Set(hits.map((hit) => hit.sourceKey))].map(
        async (key) => [key, await stores.sources.find(key)] as const,
      ),
    ),
  );
  return hits.map((hit, index) => {
    const entry = found.get(hit.passage.id)!;
    const source = sources.get(hit.sourceKey);
    return {
      evidence: `E${index + 1}`,
      passage: hit.passage,
      sourceKey: hit.sourceKey,
      sourceTitle: hit.title,
      authors: source?.authors ?? [],
      year: entry.year,
      doi: source?.doi ?? null,
      arxivId: source?.arxivId ?? null,
      arxivVersion: entry.arxivVersion,
      fileSha256: entry.fileSha256,
      uri: linkOf(entry, source),
    };
  });
};
