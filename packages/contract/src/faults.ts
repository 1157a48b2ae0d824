/**
 * Every fault Stemma can report: its HTTP status, its exit code on the command line, and the names of
 * its parameters. Stored and sent is code and parameters; `words` turns them into sentences.
 */
const fault = <const P extends readonly string[]>(http: number, exit: number, params: P) => ({
  http,
  exit,
  params,
});

export const FAULTS = {
  // what was asked
  usage: fault(400, 2, ['reason']),
  invalid_input: fault(422, 2, ['field', 'reason']),
  unknown_command: fault(404, 2, ['name', 'nearest']),
  empty_question: fault(422, 2, []),
  mode_unavailable: fault(422, 2, ['mode']),
  setting_unknown: fault(422, 2, ['name', 'nearest', 'origin']),
  setting_invalid: fault(422, 2, ['name', 'value', 'expected', 'origin']),
  config_unreadable: fault(500, 1, ['path', 'reason']),
  config_unwritable: fault(500, 1, ['path', 'reason']),
  no_inputs: fault(422, 2, []),
  // things that are not there
  source_not_found: fault(404, 1, ['key', 'nearest']),
  run_not_found: fault(404, 1, ['id']),
  thread_not_found: fault(404, 1, ['id']),
  id_ambiguous: fault(422, 2, ['id', 'matches']),
  page_out_of_range: fault(404, 1, ['key', 'page', 'pages']),
  run_not_finished: fault(409, 1, ['id', 'status']),
  run_finished: fault(409, 1, ['id', 'status']),
  run_without_answer: fault(409, 1, ['id', 'workflow']),
  already_decided: fault(409, 1, ['decision']),
  thread_busy: fault(409, 1, ['run']),
  // files
  file_not_found: fault(404, 1, ['path']),
  file_unreadable: fault(403, 1, ['path']),
  file_empty: fault(422, 1, ['path']),
  file_too_large: fault(413, 1, ['path', 'size', 'limit']),
  file_not_regular: fault(422, 1, ['path']),
  file_changed: fault(409, 1, ['path']),
  file_type_unknown: fault(415, 1, ['path']),
  file_not_what_named: fault(415, 1, ['path', 'named', 'found']),
  folder_empty: fault(422, 1, ['path']),
  folder_too_deep: fault(422, 1, ['path', 'limit']),
  text_undecodable: fault(422, 1, ['path', 'position']),
  text_binary: fault(415, 1, ['path']),
  // reading
  pdf_password: fault(422, 1, ['path']),
  pdf_password_wrong: fault(422, 1, ['path']),
  pdf_damaged: fault(422, 1, ['path']),
  pdf_no_pages: fault(422, 1, ['path']),
  pdf_no_text: fault(422, 1, ['path', 'pages']),
  pdf_text_garbled: fault(422, 1, ['path', 'pages']),
  pdf_too_many_pages: fault(413, 1, ['path', 'pages', 'limit']),
  reader_stalled: fault(504, 1, ['path', 'seconds']),
  reader_crashed: fault(500, 1, ['path', 'page']),
  reader_out_of_memory: fault(507, 1, ['path', 'limit']),
  text_too_short: fault(422, 1, ['path']),
  // bibliographies and look-ups
  bibliography_empty: fault(422, 1, ['path', 'faults']),
  lookup_offline: fault(503, 1, ['id', 'host', 'reason']),
  lookup_timed_out: fault(504, 1, ['id', 'host', 'seconds']),
  lookup_not_found: fault(404, 1, ['id', 'host']),
  lookup_rate_limited: fault(429, 1, ['id', 'host', 'seconds']),
  lookup_answer_bad: fault(502, 1, ['id', 'host', 'reason']),
  // facts and merges
  fact_invalid: fault(422, 2, ['field', 'value', 'expected']),
  edit_empty: fault(422, 2, ['key']),
  sources_same: fault(422, 2, ['key']),
  split_not_possible: fault(409, 1, ['key']),
  file_not_in_source: fault(404, 1, ['key', 'file']),
  // storage
  data_folder_unwritable: fault(500, 1, ['path', 'reason']),
  output_unwritable: fault(500, 1, ['path', 'reason']),
  data_newer: fault(500, 1, ['path', 'found', 'known']),
  data_damaged: fault(500, 1, ['path', 'reason']),
  data_in_use: fault(409, 1, ['path', 'pid']),
  disk_full: fault(507, 1, ['path']),
  database_busy: fault(503, 1, ['seconds']),
  blob_missing: fault(500, 1, ['sha256', 'name']),
  blob_damaged: fault(500, 1, ['sha256', 'name']),
  // runs
  workflow_diverged: fault(500, 1, ['run', 'key']),
  workflow_unknown: fault(500, 1, ['workflow', 'version']),
  transition_unlisted: fault(500, 1, ['workflow', 'from', 'to']),
  lease_lost: fault(409, 1, ['run']),
  outcome_unknown: fault(409, 1, ['run', 'key']),
  budget_exhausted: fault(402, 1, ['what', 'limit']),
  price_unknown: fault(422, 1, ['model']),
  // demo
  examples_missing: fault(404, 1, ['path']),
  internal: fault(500, 1, []),
} as const;

export type FaultCode = keyof typeof FAULTS;
export type FaultParams<C extends FaultCode = FaultCode> = Readonly<
  Record<(typeof FAULTS)[C]['params'][number], string | number>
>;

/** A fault as it is stored and sent. */
export type Fault = { code: FaultCode; params: Readonly<Record<string, string | number>> };

export const isFaultCode = (value: unknown): value is FaultCode =>
  typeof value === 'string' && Object.hasOwn(FAULTS, value);
