import type { CslItem } from '@stemma/contract/csl';
import type { HashId, Id, Sha256 } from '@stemma/contract/ids';
import type {
  Document,
  Facts,
  FileStanding,
  JoinedBy,
  Passage,
  Source,
  SourceFile,
  SourceKind,
} from '@stemma/contract/records';

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
  /** Every DOI and arXiv id that one of its files or the person gives, as compared: lower case. */
  dois: string[];
  arxivIds: string[];
  /** Title forms of its files. */
  titleForms: string[];
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
  fileKind: SourceKind;
  path: string;
  year: number | null;
  /** Of the file that was read, not of the work. */
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
  kind: SourceKind;
  /** Normal form of the title, for identity; '' never matches. */
  titleForm: string;
  addedAt: number;
  /** An imported key gives way to none; a generated one becomes an alias when an imported one comes. */
  keyOrigin?: KeyOrigin;
};

export type KeyOrigin = 'generated' | 'import';

/** What else is kept of a file. */
export type FileDetails = {
  titleForm?: string;
  /** The entry a record was imported as, and where it stands, for when it is imported again. */
  record?: { item: CslItem; entry: string };
};

export type FileOfSource = {
  file: SourceFile;
  facts: Facts;
  /** Its current reading; null when none of its readings is searched. */
  document: Document | null;
  standing: FileStanding;
  record: CslItem | null;
  entry: string | null;
};

/** One change of a fact by the person; null takes it back. */
export type FactEdit = {
  field: keyof Facts;
  value: NonNullable<Facts[keyof Facts]>['value'] | null;
  at: number;
};

/** That a file became part of a source, and of which it was before. */
export type SourceJoin = {
  fileId: Id;
  by: JoinedBy;
  formerSourceId: Id | null;
  at: number;
};

/** Keys, files and facts of sources as people and identity change them. Nothing is lost by any of it. */
export interface SourceChanges {
  /** Makes a key the one that is shown; the one before stays as an alias. Does nothing when it is. */
  setKey(sourceId: Id, key: string, origin: KeyOrigin): Promise<void>;
  /** Gives a free key to a source beside its own, or takes it over from another source. */
  putAlias(sourceId: Id, key: string): Promise<void>;
  /** All keys, the shown one first; and where that one came from. */
  keys(sourceId: Id): Promise<{ keys: string[]; origin: KeyOrigin }>;
  /** Moves a file with its readings; the facts and counts of both sources follow. */
  moveFile(fileId: Id, sourceId: Id): Promise<void>;
  /** Anything but `current` takes the file's reading out of the index; `putDocument` brings it back. */
  setStanding(fileId: Id, standing: FileStanding): Promise<void>;
  /** Takes a file's current reading out of the index, so that it can be put with other tokens. */
  retireReading(fileId: Id): Promise<void>;
  setTitleForm(sourceId: Id, titleForm: string): Promise<void>;
  /** Hides a source whose files moved to another; its keys lead there. */
  mergeSource(sourceId: Id, into: Id): Promise<void>;
  /** Brings a hidden source back with its own keys. */
  reviveSource(sourceId: Id): Promise<void>;
  putJoin(sourceId: Id, join: SourceJoin): Promise<void>;
  /** Joins that were not undone, oldest first. */
  joins(sourceId: Id): Promise<(SourceJoin & { formerKey: string | null })[]>;
  endJoins(sourceId: Id, fileId: Id, at: number): Promise<void>;
  /** Remembers that two sources are two works; or, with `false`, forgets it. */
  setDifferent(a: Id, b: Id, areDifferent: boolean): Promise<void>;
  differentFrom(sourceId: Id): Promise<Id[]>;
  putEdit(sourceId: Id, edit: FactEdit): Promise<void>;
  /** Every change, oldest first. */
  edits(sourceId: Id): Promise<FactEdit[]>;
  /** The facts a source shows, each with its origin. */
  facts(sourceId: Id): Promise<Facts>;
}

export interface SourceStore extends SourceChanges {
  /** The file of these bytes, with its current reading first. */
  findFile(sha256: Sha256): Promise<KnownFile | undefined>;
  /** The record that was imported from a place, as it is now. */
  findEntry(entry: string): Promise<KnownFile | undefined>;
  /** Sources that may be the same work: equal DOI, arXiv id or title form. */
  findIdentities(sought: {
    doi: string | null;
    arxivId: string | null;
    titleForm: string;
  }): Promise<SourceIdentity[]>;
  isKeyTaken(key: string): Promise<boolean>;
  /** Inserts or does nothing when the id is there: adding again after a crash changes nothing. Its key leads to it. */
  putSource(source: NewSource): Promise<void>;
  /** Facts belong to a file; the source's shown facts are computed again from all its files. */
  putFile(file: SourceFile, facts: Facts, notes: readonly string[], details?: FileDetails): Promise<void>;
  /** Stores a reading, makes it the current one of its file and indexes it in place of the older one. */
  putDocument(document: Document, passages: readonly IndexedPassage[]): Promise<void>;
  /** By key, alias or unique id suffix. */
  find(keyOrId: string): Promise<Source | undefined>;
  /** Keys within a small edit distance of a mistyped one, nearest first, at most three. */
  nearestKeys(key: string): Promise<string[]>;
  /** Newest first; `cursor` is opaque and stable under insert. */
  list(page: { limit: number; cursor?: string }): Promise<Page<Source>>;
  /** Oldest first. */
  files(sourceId: Id): Promise<FileOfSource[]>;
  /** Passages of the current readings in reading order, optionally of one page. */
  passages(sourceId: Id, page?: number): Promise<Passage[]>;
  /** Passages of one reading, current or not. */
  passagesOf(documentId: HashId): Promise<Passage[]>;
  passagesById(ids: readonly HashId[]): Promise<PassageWithSource[]>;
  count(): Promise<{ sources: number; passages: number }>;
}
