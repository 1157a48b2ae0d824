import { z } from 'zod';
import { HashId, Id, Millis, Sha256 } from './ids.ts';
import { Line, Rect, Region, Span } from './place.ts';
import { UnitKind, Verdicts } from './verdicts.ts';

export const Locale = z.enum(['en', 'zh']);
export type Locale = z.infer<typeof Locale>;

export const User = z.object({ id: Id, name: z.string(), createdAt: Millis });
export type User = z.infer<typeof User>;

/** What a file was recognised as, by its bytes first and its name second. */
export const MediaKind = z.enum(['pdf', 'markdown', 'text', 'tex']);
export type MediaKind = z.infer<typeof MediaKind>;

/** What a source is shown as: the kind of its file, or a bibliographic record that has none yet. */
export const SourceKind = z.enum([...MediaKind.options, 'record']);
export type SourceKind = z.infer<typeof SourceKind>;

/** What a file turned out to be when it is not what its name says. */
export const FoundKind = z.enum([
  'png_image',
  'jpeg_image',
  'gif_image',
  'zip_archive',
  'old_office_file',
  'gzip_archive',
  'bzip2_archive',
  'seven_zip_archive',
  'program',
  'sqlite_database',
  'postscript',
  'djvu',
  'web_page',
  'no_pdf_header',
]);
export type FoundKind = z.infer<typeof FoundKind>;

/** Where a fact was read. Later entries of `FACT_ORIGINS` never overrule earlier ones. */
export const FACT_ORIGINS = [
  'user',
  'import',
  'front_matter',
  'first_page',
  'metadata',
  'running_head',
  'file_name',
] as const;
export const FactOrigin = z.enum(FACT_ORIGINS);
export type FactOrigin = z.infer<typeof FactOrigin>;

export const Author = z.object({ family: z.string(), given: z.string().optional() });
export type Author = z.infer<typeof Author>;

/** Facts of one file. Each value stands with its origin; nothing is guessed silently. */
const fact = <T extends z.ZodType>(value: T) => z.object({ value, origin: FactOrigin }).optional();
export const Facts = z.object({
  title: fact(z.string().min(1)),
  authors: fact(z.array(Author).min(1)),
  year: fact(z.int().min(1500).max(2200)),
  venue: fact(z.string()),
  doi: fact(z.string()),
  arxivId: fact(z.string()),
  arxivVersion: fact(z.int().positive()),
  language: fact(z.string()),
});
export type Facts = z.infer<typeof Facts>;

/** One work, with a citation key; it shows the best facts of its files. */
export const Source = z.object({
  id: Id,
  key: z.string().min(1),
  kind: SourceKind,
  title: z.string(),
  authors: z.array(Author),
  year: z.int().nullable(),
  doi: z.string().nullable(),
  arxivId: z.string().nullable(),
  arxivVersion: z.int().nullable(),
  pages: z.int().nonnegative(),
  passages: z.int().nonnegative(),
  formulas: z.int().nonnegative(),
  addedAt: Millis,
  notes: z.array(z.string()),
});
export type Source = z.infer<typeof Source>;

/**
 * Bytes a source was read from. Of kind `record` they are a bibliographic entry as canonical CSL-JSON, kept
 * in the database: `name` is the entry's key or identifier, `path` what it was imported from.
 */
export const SourceFile = z.object({
  id: Id,
  sourceId: Id,
  sha256: Sha256,
  sizeBytes: z.int().nonnegative(),
  kind: SourceKind,
  name: z.string(),
  path: z.string(),
  addedAt: Millis,
});
export type SourceFile = z.infer<typeof SourceFile>;

export const PassageKind = z.enum([
  'text',
  'abstract',
  'formula',
  'table',
  'caption',
  'code',
  'cell',
  'footnote',
  'reference',
]);
export type PassageKind = z.infer<typeof PassageKind>;

/** What a reader produces of a passage before it has an id. */
export const PassageDraft = z.object({
  kind: PassageKind,
  /** NFC, in reading order, line ends as one space, hyphenation resolved. */
  text: z.string().min(1),
  /** Section path from the outermost heading inwards. */
  section: z.array(z.string()),
  lines: z.array(Line),
  regions: z.array(Region),
});
export type PassageDraft = z.infer<typeof PassageDraft>;

/** The smallest citable span. `page` and `rects` repeat the first region. */
export const Passage = PassageDraft.extend({
  id: HashId,
  documentId: HashId,
  ordinal: z.int().nonnegative(),
  page: z.int().positive().nullable(),
  pageLabel: z.string().nullable(),
  rects: z.array(Rect),
});
export type Passage = z.infer<typeof Passage>;

/** What a reader noticed about a file, kept as codes and shown by `words`. */
export const ReadNote = z.enum([
  'repaired',
  'owner_restricts_copying',
  'pages_without_text',
  'pages_poorly_read',
  'unmapped_glyphs',
  'odd_characters_replaced',
  'legacy_encoding',
  'stored_copy_restored',
]);
export type ReadNote = z.infer<typeof ReadNote>;

/**
 * How a file stands in its source. `current`: searched and shown; `beside`: a record whose work has its
 * text here; `older`: an older version, citable still; `replaced`: an entry that was imported anew since.
 */
export const FileStanding = z.enum(['current', 'beside', 'older', 'replaced']);
export type FileStanding = z.infer<typeof FileStanding>;

/** Why a file belongs to a source that was there before it. */
export const JoinedBy = z.enum(['doi', 'arxiv_id', 'title', 'hand']);
export type JoinedBy = z.infer<typeof JoinedBy>;

/** One reading of one file by one reader version and settings. */
export const Document = z.object({
  id: HashId,
  fileId: Id,
  reader: z.string(),
  pages: z.int().nonnegative(),
  pageLabels: z.array(z.string().nullable()),
  notes: z.array(z.string()),
  readAt: Millis,
});
export type Document = z.infer<typeof Document>;

/**
 * Where a claim stands in one source. It verifies from the file alone: `quote` with 32 characters of
 * `prefix` and `suffix` is found in the file of that hash, on those regions.
 */
export const Support = z.object({
  evidence: z.string(),
  sourceKey: z.string(),
  sourceTitle: z.string(),
  fileSha256: Sha256,
  documentId: HashId,
  passageId: HashId,
  span: Span,
  quote: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  page: z.int().positive().nullable(),
  pageLabel: z.string().nullable(),
  section: z.array(z.string()),
  regions: z.array(Region),
  uri: z.string().nullable(),
  score: z.number().nullable(),
});
export type Support = z.infer<typeof Support>;

/** One checked unit of an answer, self-contained. */
export const Claim = z.object({
  v: z.literal(1),
  id: Id,
  messageId: Id,
  blockId: z.string(),
  /** The unit as it stands in the answer, markers included. */
  text: z.string(),
  unitKind: UnitKind,
  checker: z.string(),
  verdicts: Verdicts,
  supports: z.array(Support),
});
export type Claim = z.infer<typeof Claim>;

export const RunStatus = z.enum([
  'queued',
  'running',
  'waiting_user',
  'cancel_requested',
  'succeeded',
  'failed',
  'cancelled',
  'timed_out',
]);
export type RunStatus = z.infer<typeof RunStatus>;

export const TERMINAL_STATUSES = ['succeeded', 'failed', 'cancelled', 'timed_out'] as const;
export const isTerminal = (status: RunStatus): boolean =>
  (TERMINAL_STATUSES as readonly RunStatus[]).includes(status);

/** A planned reason for a run to end or pause; never a fault. */
export const StopReason = z.enum([
  'refused',
  'cancelled_by_user',
  'budget_exhausted',
  'deadline',
  'upgraded',
  'workflow_diverged',
  'fault',
  'waiting_decision',
]);
export type StopReason = z.infer<typeof StopReason>;

export const Project = z.object({ id: Id, name: z.string(), createdAt: Millis });
export type Project = z.infer<typeof Project>;

export const Thread = z.object({
  id: Id,
  projectId: Id,
  title: z.string(),
  headMessageId: Id.nullable(),
  createdAt: Millis,
  activeAt: Millis,
});
export type Thread = z.infer<typeof Thread>;

/** One bounded, durable piece of work of a user. */
export const Run = z.object({
  id: Id,
  workflow: z.string(),
  workflowVersion: z.int().positive(),
  status: RunStatus,
  reason: StopReason.nullable(),
  projectId: Id.nullable(),
  threadId: Id.nullable(),
  retryOf: Id.nullable(),
  attempt: z.int().nonnegative(),
  createdAt: Millis,
  updatedAt: Millis,
  wakeAt: Millis.nullable(),
});
export type Run = z.infer<typeof Run>;
