import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnerHandle, Stores } from '../ports/stores.ts';
import { type Added, AT, addSource, newClaim, newId, newOwner, newRun, newThread } from './specimens.ts';

type Here = {
  stores: Stores;
  mine: OwnerHandle;
  theirs: OwnerHandle;
  source: Added;
  threadId: string;
  messageId: string;
  runId: string;
  decisionId: string;
};

const LEASE_MS = 60_000;

/** One of everything, of one owner; the suites ask for it by the other. */
const fill = async (here: Here): Promise<void> => {
  const { mine, stores } = here;
  here.source = await addSource(mine, ['secret words'], {
    key: 'secret2024',
    titleForm: 'a secret title form',
    facts: { doi: { value: '10.1/secret', origin: 'user' }, title: { value: 'Secret', origin: 'user' } },
  });
  const thread = newThread((await mine.threads.inbox()).id);
  await mine.threads.createThread(thread);
  const workflow = `secret-${newId()}`;
  const run = await mine.runs.create(newRun({ workflow, threadId: thread.id, idempotencyKey: 'secret' }));
  here.threadId = thread.id;
  here.runId = run.id;
  here.messageId = newId();
  here.decisionId = newId();
  const message = {
    id: here.messageId,
    threadId: thread.id,
    parentId: null,
    runId: run.id,
    text: 'x',
    at: AT,
  };
  await mine.threads.putMessage({ ...message, role: 'user' });
  await mine.threads.putClaims([newClaim(here.messageId, 'secret.')]);
  const worker = { host: 'h', pid: 1, processStart: 's' };
  await stores.queue.claim({ worker, leaseMs: LEASE_MS, workflows: [workflow], isDead: () => false });
  const lease = { runId: run.id, epoch: 1 };
  await mine.runs.putDecision(lease, { id: here.decisionId, asked: 'may I' });
  await mine.runs.putIntent(lease, {
    visit: 0,
    key: 'k',
    effect: 'once',
    inputHash: 'h',
    token: 't',
    reserved: null,
  });
};

const readingNothing = (here: Here): void => {
  it('shows no source, file, passage or term of another owner', async () => {
    const { sources, lexical } = here.theirs;
    const { source } = here;
    expect(await sources.find('secret2024')).toBeUndefined();
    expect(await sources.find(source.sourceId)).toBeUndefined();
    expect(await sources.findFile(source.file.sha256)).toBeUndefined();
    const sought = { doi: '10.1/secret', arxivId: null, titleForm: 'a secret title form' };
    expect(await sources.findIdentities(sought)).toEqual([]);
    expect(await sources.isKeyTaken('secret2024')).toBe(false);
    expect(await sources.nearestKeys('secret2024')).toEqual([]);
    expect(await sources.list({ limit: 10 })).toEqual({ items: [], next: null });
    expect(await sources.files(source.sourceId)).toEqual([]);
    expect(await sources.passages(source.sourceId)).toEqual([]);
    expect(await sources.passagesById(source.passages.map((entry) => entry.passage.id))).toEqual([]);
    expect(await sources.count()).toEqual({ sources: 0, passages: 0 });
    expect(await lexical.candidates([{ term: 'secret' }], { limit: 9, filter: {} })).toEqual([]);
    const filter = { sourceKeys: ['secret2024'] };
    expect(await lexical.candidates([{ term: 'secret' }], { limit: 9, filter })).toEqual([]);
    expect(await lexical.stats([{ term: 'secret' }])).toMatchObject({ passages: 0 });
  });

  it('shows no thread, message, claim or run of another owner', async () => {
    const { threads, runs } = here.theirs;
    expect(await threads.findThread(here.threadId)).toBeUndefined();
    expect(await threads.listThreads({ limit: 10 })).toEqual({ items: [], next: null });
    expect(await threads.messages(here.threadId)).toEqual([]);
    expect(await threads.claims(here.messageId)).toEqual([]);
    expect((await threads.inbox()).id).not.toBe((await here.mine.threads.inbox()).id);
    expect(await runs.find(here.runId)).toBeUndefined();
    expect(await runs.list({ limit: 10 })).toEqual({ items: [], next: null });
    expect(await runs.events(here.runId, 0, 100)).toEqual([]);
    expect(await runs.steps(here.runId)).toEqual([]);
    expect(await runs.findStep(here.runId, 0, 'k')).toBeUndefined();
    expect(await runs.decisions(here.runId)).toEqual([]);
  });
};

const changingNothing = (here: Here): void => {
  it('changes no run of another owner, lease or not', async () => {
    const { runs } = here.theirs;
    const lease = { runId: here.runId, epoch: 1 };
    const before = await here.mine.runs.find(here.runId);
    const lost = { code: 'lease_lost' };
    const step = { visit: 0, key: 'k', effect: 'once' as const, inputHash: 'h', token: 't' };
    await expect(runs.requestCancel(here.runId, AT)).rejects.toMatchObject({ code: 'run_not_found' });
    await expect(runs.decide(here.decisionId, 'yes', AT)).rejects.toMatchObject({ code: 'run_not_found' });
    const node = { node: 'x', state: null, status: 'succeeded' as const, reason: null, waiting: null };
    const commit = { ...node, wakeAt: null, visit: 1, visitAt: AT, release: true };
    await expect(runs.commitNode(lease, commit)).rejects.toMatchObject(lost);
    await expect(
      runs.appendEvents(lease, [{ type: 'message_done', messageId: newId() }], { at: AT }),
    ).rejects.toMatchObject(lost);
    await expect(runs.putIntent(lease, { ...step, reserved: null })).rejects.toMatchObject(lost);
    await expect(runs.putResult(lease, { ...step, result: { value: 1 }, used: null })).rejects.toMatchObject(
      lost,
    );
    await expect(runs.chargeLost(lease, { visit: 0, key: 'k' })).rejects.toMatchObject(lost);
    await expect(runs.putDecision(lease, { id: newId(), asked: null })).rejects.toMatchObject(lost);
    const { queue } = here.stores;
    const { owner } = here.theirs;
    await expect(queue.heartbeat(owner, lease, LEASE_MS)).rejects.toMatchObject(lost);
    await expect(queue.handBack(owner, lease)).rejects.toMatchObject(lost);
    expect(await here.mine.runs.find(here.runId)).toEqual(before);
  });

  it('takes the same ids, keys and bytes of both for two things', async () => {
    const { sources, runs, threads } = here.theirs;
    const { source } = here;
    await sources.putSource({
      id: source.sourceId,
      key: source.key,
      kind: 'text',
      titleForm: '',
      addedAt: AT,
    });
    await sources.putFile(source.file, { title: { value: 'Theirs', origin: 'user' } }, []);
    await sources.putDocument(source.document, source.passages);
    expect((await here.mine.sources.find(source.key))?.title).toBe('Secret');
    expect((await sources.find(source.key))?.title).toBe('Theirs');
    expect((await here.mine.lexical.stats([])).passages).toBe(1);
    const run = await runs.create(newRun({ id: here.runId, idempotencyKey: 'secret' }));
    expect(run.workflow).toBe('answer');
    await threads.putClaims([newClaim(here.messageId, 'theirs.')]);
    expect((await here.mine.threads.claims(here.messageId)).map((claim) => claim.text)).toEqual(['secret.']);
    await here.mine.blobs.refer(source.file.sha256, { kind: 'source_file', id: source.file.id });
    await here.theirs.blobs.release({ kind: 'source_file', id: source.file.id });
    expect(await here.mine.blobs.isWanted(source.file.sha256)).toBe(true);
  });

  it('refuses to point at a record of another owner', async () => {
    const { threads, sources } = here.theirs;
    const inbox = await here.mine.threads.inbox();
    await expect(threads.createThread(newThread(inbox.id))).rejects.toThrow();
    const message = { parentId: null, runId: here.runId, role: 'user' as const, text: '', at: AT };
    await expect(threads.putMessage({ ...message, id: newId(), threadId: here.threadId })).rejects.toThrow();
    const other = await addSource(here.mine, ['more']);
    await expect(sources.putFile({ ...other.file, id: newId() }, {}, [])).rejects.toThrow();
  });

  it('gives an owner nobody knows nothing, and takes nothing from them', async () => {
    const nobody = here.stores.for(newId());
    expect(await nobody.sources.count()).toEqual({ sources: 0, passages: 0 });
    expect(await nobody.lexical.candidates([{ term: 'secret' }], { limit: 9, filter: {} })).toEqual([]);
    await expect(addSource(nobody, ['x'])).rejects.toThrow();
  });
};

/** Two owners of one database: no method reaches across. */
export const describeIsolation = (name: string, open: () => Promise<Stores>): void => {
  describe(`owners of ${name}`, () => {
    const here = {} as Here;
    beforeAll(async () => {
      here.stores = await open();
      here.mine = await newOwner(here.stores);
      here.theirs = await newOwner(here.stores);
      await fill(here);
    });
    afterAll(() => here.stores.close());
    readingNothing(here);
    changingNothing(here);
  });
};
