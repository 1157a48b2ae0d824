/** Soft limits, in one place. A setting may lower them; only a reach setting may raise one. */
export const LIMITS = {
  /** Largest file that is taken in. */
  fileBytes: 2 * 1024 ** 3,
  /** Largest Markdown or text file; beyond it a book should be split. */
  textBytes: 64 * 1024 ** 2,
  /** Largest TeX source, the files it takes in counted. */
  texBytes: 16 * 1024 ** 2,
  texInputs: { depth: 8, files: 200 },
  /** Remarks about one input that are kept; further ones are counted. */
  itemRemarks: 100,
  pdfPages: 10_000,
  /** What a service that is asked for metadata may send, and how long it may take. */
  lookup: { bytes: 4 * 1024 ** 2, timeoutMs: 20_000, attempts: 3, retryAfterMs: 20_000, redirects: 3 },
  folderDepth: 40,
  inputsPerAdd: 100_000,
  /** Longest question, in UTF-16 units; a longer one is refused, not cut. */
  questionLength: 8_000,
  /** Most distinct terms of one query that reach the index, rarest first. */
  queryTerms: 64,
  /** Target and greatest length of a passage, in UTF-16 units. */
  passageLength: { target: 900, max: 1_600 },
  candidates: { lexical: 50, dense: 50, fused: 50, reranked: 30 },
  topK: { default: 8, max: 50 },
  capPerSource: 3,
  quoteSentences: { perPassage: 2, total: 6 },
  previewLength: 200,
  snippetAround: 50,
  quoteContext: 32,
  /** Share of the question's idf mass: below `evidence` a passage is none, below `good` it is "check by hand". */
  cover: { evidence: 0.35, good: 0.55 },
  stepResultBytes: 64 * 1024,
  leaseMs: 15_000,
  heartbeatMs: 4_000,
  blockFlushMs: 150,
  blobPinMs: 24 * 3_600_000,
  reader: { stallMs: 30_000, recyclePages: 200, memoryBytes: 1024 ** 3 },
  busyTimeoutMs: 5_000,
  busyTotalMs: 30_000,
  snapshotMs: 5_000,
} as const;
