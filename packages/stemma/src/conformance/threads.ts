import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OwnerHandle, Stores } from '../ports/stores.ts';
import { AT, newClaim, newId, newOwner, newRun, newSha256, newThread } from './specimens.ts';

type Here = { stores: Stores; owner: OwnerHandle };

const talking = (here: Here): void => {
  it('puts a message once and moves the head and the time of activity', async () => {
    const { threads, runs } = here.owner;
    const thread = newThread((await threads.inbox()).id);
    await threads.createThread(thread);
    await threads.createThread({ ...thread, title: 'again' });
    expect(await threads.findThread(thread.id.slice(-6))).toEqual({
      ...thread,
      headMessageId: null,
      activeAt: AT,
    });
    const run = await runs.create(newRun({ threadId: thread.id }));
    const first = {
      id: newId(),
      threadId: thread.id,
      parentId: null,
      runId: run.id,
      role: 'user' as const,
      text: '为什么?',
      at: AT + 5,
    };
    const second = { ...first, id: newId(), parentId: first.id, role: 'assistant' as const, at: AT + 9 };
    for (const message of [first, second, first]) await threads.putMessage(message);
    expect(await threads.messages(thread.id)).toEqual([first, second]);
    expect(await threads.findThread(thread.id)).toMatchObject({ headMessageId: second.id, activeAt: AT + 9 });
  });

  it('keeps claims whole, each once, in order', async () => {
    const messageId = newId();
    const claims = [newClaim(messageId, 'one [E1].'), newClaim(messageId, 'two [E2].')];
    await here.owner.threads.putClaims(claims);
    await here.owner.threads.putClaims([...claims, newClaim(newId(), 'of another message')]);
    await here.owner.threads.putClaims([]);
    expect(await here.owner.threads.claims(messageId)).toEqual(claims);
  });

  it('lists threads by last activity, stable while others are added', async () => {
    const { threads } = here.owner;
    const projectId = (await threads.inbox()).id;
    const made = [1, 2, 2, 4].map((offset) => newThread(projectId, AT + offset));
    for (const thread of made) await threads.createThread(thread);
    const first = await threads.listThreads({ limit: 2 });
    await threads.createThread(newThread(projectId, AT + 9));
    const second = await threads.listThreads({ limit: 2, cursor: first.next! });
    expect([...first.items, ...second.items].map((thread) => thread.id)).toEqual(
      [3, 2, 1, 0].map((index) => made[index]!.id),
    );
    expect(second.next).toBeNull();
    expect(await threads.findThread('nothing')).toBeUndefined();
  });

  it('refuses what points at nothing', async () => {
    const message = {
      threadId: newId(),
      parentId: null,
      runId: newId(),
      role: 'user' as const,
      text: '',
      at: AT,
    };
    await expect(here.owner.threads.putMessage({ ...message, id: newId() })).rejects.toThrow();
    await expect(here.owner.threads.createThread(newThread(newId()))).rejects.toThrow();
  });
};

const pinning = (here: Here): void => {
  it('wants a blob while it is pinned or referred to, by anyone', async () => {
    const other = await newOwner(here.stores);
    const { blobs } = here.owner;
    const [pinned, referred] = [newSha256(), newSha256()];
    expect(await blobs.isWanted(pinned)).toBe(false);
    await blobs.pin(pinned, 10);
    await blobs.pin(pinned, 10);
    expect(await other.blobs.isWanted(pinned)).toBe(true);
    const by = { kind: 'source_file' as const, id: newId() };
    await blobs.refer(referred, by);
    await blobs.refer(referred, by);
    await other.blobs.refer(referred, by);
    await blobs.release(by);
    expect(await blobs.isWanted(referred)).toBe(true);
    await other.blobs.release(by);
    expect(await blobs.isWanted(referred)).toBe(false);
  });
};

export const describeThreads = (name: string, open: () => Promise<Stores>): void => {
  describe(`threads and blob ledger of ${name}`, () => {
    const here = {} as Here;
    beforeAll(async () => {
      here.stores = await open();
    });
    beforeEach(async () => {
      here.owner = await newOwner(here.stores);
    });
    afterAll(() => here.stores.close());
    talking(here);
    pinning(here);
  });
};
