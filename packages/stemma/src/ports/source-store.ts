import type { HashId, Id, Sha256 } from '@stemma/contract/ids';
import type { Document, Facts, MediaKind, Passage, Source, SourceFile } from '@stemma/contract/records';

export type Page<T> = { items: T[]; next: string | null };

/** What identity is decided by (`core/source/identity.ts`). */
export type SourceIdentity = {
  id: Id;
  key: string;
  titleForm: string;
  families: string[];
  year: number | null;
  doi: string | null;
  arxivId: string | null;
};

export type KnownFile = {
  file: SourceFile;
  sourceKey: string;
  /** Readings, the current one first. */
  documents: Document[];
  /** Passages of the current reading. */
  passages: number;
};

export type PassageWithSource = {
  passage: Passage;
  sourceId: Id;
  sourceKey: string;
  title: string;
  fileSha256: Sha256;
  fileName: string;
  path: string;
  year: number | null;
  arxivVersion: number | null;
};

/** A passage with the tokens the index keeps, analysed by `core/text`. */
export type IndexedPassage = {
  passage: Passage;
  titleTokens: readonly string[];
  textTokens: readonly string[];
};

export type NewSource = {
  id: Id;
  key: string;
  kind: MediaKind;
  /** Normal form of the title, for identity; '' never matches. */
  titleForm: string;
  addedAt: number;
};

export interface SourceStore {
  /** The file of these bytes, with its current reading first. */
  findFile(sha256: Sha256): Promise<KnownFile | undefined>;
  /** Sources that may be the same work: equal DOI, arXiv id or title form. */
  findIdentities(sought: {
    doi: string | null;
    arxivId: string | null;
    titleForm: string;
  }): Promise<SourceIdentity[]>;
  isKeyTaken(key: string): Promise<boolean>;
  /** Inserts or does nothing when the id is there: adding again after a crash changes nothing. */
  putSource(source: NewSource): Promise<void>;
  /** Facts belong to a file; the source's shown facts are computed again from all its files. */
  putFile(file: SourceFile, facts: Facts, notes: readonly string[]): Promise<void>;
  /** Stores a reading, makes it the current one of its file and indexes it in place of the older one. */
  putDocument(document: Document, passages: readonly IndexedPassage[]): Promise<void>;
  /** By key, alias or unique id suffix. */
  find(keyOrId: string): Promise<Source | undefined>;
  /** Keys within a small edit distance of a mistyped one, nearest first, at most three. */
  nearestKeys(key: string): Promise<string[]>;
  /** Newest first; `cursor` is opaque and stable under insert. */
  list(page: { limit: number; cursor?: string }): Promise<Page<Source>>;
  files(sourceId: Id): Promise<{ file: SourceFile; facts: Facts; document: Document | null }[]>;
  /** Passages of the current readings in reading order, optionally of one page. */
  passages(sourceId: Id, page?: number): Promise<Passage[]>;
  passagesById(ids: readonly HashId[]): Promise<PassageWithSource[]>;
  count(): Promise<{ sources: number; passages: number }>;
}
