import type { FileStanding, SourceKind } from '@stemma/contract/records';

/** What decides how a file stands in its source. */
export type StandingFile = {
  readonly id: string;
  readonly kind: SourceKind;
  readonly standing: FileStanding;
  readonly arxivId: string | null;
  /** Null when the file names none: it is never taken for an older one. */
  readonly arxivVersion: number | null;
};

const isOlder = (file: StandingFile, others: readonly StandingFile[]): boolean =>
  file.arxivId !== null &&
  file.arxivVersion !== null &&
  others.some((other) => other.arxivId === file.arxivId && (other.arxivVersion ?? 0) > file.arxivVersion!);

/**
 * How the files of one source stand: of two versions of an arXiv id the newer is searched; a record is
 * searched, by its abstract, only while its work has no text here; a replaced entry stays replaced.
 */
export const decideStandings = (files: readonly StandingFile[]): Map<string, FileStanding> => {
  const texts = files.filter((file) => file.kind !== 'record');
  const records = files.filter((file) => file.kind === 'record' && file.standing !== 'replaced');
  const standing = (file: StandingFile): FileStanding => {
    if (file.standing === 'replaced') return 'replaced';
    if (isOlder(file, file.kind === 'record' ? records : texts)) return 'older';
    return file.kind === 'record' && texts.length > 0 ? 'beside' : 'current';
  };
  return new Map(files.map((file) => [file.id, standing(file)]));
};
