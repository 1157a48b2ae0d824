import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OwnerHandle, Stores } from '../ports/stores.ts';
import { AT, addSource, newDocument, newFile, newId, newOwner, newSha256 } from './specimens.ts';

type Here = { stores: Stores; owner: OwnerHandle };

const writing = (here: Here): void => {
  it('stores a source whole and gives it back as it was', async () => {
    const added = await addSource(here.owner, ['first passage', 'second passage'], {
      facts: {
        title: { value: 'On Sources', origin: 'first_page' },
        authors: { value: [{ family: 'Zhang', given: 'Wei' }], origin: 'first_page' },
        year: { value: 2023, origin: 'metadata' },
      },
    });
    const source = await here.owner.sources.find(added.key);
    expect(source).toMatchObject({
      id: added.sourceId,
      title: 'On Sources',
      authors: [{ family: 'Zhang', given: 'Wei' }],
      year: 2023,
      doi: null,
      passages: 2,
      pages: 2,
      formulas: 0,
    });
    expect(await here.owner.sources.passages(added.sourceId)).toEqual(
      added.passages.map((entry) => entry.passage),
    );
    expect(await here.owner.sources.passages(added.sourceId, 2)).toEqual([added.passages[1]!.passage]);
    expect(await here.owner.sources.findFile(added.file.sha256)).toEqual({
      file: added.file,
      sourceKey: added.key,
      documents: [added.document],
      passages: 2,
    });
    expect(await here.owner.sources.files(added.sourceId)).toMatchObject([
      { file: added.file, document: added.document, facts: { year: { value: 2023 } } },
    ]);
  });

  it('changes nothing when everything is put again', async () => {
    const { sources } = here.owner;
    const { sourceId, key, file, document, passages } = await addSource(here.owner, ['one', 'two']);
    await sources.putSource({ id: sourceId, key: 'another', kind: 'pdf', titleForm: 'x', addedAt: 1 });
    await sources.putFile(file, {}, []);
    await sources.putDocument(document, passages);
    expect(await sources.count()).toEqual({ sources: 1, passages: 2 });
    expect((await sources.find(key))?.id).toBe(sourceId);
    expect(await sources.isKeyTaken('another')).toBe(false);
    expect((await here.owner.lexical.stats([{ term: 'one' }])).documentFrequency.get('one')).toBe(1);
  });

  it('shows the best fact of all files: by origin first, then of the latest file', async () => {
    const { sources } = here.owner;
    const { sourceId, key } = await addSource(here.owner, ['a'], {
      facts: {
        title: { value: 'Old title', origin: 'metadata' },
        venue: { value: 'X', origin: 'user' },
        year: { value: 2001, origin: 'user' },
      },
    });
    const later = newFile(sourceId, { addedAt: AT + 1 });
    await sources.putFile(
      later,
      { title: { value: 'New title', origin: 'metadata' }, year: { value: 2002, origin: 'file_name' } },
      ['repaired'],
    );
    expect(await sources.find(key)).toMatchObject({ title: 'New title', year: 2001, notes: ['repaired'] });
  });

  it('keeps older readings, with one current and first', async () => {
    const { sources } = here.owner;
    const { sourceId, file, document } = await addSource(here.owner, ['old words', 'more words']);
    const next = newDocument(file.id, ['new words'], { reader: 'reader 2' });
    await sources.putDocument(next.document, next.passages);
    const known = await sources.findFile(file.sha256);
    expect(known?.documents.map((entry) => entry.id)).toEqual([next.document.id, document.id]);
    expect(known?.passages).toBe(1);
    expect((await sources.passages(sourceId)).map((passage) => passage.text)).toEqual(['new words']);
    expect(await sources.count()).toEqual({ sources: 1, passages: 1 });
    expect(await here.stores.maintenance.problems()).toEqual([]);
  });

  it('gives passages by id in the order asked, with their source, of older readings too', async () => {
    const { sources } = here.owner;
    const { key, file, passages } = await addSource(here.owner, ['one', 'two']);
    const next = newDocument(file.id, ['three']);
    await sources.putDocument(next.document, next.passages);
    const ids = [passages[1]!, next.passages[0]!, passages[0]!].map((entry) => entry.passage.id);
    const found = await sources.passagesById([...ids, '0'.repeat(32)]);
    expect(found.map((entry) => entry.passage.text)).toEqual(['two', 'three', 'one']);
    expect(found[0]).toMatchObject({ sourceKey: key, fileSha256: file.sha256, fileName: file.name });
  });
};

const finding = (here: Here): void => {
  it('finds by key and by unique end of the id, of four characters or more', async () => {
    const { sourceId, key } = await addSource(here.owner, ['a'], { key: 'zhang2023words' });
    const { find } = here.owner.sources;
    expect((await find(key))?.id).toBe(sourceId);
    expect((await find(sourceId))?.id).toBe(sourceId);
    expect((await find(sourceId.slice(-8).toUpperCase()))?.id).toBe(sourceId);
    expect(await find(sourceId.slice(-3))).toBeUndefined();
    expect(await find('%%%%')).toBeUndefined();
    expect(await find('____')).toBeUndefined();
  });

  it('says that an end of several ids is ambiguous, unless it is a key', async () => {
    const put = (id: string, key: string) =>
      here.owner.sources.putSource({ id, key, kind: 'text', titleForm: '', addedAt: AT });
    const end = newId().slice(-10);
    const ids = [newId().slice(0, -10) + end, newId().slice(0, -10) + end];
    await put(ids[0]!, 'first');
    await put(ids[1]!, 'second');
    await expect(here.owner.sources.find(end)).rejects.toMatchObject({ code: 'id_ambiguous' });
    expect((await here.owner.sources.find(ids[1]!))?.key).toBe('second');
    await put(newId(), end);
    expect((await here.owner.sources.find(end))?.key).toBe(end);
  });

  it('finds identities by DOI and arXiv id of any file in any case, and by title form', async () => {
    const { sources } = here.owner;
    const { sourceId } = await addSource(here.owner, ['a'], {
      titleForm: 'on the form of titles',
      facts: {
        authors: { value: [{ family: 'Zhang' }, { family: '李' }], origin: 'user' },
        doi: { value: '10.1000/ABC', origin: 'first_page' },
      },
    });
    await sources.putFile(newFile(sourceId), { arxivId: { value: '2301.00001', origin: 'first_page' } }, []);
    await addSource(here.owner, ['b'], { titleForm: '' });
    const none = { doi: null, arxivId: null, titleForm: '' };
    expect(await sources.findIdentities(none)).toEqual([]);
    for (const sought of [
      { ...none, doi: '10.1000/abc' },
      { ...none, arxivId: '2301.00001' },
      { ...none, titleForm: 'on the form of titles' },
    ])
      expect(await sources.findIdentities(sought)).toMatchObject([
        { id: sourceId, families: ['Zhang', '李'], doi: '10.1000/ABC' },
      ]);
    expect(await sources.findIdentities({ ...none, doi: '10.1000/abcd' })).toEqual([]);
  });

  it('names the nearest keys of a mistyped one', async () => {
    for (const key of ['zhang2023words', 'zhang2023world', 'li1999'])
      await addSource(here.owner, ['a'], { key });
    expect(await here.owner.sources.nearestKeys('zhang2023wrods')).toEqual([
      'zhang2023words',
      'zhang2023world',
    ]);
    expect(await here.owner.sources.nearestKeys('qqqqqqqq')).toEqual([]);
  });

  it('lists newest first, and a page stays where it was while sources are added', async () => {
    const { sources } = here.owner;
    const keys = ['a1', 'a2', 'a3', 'a4', 'a5'];
    for (const key of keys) await addSource(here.owner, [], { key });
    const first = await sources.list({ limit: 2 });
    expect(first.items.map((source) => source.key)).toEqual(['a5', 'a4']);
    await addSource(here.owner, [], { key: 'a6' });
    const second = await sources.list({ limit: 2, cursor: first.next! });
    expect(second.items.map((source) => source.key)).toEqual(['a3', 'a2']);
    const third = await sources.list({ limit: 2, cursor: second.next! });
    expect(third).toMatchObject({ items: [{ key: 'a1' }], next: null });
    await expect(sources.list({ limit: 2, cursor: 'nonsense' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('knows nothing of what is not there', async () => {
    const { sources } = here.owner;
    expect(await sources.find('nobody')).toBeUndefined();
    expect(await sources.findFile(newSha256())).toBeUndefined();
    expect(await sources.files(newId())).toEqual([]);
    expect(await sources.passages(newId())).toEqual([]);
    expect(await sources.count()).toEqual({ sources: 0, passages: 0 });
  });
};

export const describeSources = (name: string, open: () => Promise<Stores>): void => {
  describe(`sources of ${name}`, () => {
    const here = {} as Here;
    beforeAll(async () => {
      here.stores = await open();
    });
    beforeEach(async () => {
      here.owner = await newOwner(here.stores);
    });
    afterAll(() => here.stores.close());
    writing(here);
    finding(here);
  });
};
