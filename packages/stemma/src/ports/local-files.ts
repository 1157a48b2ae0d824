/** One file found for an input; `shown` is the path as the user would write it. */
export type FoundFile = { path: string; shown: string };

export type FoundItem =
  | FoundFile
  | {
      shown: string;
      fault: {
        code: 'file_not_found' | 'file_unreadable' | 'folder_empty' | 'folder_too_deep' | 'file_not_regular';
        limit?: number;
      };
    };

export type FileStat = { sizeBytes: number; modifiedAtMs: number };

/**
 * The user's own files, read only. Paths are absolute; text of names is kept as it is on disk.
 * Faults: `file_not_found`, `file_unreadable`, `file_not_regular`, each naming `shown`.
 */
export interface LocalFiles {
  /**
   * What an input names: a file itself; a folder's files, however deep, sorted by path, each once although
   * links make loops, hidden and tool folders left out, of names `takes` accepts.
   * Never throws for one bad entry: it is an item with a fault.
   */
  expand(
    input: { path: string; shown: string },
    takes: (name: string) => boolean,
    signal: AbortSignal,
  ): Promise<FoundItem[]>;
  stat(file: FoundFile): Promise<FileStat>;
  /** The first `bytes` bytes. */
  head(file: FoundFile, bytes: number): Promise<Uint8Array>;
  /**
   * A regular file by its name relative to the folder of another; undefined when it is not there, or when
   * it is not, links followed, in that folder or below it.
   */
  beside(file: FoundFile, name: string): Promise<FoundFile | undefined>;
  read(file: FoundFile, signal: AbortSignal): AsyncIterable<Uint8Array>;
}
