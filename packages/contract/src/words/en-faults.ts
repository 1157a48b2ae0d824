import type { FaultWords, Words } from './words.ts';

const words = (title: string, detail: string, recovery: string): FaultWords => ({ title, detail, recovery });

export const unknownFaultEn = words(
  'A fault this release does not know',
  'A newer release of Stemma stored the fault "{code}", which this one has no words for.',
  'Use the newer release to read it.',
);

export const faultsEn: Words['faults'] = {
  usage: words('The command was not understood', '{reason}', 'See `stemma help` for commands and flags.'),
  invalid_input: words(
    'A value does not fit',
    'The value for "{field}" cannot be used: {reason}',
    'Correct "{field}" and send it again.',
  ),
  unknown_command: words(
    'Unknown command',
    'There is no command "{name}".[? Did you mean "{nearest}"?]',
    'See `stemma help` for all commands.',
  ),
  empty_question: words(
    'The question is empty',
    'There is no text to search for.',
    'Write the question behind the command: `stemma ask "How does the decay rate depend on damping?"`',
  ),
  mode_unavailable: words(
    'This way of answering is not available here',
    'The mode "{mode}" needs a language model, and none is configured.',
    'Leave the mode out, or use `stemma ask --mode quote "…"`: it answers with quotations and needs no model.',
  ),
  setting_unknown: words(
    'Unknown setting',
    'There is no setting "{name}"[? (in {origin})].[? Did you mean "{nearest}"?]',
    '[?Correct it in {origin}. ]`stemma config show` lists every setting.',
  ),
  setting_invalid: words(
    'A setting has a value it cannot have',
    '"{name}" is "{value}" in {origin}. Allowed is: {expected}',
    'Change it there, or set it with `stemma config set {name} VALUE`.',
  ),
  config_unreadable: words(
    'A settings file cannot be read',
    '{path} was not read: {reason}',
    'Correct the file, or move it away to go on with the defaults. `stemma config show` tells which files are read.',
  ),
  config_unwritable: words(
    'The settings file cannot be written',
    'Nothing was changed in {path}: {reason}',
    'Give this user the right to write there, or set the value for one command by its flag or environment variable; `stemma config show` names them.',
  ),
  no_inputs: words(
    'Nothing to add',
    'No file or folder was named.',
    'Name at least one: `stemma add papers/*.pdf notes.md`',
  ),
  source_not_found: words(
    'No such source',
    'The library has no source "{key}".[? Nearest: {nearest}.]',
    '`stemma list` shows the keys of all sources.',
  ),
  run_not_found: words(
    'No such run',
    'There is no run whose id is or ends with "{id}".',
    '`stemma runs` lists the runs.',
  ),
  thread_not_found: words(
    'No such thread',
    'There is no thread whose id is or ends with "{id}".',
    'Ask without `--thread` to begin a new one.',
  ),
  id_ambiguous: words(
    'The id fits several things',
    '"{id}" is the end of more than one id: {matches}.',
    'Give more characters of the id.',
  ),
  page_out_of_range: words(
    'No such page',
    '"{key}" has {pages:page|pages}; page {page:plain} is not one of them.',
    'Choose a page between 1 and {pages:plain}: `stemma show {key} --page N`',
  ),
  run_not_finished: words(
    'The run has not ended yet',
    'Run {id} is {status}; this needs a run that has ended.',
    'Follow it with `stemma runs events {id} --follow`, or end it with `stemma runs cancel {id}`.',
  ),
  run_without_answer: words(
    'This run found no answer',
    'Run {id} ({workflow}) did not search the library, or was stopped before it did.',
    '`stemma runs` lists all runs; `stemma why` explains those that answered a question.',
  ),
  run_finished: words(
    'The run has already ended',
    'Run {id} is {status}, so there is nothing left to change.',
    'See what it did with `stemma runs show {id}`.',
  ),
  already_decided: words(
    'This was decided before',
    'The first decision stands: {decision}.',
    'Nothing needs to be done. `stemma runs show ID` tells how the run goes on.',
  ),
  thread_busy: words(
    'The thread is still at work',
    'Run {run} in this thread has not ended, and a thread answers one message at a time.',
    'Wait for it with `stemma runs events {run} --follow`, or stop it with `stemma runs cancel {run}`.',
  ),
  file_not_found: words(
    'No such file',
    'There is nothing at {path}.',
    'Check the path, or name the folder it is in: `stemma add FOLDER`',
  ),
  file_unreadable: words(
    'The file may not be read',
    'The system refused to open {path}: its permissions do not allow it for this user.',
    'Give this user the right to read it, then add it again: `stemma add "{path}"`',
  ),
  file_empty: words(
    'The file is empty',
    '{path} holds no bytes.',
    'Fetch or save the file again, then: `stemma add "{path}"`',
  ),
  file_too_large: words(
    'The file is too large',
    '{path} is {size:bytes}; the most that is taken in is {limit:bytes}.',
    'Split the file and add the parts with `stemma add`.',
  ),
  file_not_regular: words(
    'Not a file that can be read',
    '{path} is a device, a pipe or a socket, not a file.',
    'Save its contents to a file and add that: `stemma add FILE`',
  ),
  file_changed: words(
    'The file changed while it was read',
    '{path} was written to while it was being copied, so the copy was thrown away.',
    'Wait until the other program is done, then: `stemma add "{path}"`',
  ),
  file_type_unknown: words(
    'A kind of file that is not read yet',
    '{path} is neither a PDF nor Markdown, text or TeX source.',
    'Export it as PDF, Markdown or plain text, then add that: `stemma add FILE`',
  ),
  file_not_what_named: words(
    'The file is not what its name says',
    '{path} is named as {named}, but its contents are {found}.',
    'Fetch it again (a download may have saved a web page in its place), or give it the right ending, then: `stemma add "{path}"`',
  ),
  folder_empty: words(
    'The folder holds nothing to read',
    'No PDF, Markdown, text or TeX file was found in {path} or the folders below it.',
    'Name another folder or file: `stemma add PATH`',
  ),
  folder_too_deep: words(
    'The folder is nested too deep',
    '{path} lies more than {limit:folder|folders} deep, so it was not searched.',
    'Add the inner folder by itself: `stemma add "{path}"`',
  ),
  text_undecodable: words(
    'The text cannot be decoded',
    '{path} is in no encoding that Stemma knows; the first byte that does not fit is at position {position}.',
    'Save it as UTF-8, then: `stemma add "{path}"`',
  ),
  text_binary: words(
    'Not a text file',
    '{path} is named as text but holds binary data.',
    'If it is a PDF, give it the ending .pdf; otherwise export it as text, then add it with `stemma add`.',
  ),
  pdf_password: words(
    'The PDF needs a password',
    '{path} is encrypted and does not open without its password.',
    'Run `stemma add --password "{path}"` and type the password when asked; it is neither stored nor logged.',
  ),
  pdf_password_wrong: words(
    'The password does not open the PDF',
    '{path} did not open with the password given.',
    'Try again with `stemma add --password "{path}"`; capitals and spaces count.',
  ),
  pdf_damaged: words(
    'The PDF is damaged',
    '{path} is a PDF whose structure is broken beyond what can be repaired. Nothing of it was stored.',
    'Fetch it again, or open it in a PDF viewer and save or print it to a new PDF, then add that: `stemma add FILE`',
  ),
  pdf_no_pages: words(
    'The PDF has no pages',
    '{path} opens, but it has no page.',
    'Fetch or export it again, then: `stemma add "{path}"`',
  ),
  pdf_no_text: words(
    'The PDF is a scan',
    '{path} ({pages:page|pages}) holds pictures of pages but no text that could be read or cited.',
    'Run text recognition (OCR) on it, for example `ocrmypdf in.pdf out.pdf`, then add the result: `stemma add out.pdf`',
  ),
  pdf_text_garbled: words(
    'The text of the PDF is not readable',
    'The fonts in {path} ({pages:page|pages}) do not say which letters their shapes stand for, so the text comes out as nonsense. It was not stored as evidence.',
    'Get another copy of the work, or run text recognition (OCR) on this one, for example `ocrmypdf --force-ocr in.pdf out.pdf`, then: `stemma add out.pdf`',
  ),
  pdf_too_many_pages: words(
    'The PDF has too many pages',
    '{path} has {pages:page|pages}; the most that is read is {limit}.',
    'Split it by chapter or volume and add the parts with `stemma add`.',
  ),
  reader_stalled: words(
    'Reading stopped making progress',
    '{path} was given up after {seconds:second|seconds} without a new page. Nothing of it was stored; other files are not affected.',
    'Save or print it to a new PDF and add that. If the machine was busy, raise `stemma config set readerStallSeconds 120` and try again: `stemma add "{path}"`',
  ),
  reader_crashed: words(
    'The reader failed on this file',
    'The process that was reading {path} ended at page {page:plain}. Nothing of it was stored; other files are not affected.',
    'Save or print it to a new PDF, then add that with `stemma add`.',
  ),
  reader_out_of_memory: words(
    'Reading needs more memory than allowed',
    '{path} needed more than {limit:bytes} to be read. Nothing of it was stored; other files are not affected.',
    'Split the file, or allow more with `stemma config set readerMemoryMb 2048`, then: `stemma add "{path}"`',
  ),
  text_too_short: words(
    'Too little text to cite',
    '{path} holds no sentence that could be quoted.',
    'Check that it is the right file; add the full text with `stemma add`.',
  ),
  bibliography_empty: words(
    'No reference could be read',
    '{path} holds no entry that could be read[? ({faults:fault|faults} in it)].',
    'Open it in an editor; a BibTeX, RIS or CSL-JSON file has one entry for each work with at least a title. Then add it again.',
  ),
  lookup_offline: words(
    'The service could not be reached',
    '{id} was looked up at {host}, which could not be reached ({reason}). Nothing was added for it.',
    'Check the connection and add it again, or add the PDF itself: `stemma add PATH`',
  ),
  lookup_timed_out: words(
    'The service did not answer in time',
    '{host} did not answer within {seconds:second|seconds} when asked for {id}. Nothing was added for it.',
    'Add it again later, or add the PDF itself: `stemma add PATH`',
  ),
  lookup_not_found: words(
    'No work has this identifier',
    '{host} knows no work with the identifier {id}.',
    'Check it letter by letter. A DOI of another agency than Crossref is not found there: add the PDF or a BibTeX entry instead, `stemma add PATH`',
  ),
  lookup_rate_limited: words(
    'The service asks to wait',
    '{host} answers no more questions for now; {id} was not looked up.[? It asks to wait {seconds:second|seconds}.]',
    'Wait, then add it again.',
  ),
  lookup_answer_bad: words(
    'The service gave an answer that cannot be used',
    '{host} was asked for {id}; its answer is not what it should be ({reason}). Nothing was added for it.',
    'Add it again later. If a log-in page of a network is in between, sign in first; `stemma doctor` lists the addresses that are asked.',
  ),
  fact_invalid: words(
    'A fact has a value it cannot have',
    '"{value}" cannot be the {field}. Expected is: {expected}',
    'Correct it and run `stemma edit` again.',
  ),
  edit_empty: words(
    'Nothing to change',
    'No fact of {key} was named.',
    'Name at least one: `stemma edit KEY --title "…" --year 2021`',
  ),
  sources_same: words(
    'Both are the same source',
    'The two keys name one source, {key}.',
    '`stemma list` shows the keys of all sources.',
  ),
  split_not_possible: words(
    'There is nothing to split',
    '{key} has one file only, or the split would leave it without any.',
    '`stemma show KEY` lists the files of a source.',
  ),
  file_not_in_source: words(
    'No such file in this source',
    '{key} has no file "{file}".',
    '`stemma show KEY` lists its files with their numbers.',
  ),
  output_unwritable: words(
    'The file could not be written',
    '{path} could not be written: {reason}.',
    'Name a file in a folder that exists and that this user may write to.',
  ),
  data_folder_unwritable: words(
    'The data folder cannot be written',
    'Stemma keeps its library in {path}, and writing there failed: {reason}',
    'Give this user the right to write there, or choose another folder: `stemma --data FOLDER …` or `stemma config set data FOLDER`',
  ),
  data_newer: words(
    'The library was written by a newer Stemma',
    'The data in {path} has version {found:plain}; this release knows versions up to {known:plain}. It was left untouched.',
    'Use the newer release, or another folder with `stemma --data FOLDER …`.',
  ),
  data_damaged: words(
    'The library is damaged',
    'The database in {path} does not pass its own check: {reason}',
    'Make a copy of the folder first, then run `stemma doctor` to see what is affected.',
  ),
  data_in_use: words(
    'The data folder is in use',
    'Process {pid:plain} has {path} open in a way that allows no other process now.',
    'Wait until it is done or end it, then run the command again.',
  ),
  disk_full: words(
    'No space left',
    'The disk that holds {path} is full. What was being written was undone; what was stored before is complete.',
    'Free some space, or move the data folder and name it with `stemma config set data FOLDER`, then run the command again.',
  ),
  database_busy: words(
    'Another process keeps the library locked',
    'The library could not be written for {seconds:second|seconds}, because another process is writing to it. Nothing was changed.',
    'Run the command again when the other Stemma command is done; `stemma runs` shows what is at work.',
  ),
  blob_missing: words(
    'A stored file is gone',
    'The library lists a file[? {name}] with the hash {sha256}, but its bytes are not in the data folder.',
    'Add the original file again with `stemma add`: the same bytes fill the gap. `stemma doctor` lists all gaps.',
  ),
  blob_damaged: words(
    'A stored file was changed',
    'The bytes stored[? for {name}] under the hash {sha256} are not those that were added.',
    'Add the original file again with `stemma add`. Check the disk: `stemma doctor` lists every stored file that differs.',
  ),
  workflow_diverged: words(
    'The run cannot be continued',
    'Run {run} met other input at step "{key}" than before it was interrupted, so going on could do something twice.',
    'What it did so far is kept. Start it anew with `stemma runs retry {run}`.',
  ),
  workflow_unknown: words(
    'The run belongs to another release',
    'This release cannot continue "{workflow}" of version {version:plain}.',
    'Continue it with the release that began it, or start it anew with `stemma runs retry ID`.',
  ),
  transition_unlisted: words(
    'The run took a step it must not take',
    '"{workflow}" tried to go from "{from}" to "{to}", which its table does not list. The run was stopped before anything was stored; this is a fault in Stemma.',
    'Please report it together with the output of `stemma doctor --json`.',
  ),
  lease_lost: words(
    'Another process took over the run',
    'Run {run} is continued elsewhere, because this process did not answer for a while. Nothing was lost or done twice.',
    'Follow it with `stemma runs events {run} --follow`.',
  ),
  outcome_unknown: words(
    'It is not known whether a step took effect',
    'Run {run} was interrupted during "{key}", which cannot be asked afterwards and is never repeated by itself.',
    'Check outside whether it happened, then start it anew with `stemma runs retry {run}`.',
  ),
  budget_exhausted: words(
    'The budget is used up',
    'The run reached its limit for {what}: {limit}. What it did so far is kept.',
    'Ask for less, or start it again with `stemma runs retry ID` and a higher limit.',
  ),
  price_unknown: words(
    'The price of the model is not known',
    'A budget in money was set, but no price is known for "{model}".',
    'Set a budget in tokens instead.',
  ),
  examples_missing: words(
    'The sample library is not here',
    'The files of the demonstration were looked for at {path}.',
    'Run `make demo` in the folder where Stemma was built, or begin with files of your own: `stemma add PATH`',
  ),
  internal: words(
    'A fault in Stemma itself',
    'The command met a case its authors did not foresee. Your input is not to blame, and what was stored before is complete.',
    'Run it once more. If it happens again, please report it together with the output of `stemma doctor --json`.',
  ),
};
