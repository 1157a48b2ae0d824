import { DoctorCheckName, DoctorVerdict } from '@stemma/contract/doctor';
import type { SourceFile } from '@stemma/contract/records';
import { z } from 'zod';
import { SAMPLE_PDF, SAMPLE_TEXT, SAMPLE_WORDS } from '../core/check/sample-files.ts';
import { isStemmaError } from '../errors/stemma-error.ts';
import { type ActionContext, defineAction } from './action.ts';

const Params = z.record(z.string(), z.union([z.string(), z.number()]));
type Params = z.infer<typeof Params>;

export const DoctorCheck = z.object({
  name: DoctorCheckName,
  verdict: DoctorVerdict,
  /** A phrase of `contract/words` with its values: doors render it in their language. */
  detail: z.object({ phrase: z.string(), params: Params }),
  /** What is wrong and how to mend it; null when nothing is. */
  fault: z.object({ code: z.string(), params: Params }).nullable(),
});
export type DoctorCheck = z.infer<typeof DoctorCheck>;

/** Where something may go: never by itself, only what `sends` says, when a person names it. */
export const Destination = z.object({
  name: z.enum(['arxiv', 'crossref']),
  url: z.string(),
  setting: z.enum(['arxivUrl', 'crossrefUrl']),
  sends: z.literal('identifier'),
});
export type Destination = z.infer<typeof Destination>;

const destinationsOf = ({ settings }: ActionContext): Destination[] => [
  { name: 'arxiv', url: settings.arxivUrl, setting: 'arxivUrl', sends: 'identifier' },
  { name: 'crossref', url: settings.crossrefUrl, setting: 'crossrefUrl', sends: 'identifier' },
];

const hostOf = (url: string): string => new URL(url).host;

const NEEDED_NODE = '20.19';
const LOW_BYTES = 1024 ** 3;

const ok = (name: DoctorCheck['name'], phrase: string, params: Params): DoctorCheck => ({
  name,
  verdict: 'ok',
  detail: { phrase, params },
  fault: null,
});

const checkNode = ({ machine }: ActionContext): DoctorCheck =>
  ok('node', 'nodeFound', { version: machine.nodeVersion, needed: NEEDED_NODE });

const checkFolder = async ({ settings, maintenance }: ActionContext): Promise<DoctorCheck> =>
  ok('data_folder', 'dataFolderAt', { path: settings.data, size: await maintenance.sizeBytes() });

const checkSpace = async ({ machine, settings }: ActionContext): Promise<DoctorCheck> => {
  const free = await machine.freeBytes(settings.data);
  if (free === null) return ok('disk_space', 'unknown', {});
  const check = ok('disk_space', 'diskFree', { free, path: settings.data });
  return free < LOW_BYTES ? { ...check, verdict: 'warn' } : check;
};

const checkDatabase = async ({ maintenance, stores, settings }: ActionContext): Promise<DoctorCheck> => {
  const [{ found }, counts, problems] = await Promise.all([
    maintenance.version(),
    stores.sources.count(),
    maintenance.problems(),
  ]);
  const check = ok('database', 'databaseState', { found, ...counts });
  if (problems.length === 0) return check;
  const fault = { code: 'data_damaged', params: { path: settings.data, reason: problems[0]! } };
  return { ...check, verdict: 'fail', fault };
};

/** Every file of the library, page by page. */
async function* storedFiles({ stores }: ActionContext): AsyncGenerator<SourceFile> {
  let cursor: string | undefined;
  do {
    const page = await stores.sources.list({ limit: 500, ...(cursor !== undefined && { cursor }) });
    for (const source of page.items) for (const { file } of await stores.sources.files(source.id)) yield file;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

/** Reads every stored file through and compares its hash with the one it is known by; one line for each that differs. */
const checkFiles = async (context: ActionContext): Promise<DoctorCheck[]> => {
  const signal = new AbortController().signal;
  const unsound: DoctorCheck[] = [];
  let stored = 0;
  for await (const { sha256, name, kind } of storedFiles(context)) {
    // A record stands in the database, which has its own check.
    if (kind === 'record') continue;
    stored += 1;
    const found = await context.blobs.examine(sha256, signal);
    if (found === 'sound') continue;
    const fault = { code: found === 'missing' ? 'blob_missing' : 'blob_damaged', params: { sha256, name } };
    unsound.push({ ...ok('files', 'filesMissing', { n: 1 }), verdict: 'fail', fault });
  }
  return unsound.length > 0 ? unsound : [ok('files', 'filesState', { n: stored })];
};

async function* bytesOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** Reads a small file made for it, in the reader's own process. */
const checkReader = async (
  { blobs, reader }: ActionContext,
  name: 'pdf_reader' | 'text_reader',
  kind: 'pdf' | 'text',
  bytes: Uint8Array,
): Promise<DoctorCheck> => {
  const signal = AbortSignal.timeout(30_000);
  const staged = await blobs.stage(bytesOf(bytes), signal);
  const check = ok(name, 'readerState', { reader: name });
  try {
    const reading = await reader.read({ path: staged.path, shownPath: 'sample', kind }, { signal });
    const found = reading.passages.some((passage) => passage.text.includes(SAMPLE_WORDS));
    if (!found)
      return {
        ...check,
        verdict: 'fail',
        fault: { code: 'reader_crashed', params: { path: 'sample', page: 1 } },
      };
    return { ...check, detail: { phrase: 'readerState', params: { reader: reading.reader } } };
  } catch (error) {
    if (!isStemmaError(error)) throw error;
    return { ...check, verdict: 'fail', fault: error.toFault() };
  } finally {
    await blobs.drop(staged);
  }
};

const checkRuns = async ({ stores }: ActionContext): Promise<DoctorCheck> => {
  const { items } = await stores.runs.list({ limit: 1000, unfinished: true });
  return ok('runs', 'runsState', { n: items.length });
};

/** What Stemma needs, looked at one by one, and every destination data may go to. */
export const diagnose = defineAction({
  name: 'diagnose',
  input: z.object({}),
  output: z.object({ checks: z.array(DoctorCheck), destinations: z.array(Destination) }),
  run: async (context) => ({
    checks: [
      checkNode(context),
      await checkFolder(context),
      await checkSpace(context),
      await checkDatabase(context),
      ...(await checkFiles(context)),
      await checkReader(context, 'pdf_reader', 'pdf', SAMPLE_PDF),
      await checkReader(context, 'text_reader', 'text', SAMPLE_TEXT),
      await checkRuns(context),
      ok('destinations', 'destinationsNamed', {
        arxiv: hostOf(context.settings.arxivUrl),
        crossref: hostOf(context.settings.crossrefUrl),
      }),
    ],
    destinations: destinationsOf(context),
  }),
});
