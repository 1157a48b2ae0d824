import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnedStores, OwnerHandle, Stores } from '../ports/stores.ts';
import { AT, addSource, newOwner } from './specimens.ts';

const OUTER = /only the handle it was given/;

/** The rules of `transaction`: all or nothing, and one usable handle. */
export const describeTransactions = (name: string, open: () => Promise<Stores>): void => {
  describe(`transactions of ${name}`, () => {
    let stores: Stores;
    let owner: OwnerHandle;
    beforeAll(async () => {
      stores = await open();
      owner = await newOwner(stores);
    });
    afterAll(() => stores.close());

    it('keeps everything, or nothing when the work throws', async () => {
      await owner.transaction((tx) => addSource(tx, ['kept'], { key: 'kept' }));
      const failure = new Error('on purpose');
      const work = owner.transaction(async (tx) => {
        await addSource(tx, ['lost'], { key: 'lost' });
        expect(await tx.sources.find('lost')).toBeDefined();
        throw failure;
      });
      await expect(work).rejects.toBe(failure);
      expect(await owner.sources.find('kept')).toBeDefined();
      expect(await owner.sources.find('lost')).toBeUndefined();
      expect(await owner.sources.count()).toEqual({ sources: 1, passages: 1 });
    });

    it('returns what the work returns, and shows nothing before it ends', async () => {
      const result = await owner.transaction(async (tx) => (await tx.sources.count()).sources);
      expect(result).toBe(1);
    });

    it('refuses the outer handle inside, also of another owner and of all owners', async () => {
      const other = await newOwner(stores);
      await owner.transaction(async (tx) => {
        await expect(owner.sources.count()).rejects.toThrow(OUTER);
        await expect(owner.lexical.stats([])).rejects.toThrow(OUTER);
        await expect(other.threads.inbox()).rejects.toThrow(OUTER);
        await expect(other.blobs.pin('0'.repeat(64), 1)).rejects.toThrow(OUTER);
        await expect(stores.queue.nextWakeMs()).rejects.toThrow(OUTER);
        await expect(stores.localUser()).rejects.toThrow(OUTER);
        expect((await tx.sources.count()).sources).toBe(1);
      });
    });

    it('refuses a transaction within a transaction', async () => {
      const other = await newOwner(stores);
      await owner.transaction(async () => {
        await expect(owner.transaction(async () => 1)).rejects.toThrow(OUTER);
        await expect(other.transaction(async () => 1)).rejects.toThrow(OUTER);
      });
    });

    it('refuses its handle once it has ended, well or badly', async () => {
      const kept: OwnedStores[] = [];
      await owner.transaction(async (tx) => kept.push(tx));
      await owner
        .transaction(async (tx) => {
          kept.push(tx);
          throw new Error('on purpose');
        })
        .catch(() => {});
      for (const tx of kept) await expect(tx.sources.count()).rejects.toThrow(/has ended/);
    });

    it('lets the outer handle be used again by what was begun inside and outlives it', async () => {
      let release = (): void => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      let later: Promise<unknown> = Promise.resolve();
      await owner.transaction(async () => {
        later = gate.then(() => owner.sources.count());
      });
      release();
      await expect(later).resolves.toMatchObject({ sources: 1 });
    });

    it('runs many side by side, one after another', async () => {
      const many = Array.from({ length: 20 }, (_, index) =>
        owner.transaction(async (tx) => {
          const before = (await tx.sources.count()).sources;
          await addSource(tx, [`text ${index}`]);
          expect((await tx.sources.count()).sources).toBe(before + 1);
        }),
      );
      await Promise.all(many);
      expect((await owner.sources.count()).sources).toBe(21);
      expect(await stores.maintenance.problems()).toEqual([]);
    });

    it('knows its one local user, and puts others once', async () => {
      const user = await stores.localUser();
      expect(await stores.localUser()).toEqual(user);
      await stores.putUser({ id: owner.owner, name: 'again', createdAt: AT });
      expect((await owner.sources.count()).sources).toBe(21);
      expect((await stores.for(user.id).threads.inbox()).name).toBe('Inbox');
    });
  });
};
