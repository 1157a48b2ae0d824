import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OwnerHandle, Stores } from '../ports/stores.ts';
import { AT, addSource, newFile, newId, newOwner } from './specimens.ts';

type Here = { stores: Stores; owner: OwnerHandle };

const NONE = { doi: null, arxivId: null, titleForm: '' };

const keysAndMerges = (here: Here): void => {
  it('shows an imported key and keeps the generated one as another name', async () => {
    const { sources } = here.owner;
    const { sourceId, key } = await addSource(here.owner, ['a']);
    await sources.setKey(sourceId, 'Imported:1', 'import');
    await sources.setKey(sourceId, 'Imported:1', 'import');
    expect(await sources.keys(sourceId)).toEqual({ keys: ['Imported:1', key], origin: 'import' });
    expect((await sources.find(key))?.key).toBe('Imported:1');
  });

  it('hides a merged source behind its keys, and brings it back with them', async () => {
    const { sources } = here.owner;
    const a = await addSource(here.owner, ['one'], { key: 'a' });
    const b = await addSource(here.owner, ['two'], { key: 'b' });
    await sources.putAlias(b.sourceId, 'b-alias');
    await sources.moveFile(b.file.id, a.sourceId);
    await sources.putJoin(a.sourceId, { fileId: b.file.id, by: 'hand', formerSourceId: b.sourceId, at: AT });
    await sources.mergeSource(b.sourceId, a.sourceId);
    expect((await sources.list({ limit: 9 })).items.map(({ key }) => key)).toEqual(['a']);
    expect(await sources.count()).toEqual({ sources: 1, passages: 2 });
    expect((await sources.find('b-alias'))?.id).toBe(a.sourceId);
    expect(await sources.find(b.sourceId)).toBeUndefined();
    expect(await sources.joins(a.sourceId)).toEqual([
      { fileId: b.file.id, by: 'hand', formerSourceId: b.sourceId, formerKey: 'b', at: AT },
    ]);
    await sources.reviveSource(b.sourceId);
    await sources.moveFile(b.file.id, b.sourceId);
    await sources.endJoins(a.sourceId, b.file.id, AT);
    expect(await sources.keys(b.sourceId)).toEqual({ keys: ['b', 'b-alias'], origin: 'generated' });
    expect(await sources.find('a')).toMatchObject({ passages: 1 });
    expect(await sources.find('b')).toMatchObject({ passages: 1 });
    expect(await sources.joins(a.sourceId)).toEqual([]);
    expect(await here.stores.maintenance.problems()).toEqual([]);
  });

  it('remembers which sources are two works, both ways, until that is taken back', async () => {
    const { sources } = here.owner;
    const [a, b] = [await addSource(here.owner, []), await addSource(here.owner, [])];
    await sources.setDifferent(a.sourceId, b.sourceId, true);
    await sources.setDifferent(a.sourceId, b.sourceId, true);
    expect(await sources.differentFrom(b.sourceId)).toEqual([a.sourceId]);
    expect(await sources.differentFrom(a.sourceId)).toEqual([b.sourceId]);
    await sources.setDifferent(b.sourceId, a.sourceId, false);
    expect(await sources.differentFrom(a.sourceId)).toEqual([]);
  });
};

const standings = (here: Here): void => {
  it('searches no file that is not current, keeps its passages, and takes it up again', async () => {
    const { sources, lexical } = here.owner;
    const { sourceId, file, document, passages } = await addSource(here.owner, ['argon']);
    const found = () => lexical.candidates([{ term: 'argon' }], { limit: 5, filter: {} });
    await sources.setStanding(file.id, 'older');
    expect(await found()).toEqual([]);
    expect(await sources.files(sourceId)).toMatchObject([{ standing: 'older', document: null }]);
    expect(await sources.find(sourceId)).toMatchObject({ passages: 0 });
    const id = passages[0]!.passage.id;
    expect((await sources.passagesById([id]))[0]?.passage.text).toBe('argon');
    expect(await sources.passagesOf(document.id)).toEqual([passages[0]!.passage]);
    await sources.setStanding(file.id, 'current');
    await sources.putDocument(document, passages);
    expect(await found()).toHaveLength(1);
    expect(await sources.find(sourceId)).toMatchObject({ passages: 1 });
    expect(await here.stores.maintenance.problems()).toEqual([]);
  });

  it('tells the version of the file a passage was read from, not of the work', async () => {
    const version = (value: number) => ({
      facts: {
        arxivId: { value: '2401.00001', origin: 'first_page' as const },
        arxivVersion: { value, origin: 'first_page' as const },
      },
    });
    const { sources } = here.owner;
    const old = await addSource(here.owner, ['old'], version(1));
    await sources.putFile(newFile(old.sourceId, { addedAt: AT + 1 }), version(2).facts, []);
    expect(await sources.find(old.sourceId)).toMatchObject({ arxivVersion: 2 });
    const [read] = await sources.passagesById([old.passages[0]!.passage.id]);
    expect(read).toMatchObject({ arxivVersion: 1, fileKind: 'pdf' });
  });
};

const records = (here: Here): void => {
  it('keeps an entry with its place, and finds it there until it is replaced', async () => {
    const { sources } = here.owner;
    const sourceId = newId();
    await sources.putSource({
      id: sourceId,
      key: 'k',
      kind: 'record',
      titleForm: '',
      addedAt: AT,
      keyOrigin: 'import',
    });
    const file = newFile(sourceId, { kind: 'record' });
    const item = { id: 'k', type: 'book' as const, title: 'T' };
    const facts = {
      title: { value: 'T', origin: 'import' as const },
      doi: { value: '10.1/x', origin: 'import' as const },
    };
    await sources.putFile(file, facts, [], { titleForm: 'some title', record: { item, entry: '/a.bib#k' } });
    expect(await sources.find('k')).toMatchObject({ kind: 'record', title: 'T', pages: 0 });
    expect(await sources.findEntry('/a.bib#k')).toMatchObject({ file, sourceKey: 'k', documents: [] });
    expect(await sources.files(sourceId)).toMatchObject([{ record: item, entry: '/a.bib#k' }]);
    expect(await sources.findIdentities({ ...NONE, titleForm: 'some title' })).toMatchObject([
      { id: sourceId },
    ]);
    await sources.setStanding(file.id, 'replaced');
    expect(await sources.findEntry('/a.bib#k')).toBeUndefined();
    expect(await sources.findIdentities({ ...NONE, doi: '10.1/x' })).toEqual([]);
  });

  it('overrules facts by what the person says, finds by it, and keeps every change', async () => {
    const { sources } = here.owner;
    const { sourceId } = await addSource(here.owner, ['a'], {
      facts: { year: { value: 2001, origin: 'import' } },
    });
    const edits = [
      { field: 'year', value: 1999, at: AT },
      { field: 'doi', value: '10.1/person', at: AT },
      { field: 'year', value: null, at: AT + 1 },
    ] as const;
    await sources.putEdit(sourceId, edits[0]);
    expect(await sources.find(sourceId)).toMatchObject({ year: 1999 });
    await sources.putEdit(sourceId, edits[1]);
    await sources.putEdit(sourceId, edits[2]);
    expect(await sources.find(sourceId)).toMatchObject({ year: 2001, doi: '10.1/person' });
    expect(await sources.edits(sourceId)).toEqual(edits);
    expect((await sources.facts(sourceId)).doi).toEqual({ value: '10.1/person', origin: 'user' });
    expect(await sources.findIdentities({ ...NONE, doi: '10.1/person' })).toMatchObject([
      { id: sourceId, dois: ['10.1/person'] },
    ]);
  });

  it('lets no owner reach or change what is another’s', async () => {
    const other = await newOwner(here.stores);
    const { sourceId, file } = await addSource(here.owner, ['a'], { key: 'mine' });
    await here.owner.sources.putEdit(sourceId, { field: 'year', value: 1999, at: AT });
    expect(await other.sources.edits(sourceId)).toEqual([]);
    expect(await other.sources.joins(sourceId)).toEqual([]);
    expect(await other.sources.findEntry('anything')).toBeUndefined();
    await expect(other.sources.setStanding(file.id, 'older')).rejects.toThrow();
    await expect(other.sources.moveFile(file.id, sourceId)).rejects.toThrow();
    expect(await here.owner.sources.find('mine')).toMatchObject({ year: 1999, passages: 1 });
  });
};

export const describeSourceChanges = (name: string, open: () => Promise<Stores>): void => {
  describe(`changes of sources of ${name}`, () => {
    const here = {} as Here;
    beforeAll(async () => {
      here.stores = await open();
    });
    beforeEach(async () => {
      here.owner = await newOwner(here.stores);
    });
    afterAll(() => here.stores.close());
    keysAndMerges(here);
    standings(here);
    records(here);
  });
};
