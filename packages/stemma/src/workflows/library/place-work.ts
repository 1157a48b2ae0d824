import type { ItemRemark } from '@stemma/contract/events';
import type { Id } from '@stemma/contract/ids';
import type { Facts, JoinedBy, SourceKind } from '@stemma/contract/records';
import { citationKeyChoices, keyChoices } from '../../core/source/citation-key.ts';
import { decideIdentity, familyForms } from '../../core/source/identity.ts';
import { titleForm } from '../../core/source/title-form.ts';
import type { OwnedStores } from '../../ports/stores.ts';

/** A file or record on its way to its source. */
export type Work = {
  facts: Facts;
  kind: SourceKind;
  sha256: string;
  /** What a key is made of when nothing else is known. */
  fileName: string;
  /** Citation key of the imported entry; it is kept. */
  importedKey: string | null;
};

export type Placement = {
  sourceId: Id;
  key: string;
  isNew: boolean;
  joinedBy: JoinedBy | null;
  remarks: ItemRemark[];
};

export type PlaceScope = { now(): number; newId(key: string): string };

export const titleFormOf = ({ title }: Facts): string =>
  title && title.origin !== 'file_name' ? titleForm(title.value) : '';

export const describeWork = (facts: Facts) => ({
  titleForm: titleFormOf(facts),
  families: familyForms(facts.authors?.value ?? []),
  year: facts.year?.value ?? null,
  doi: facts.doi?.value ?? null,
  arxivId: facts.arxivId?.value ?? null,
});

export const keyFactsOf = (facts: Facts, fileName: string) => ({
  authors: facts.authors?.value ?? [],
  year: facts.year?.value ?? null,
  title: facts.title?.origin === 'file_name' ? null : (facts.title?.value ?? null),
  fileName,
});

export const freeKey = async (tx: OwnedStores, choices: readonly string[]): Promise<string> => {
  for (const key of choices) if (!(await tx.sources.isKeyTaken(key))) return key;
  throw new TypeError(`no key is free among ${choices.join(', ')}`);
};

const keyTaken = (wanted: string, key: string): ItemRemark[] =>
  key === wanted ? [] : [{ code: 'key_taken', params: { wanted, key } }];

/**
 * Gives a source the key it was imported under: a generated key gives way and stays as an alias; beside
 * an imported one the new key is the alias.
 */
export const giveImportedKey = async (
  tx: OwnedStores,
  sourceId: Id,
  { importedKey, sha256 }: Pick<Work, 'importedKey' | 'sha256'>,
): Promise<{ key: string; remarks: ItemRemark[] }> => {
  const { keys, origin } = await tx.sources.keys(sourceId);
  const shown = keys[0]!;
  if (importedKey === null || (origin === 'import' && keys.includes(importedKey)))
    return { key: shown, remarks: [] };
  const key = keys.includes(importedKey) ? importedKey : await freeKey(tx, keyChoices(importedKey, sha256));
  if (origin === 'generated') {
    await tx.sources.setKey(sourceId, key, 'import');
    return { key, remarks: keyTaken(importedKey, key) };
  }
  await tx.sources.putAlias(sourceId, key);
  return { key: shown, remarks: keyTaken(importedKey, key) };
};

const placeNew = async (
  tx: OwnedStores,
  scope: PlaceScope,
  work: Work,
  duplicateOf: string | null,
): Promise<Placement> => {
  const { importedKey, sha256, facts, fileName } = work;
  const choices =
    importedKey === null
      ? citationKeyChoices(keyFactsOf(facts, fileName), sha256)
      : keyChoices(importedKey, sha256);
  const key = await freeKey(tx, choices);
  const sourceId = scope.newId(`source:${sha256}`);
  await tx.sources.putSource({
    id: sourceId,
    key,
    kind: work.kind,
    titleForm: titleFormOf(facts),
    addedAt: scope.now(),
    keyOrigin: importedKey === null ? 'generated' : 'import',
  });
  const hint: ItemRemark[] =
    duplicateOf === null ? [] : [{ code: 'same_title', params: { key, other: duplicateOf } }];
  const taken = importedKey === null ? [] : keyTaken(importedKey, key);
  return { sourceId, key, isNew: true, joinedBy: null, remarks: [...taken, ...hint] };
};

/** The source of the same work, or a new one. Nothing is joined without a remark that says so. */
export const placeWork = async (tx: OwnedStores, scope: PlaceScope, work: Work): Promise<Placement> => {
  const described = describeWork(work.facts);
  const candidates = await tx.sources.findIdentities(described);
  const decision = decideIdentity(described, candidates);
  if (decision.kind === 'new') return placeNew(tx, scope, work, decision.duplicateOf);
  const { key, remarks } = await giveImportedKey(tx, decision.sourceId, work);
  const joined: ItemRemark = { code: `joined_by_${decision.by}`, params: { key } };
  return {
    sourceId: decision.sourceId,
    key,
    isNew: false,
    joinedBy: decision.by,
    remarks: [joined, ...remarks],
  };
};

/** What is worth telling of the versions of a source after a file of it was stored. */
export const versionRemarks = async (tx: OwnedStores, sourceId: Id, fileId: Id): Promise<ItemRemark[]> => {
  const files = await tx.sources.files(sourceId);
  const own = files.find(({ file }) => file.id === fileId);
  const version = own?.facts.arxivVersion?.value;
  if (!own || version === undefined) return [];
  const versions = files
    .filter(
      ({ file, facts, standing }) =>
        standing !== 'replaced' &&
        (file.kind === 'record') === (own.file.kind === 'record') &&
        facts.arxivId?.value === own.facts.arxivId?.value,
    )
    .map(({ facts }) => facts.arxivVersion?.value ?? 0);
  const newer = Math.max(...versions);
  if (newer > version) return [{ code: 'older_version', params: { version, newer } }];
  return versions.some((other) => other > 0 && other < version)
    ? [{ code: 'newer_version', params: { version } }]
    : [];
};
