import type { ColumnType, Generated, Kysely } from 'kysely';

/**
 * Rows as both databases hold them. JSON stands as text, booleans as 0 or 1, times as integer
 * milliseconds, so that no driver converts anything; `no` is the order of insertion.
 */
type Numbered = { no: Generated<number>; owner_id: string };
/** Written once, never changed. */
type Fixed<T> = ColumnType<T, T, never>;

export type UserRow = { id: string; no: number; name: string; created_at: number };

export type ProjectRow = { owner_id: string; id: string; name: string; created_at: number; is_inbox: number };

export type SourceTable = Numbered & {
  id: string;
  key: string;
  kind: string;
  title_form: string;
  title: string;
  authors: string;
  year: number | null;
  doi: string | null;
  arxiv_id: string | null;
  arxiv_version: number | null;
  notes: string;
  pages: number;
  passages: number;
  formulas: number;
  added_at: number;
  key_origin: Generated<string>;
  /** The source it became part of; it is out of sight while it is set. */
  merged_into: string | null;
};

/** `home_id` is the source a key was first given for, when it is another one's now. */
export type SourceKeyRow = { owner_id: string; key: string; source_id: string; home_id: string | null };

export type SourceEditTable = Numbered & {
  source_id: string;
  field: string;
  /** JSON; null takes the person's value back. */
  value: string | null;
  at: number;
};

export type SourceJoinTable = Numbered & {
  source_id: string;
  file_id: string;
  by: string;
  former_source_id: string | null;
  at: number;
  undone_at: number | null;
};

export type SourceDifferenceTable = Numbered & { source_id: string; other_id: string };

export type SourceFileTable = Numbered & {
  id: string;
  source_id: string;
  sha256: string;
  size_bytes: number;
  kind: string;
  name: string;
  path: string;
  added_at: number;
  facts: string;
  notes: string;
  doi: string | null;
  arxiv_id: string | null;
  title_form: Generated<string>;
  arxiv_version: number | null;
  /** The imported entry, as canonical CSL-JSON. */
  record: string | null;
  /** Where an entry comes from, so that it is found when it is imported again. */
  entry: string | null;
  standing: Generated<string>;
};

export type DocumentTable = Numbered & {
  id: string;
  file_id: string;
  reader: string;
  pages: number;
  page_labels: string;
  notes: string;
  read_at: number;
  is_current: number;
  passages: number;
  formulas: number;
  title_tokens: number;
  text_tokens: number;
};

export type PassageTable = Numbered & {
  id: Fixed<string>;
  document_no: Fixed<number>;
  ordinal: Fixed<number>;
  kind: Fixed<string>;
  page: Fixed<number | null>;
  page_label: Fixed<string | null>;
  section: Fixed<string>;
  text: Fixed<string>;
  /** Lines and regions by `place-code.ts`; null when there are none. */
  places: Fixed<Uint8Array | null>;
};

export type LexicalStatsRow = {
  owner_id: string;
  passages: number;
  title_tokens: number;
  text_tokens: number;
};

export type ThreadTable = Numbered & {
  id: string;
  project_id: string;
  title: string;
  head_message_id: string | null;
  created_at: number;
  active_at: number;
};

export type MessageTable = Numbered & {
  id: string;
  thread_id: string;
  parent_id: string | null;
  run_id: string;
  role: string;
  text: string;
  at: number;
};

export type ClaimTable = Numbered & { id: string; message_id: string; body: string };

export type RunTable = Numbered & {
  id: string;
  workflow: string;
  workflow_version: number;
  status: string;
  reason: string | null;
  project_id: string | null;
  thread_id: string | null;
  retry_of: string | null;
  attempt: number;
  created_at: number;
  updated_at: number;
  wake_at: number | null;
  input: string;
  node: string;
  visit: number;
  visit_at: number;
  state: string;
  waiting: string | null;
  budget: string | null;
  spent_tokens: number;
  spent_micros: number;
  reserved_tokens: number;
  reserved_micros: number;
  epoch: number;
  holder: string | null;
  lease_until: number | null;
  idempotency_key: string | null;
  last_seq: number;
};

export type RunEventRow = {
  owner_id: string;
  run_id: string;
  seq: number;
  v: number;
  type: string;
  at: number;
  body: string;
  visit: number | null;
  key: string | null;
};

export type RunStepRow = {
  owner_id: string;
  run_id: string;
  visit: number;
  key: string;
  effect: string;
  input_hash: string;
  status: string;
  token: string;
  result: string | null;
  reserved_tokens: number | null;
  reserved_micros: number | null;
  attempts: number;
};

export type RunDecisionTable = Numbered & {
  id: string;
  run_id: string;
  asked: string;
  decision: string | null;
  decided_at: number | null;
};

export type BlobPinRow = { owner_id: string; sha256: string; size_bytes: number; pinned_until: number };
export type BlobReferenceRow = { owner_id: string; kind: string; holder_id: string; sha256: string };

export type MigrationRow = { version: number; name: string; applied_at: number };

export type Tables = {
  users: UserRow;
  projects: ProjectRow;
  sources: SourceTable;
  source_keys: SourceKeyRow;
  source_files: SourceFileTable;
  source_edits: SourceEditTable;
  source_joins: SourceJoinTable;
  source_differences: SourceDifferenceTable;
  documents: DocumentTable;
  passages: PassageTable;
  lexical_stats: LexicalStatsRow;
  threads: ThreadTable;
  messages: MessageTable;
  claims: ClaimTable;
  runs: RunTable;
  run_events: RunEventRow;
  run_steps: RunStepRow;
  run_decisions: RunDecisionTable;
  blob_pins: BlobPinRow;
  blob_references: BlobReferenceRow;
  migrations: MigrationRow;
};

export type Db = Kysely<Tables>;
