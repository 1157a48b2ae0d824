import { flagNameOf, type SettingName } from '@stemma/contract/settings';

/** Where the value of a setting comes from. `path` of an environment value is the `.env` it stands in. */
export type Origin =
  | { readonly kind: 'default' }
  | { readonly kind: 'flag'; readonly flag: string }
  | { readonly kind: 'environment'; readonly name: string; readonly path: string | null }
  | { readonly kind: 'user' | 'project'; readonly path: string; readonly line: number };

/** The origin in signs that need no language, for faults: `--top-k`, `STEMMA_TOP_K`, `config.yaml:3`. */
export const originPlace = (origin: Origin): string => {
  switch (origin.kind) {
    case 'default':
      return 'default';
    case 'flag':
      return origin.flag;
    case 'environment':
      return origin.path === null ? origin.name : `${origin.name} (${origin.path})`;
    case 'user':
    case 'project':
      return `${origin.path}:${origin.line}`;
  }
};

/** A value as it was found, before it is checked. */
export type Found = { readonly raw: unknown; readonly origin: Origin };

/** One source of settings. */
export type Layer = ReadonlyMap<SettingName, Found>;

/** A line that has no effect: a reach setting in a project, or a name this release does not know. */
export type Ignored = {
  readonly name: string;
  readonly reason: 'reach_in_project' | 'unknown';
  readonly nearest: string;
  readonly origin: Origin;
};

export type Flags = { readonly [N in SettingName]?: string | number | undefined };

/** Flags of the command line as a layer. `color` is set by `--no-color`. */
export const layerOfFlags = (flags: Flags): Layer => {
  const layer = new Map<SettingName, Found>();
  for (const [name, raw] of Object.entries(flags) as [SettingName, string | number | undefined][]) {
    if (raw === undefined) continue;
    const flag = name === 'color' ? '--no-color' : flagNameOf(name);
    layer.set(name, { raw, origin: { kind: 'flag', flag } });
  }
  return layer;
};
