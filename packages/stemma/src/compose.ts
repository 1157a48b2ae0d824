import type { Id } from '@stemma/contract/ids';
import type { MediaKind } from '@stemma/contract/records';
import type { Settings } from '@stemma/contract/settings';
import type { ActionContext } from './actions/action.ts';
import type { Clock } from './ports/clock.ts';
import type { DocumentReader, PageRenderer } from './ports/document-reader.ts';
import type { RecordSource } from './ports/record-source.ts';
import { processEntry } from './processes/entry.ts';
import type { AddSourceParts, ReadingProgress } from './workflows/add-source/add-file.ts';
import { noProbe } from './workflows/engine/probe.ts';
import type { Worker } from './workflows/engine/worker.ts';

export type { ReadingProgress };

/** The opened product: one owner's actions, and a worker for their runs. */
export type Stemma = {
  readonly owner: Id;
  readonly context: ActionContext;
  readonly worker: Worker;
  /** For protected files of this invocation, each tried in turn; kept in memory alone. */
  setPasswords(passwords: readonly string[]): void;
  /** Told of pages as they are read. */
  onReading(listener: (progress: ReadingProgress) => void): void;
  close(): Promise<void>;
};

type Readers = DocumentReader & PageRenderer;

/** Starts the readers of a kind of file when the first one is read: most commands need none. */
const openReaders = (settings: Settings): Readers => {
  const options = {
    concurrency: settings.readerConcurrency,
    stallMs: settings.readerStallSeconds * 1000,
    memoryBytes: settings.readerMemoryMb * 1024 ** 2,
  };
  let pdf: Promise<Readers> | undefined;
  let text: Promise<DocumentReader> | undefined;
  const pdfReader = (): Promise<Readers> => {
    pdf ??= Promise.all([
      import('./adapters/pdfium/pdfium-reader.ts'),
      import('./adapters/pdfjs/pdfjs-repair.ts'),
    ]).then(([{ createPdfiumReader }, { createPdfjsRepair }]) =>
      createPdfjsRepair(createPdfiumReader({ ...options, entry: processEntry('pdf-reader') }), {
        ...options,
        entry: processEntry('pdf-repairer'),
      }),
    );
    return pdf;
  };
  const textReader = (): Promise<DocumentReader> => {
    text ??= import('./adapters/text-reader/text-reader.ts').then(({ createTextReader }) =>
      createTextReader({ ...options, entry: processEntry('text-reader') }),
    );
    return text;
  };
  const readerOf = (kind: MediaKind): Promise<DocumentReader> =>
    kind === 'pdf' ? pdfReader() : textReader();
  return {
    versionOf: async (kind) => (await readerOf(kind)).versionOf(kind),
    read: async (request, how) => (await readerOf(request.kind)).read(request, how),
    render: async (request, signal) => (await pdfReader()).render(request, signal),
    close: async () => {
      const opened = await Promise.all([pdf, text]);
      await Promise.all(opened.map((reader) => reader?.close()));
    },
  };
};

/** Names the program to services that ask for it; a person is behind every question. */
const USER_AGENT = 'Stemma/0.1 (research workbench; asked by its user)';

/** Registries that are asked when an identifier is named; nothing is loaded before. */
const openRecords = (settings: Settings, clock: Clock): AddSourceParts['records'] => {
  const http = async (baseUrl: string, intervalMs = 0) => {
    const { createPoliteHttp } = await import('./adapters/polite-http/polite-http.ts');
    const timeoutMs = settings.lookupSeconds * 1000;
    return createPoliteHttp({ baseUrl, userAgent: USER_AGENT, clock, intervalMs, timeoutMs });
  };
  const openArxiv = async (): Promise<RecordSource> => {
    const arxiv = await import('./adapters/arxiv/arxiv-records.ts');
    const isTheirs = new URL(settings.arxivUrl).host === arxiv.ARXIV_HOST;
    return arxiv.createArxivRecords(await http(settings.arxivUrl, isTheirs ? arxiv.ARXIV_INTERVAL_MS : 0));
  };
  const openCrossref = async (): Promise<RecordSource> => {
    const { createCrossrefRecords } = await import('./adapters/crossref/crossref-records.ts');
    return createCrossrefRecords(await http(settings.crossrefUrl));
  };
  const once = (open: () => Promise<RecordSource>): RecordSource => {
    let opened: Promise<RecordSource> | undefined;
    return {
      find: async (query, signal) => {
        opened ??= open();
        return (await opened).find(query, signal);
      },
    };
  };
  return { arxiv: once(openArxiv), doi: once(openCrossref) };
};

/** What is no planned fault: its insides are for the log alone. */
const logBug = async (folder: string, error: unknown, where: { runId: Id; node: string }): Promise<void> => {
  const { openFileLog } = await import('./adapters/log/file-log.ts');
  openFileLog(folder).error({ err: error, ...where }, 'bug');
};

/** Everything outside, behind its ports. */
const openAdapters = async (settings: Settings) => {
  const [{ openSystem }, { openSqliteStores }, { createFolderBlobs }, { createLocalFiles }] =
    await Promise.all([
      import('./adapters/system/system.ts'),
      import('./adapters/sqlite/open.ts'),
      import('./adapters/blobs-folder/folder-blobs.ts'),
      import('./adapters/local-files/local-files.ts'),
    ]);
  const system = openSystem();
  const folder = settings.data;
  const stores = await openSqliteStores({ ...system, entry: processEntry('sqlite-thread'), folder });
  return {
    ...system,
    stores,
    blobs: createFolderBlobs({ ...system, folder }),
    reader: openReaders(settings),
    files: createLocalFiles(),
  };
};

type Adapters = Awaited<ReturnType<typeof openAdapters>>;

/** The workflows of this release and a worker that runs them. */
const openEngine = async (adapters: Adapters, settings: Settings, addSource: AddSourceParts) => {
  const [{ createWorker, createWorkflowRegistry }, { addSourceWorkflow }, { answerWorkflow }] =
    await Promise.all([
      import('./workflows/engine/engine.ts'),
      import('./workflows/add-source/add-source.ts'),
      import('./workflows/answer/answer.ts'),
    ]);
  const registry = createWorkflowRegistry([
    addSourceWorkflow(addSource),
    answerWorkflow({ clock: adapters.clock, settings }),
  ]);
  const worker = createWorker({
    ...adapters,
    registry,
    leaseMs: settings.leaseMs,
    heartbeatMs: settings.heartbeatMs,
    probe: noProbe,
    onBug: (error, where) => void logBug(settings.data, error, where),
  });
  return { registry, worker };
};

/** Opens the data folder and puts the parts together; the only place that knows all of them. */
export const openStemma = async (settings: Settings): Promise<Stemma> => {
  const adapters = await openAdapters(settings);
  const { decodeText } = await import('./adapters/text-reader/decode-text.ts');
  const { stores, reader } = adapters;
  let passwords: readonly string[] = [];
  const addSource: AddSourceParts = {
    ...adapters,
    decodeText: (bytes, path) => decodeText(bytes, path).text,
    records: openRecords(settings, adapters.clock),
    concurrency: settings.readerConcurrency,
    passwords: () => passwords,
  };
  const { registry, worker } = await openEngine(adapters, settings, addSource);
  const { id: owner } = await stores.localUser();
  await adapters.blobs.clearLeftovers((sha256) => stores.for(owner).blobs.isWanted(sha256));
  return {
    owner,
    worker,
    context: {
      ...adapters,
      stores: stores.for(owner),
      maintenance: stores.maintenance,
      renderer: reader,
      registry,
      settings,
    },
    setPasswords: (given) => {
      passwords = given;
    },
    onReading: (listener) => {
      addSource.onReading = listener;
    },
    close: async () => {
      await reader.close();
      await stores.close();
    },
  };
};
