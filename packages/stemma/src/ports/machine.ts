/** What `doctor` asks of the machine. */
export interface Machine {
  readonly nodeVersion: string;
  /** Free bytes on the disk that holds a path; null when it cannot be told. */
  freeBytes(path: string): Promise<number | null>;
}
