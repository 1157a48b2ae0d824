import { readFileSync, statSync } from 'node:fs';
import { nearestName } from '@stemma/contract/nearest';
import { isSettingName, SETTING_NAMES, SETTINGS, type SettingName } from '@stemma/contract/settings';
import type { Document } from 'yaml';
import { StemmaError } from '../errors/stemma-error.ts';
import { type Found, type Ignored, type Layer, originPlace } from './origin.ts';

/** Far more than any settings file needs. */
const LARGEST_BYTES = 1024 ** 2;

const unreadable = (path: string, reason: string, cause?: unknown): StemmaError =>
  new StemmaError('config_unreadable', { path, reason }, { cause });

/** Reads a small settings file; never waits on a pipe. */
export const readConfigText = (path: string): string => {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw unreadable(path, 'it is not a regular file');
    if (stat.size > LARGEST_BYTES) throw unreadable(path, 'it is larger than 1 MB');
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof StemmaError) throw error;
    throw unreadable(path, (error as Error).message, error);
  }
};

export type SettingsDocument = { readonly document: Document; lineOf(offset: number): number };

/** Parses a settings file into a document that can be changed and written back with its comments. */
export const parseSettingsDocument = async (path: string, text: string): Promise<SettingsDocument> => {
  const { LineCounter, parseDocument, isMap } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: true });
  const [problem] = document.errors;
  if (problem) throw unreadable(path, problem.message.split('\n')[0] ?? problem.code, problem);
  if (document.contents !== null && !isMap(document.contents))
    throw unreadable(path, 'it must hold lines of the form `name: value`');
  return { document, lineOf: (offset) => lines.linePos(offset).line };
};

type Entry = { readonly name: string; readonly raw: unknown; readonly line: number };

const readEntries = async (path: string): Promise<Entry[]> => {
  const { isMap, isScalar } = await import('yaml');
  const { document, lineOf } = await parseSettingsDocument(path, readConfigText(path));
  if (!isMap(document.contents)) return [];
  return document.contents.items.map(({ key, value }) => ({
    name: isScalar(key) ? String(key.value) : String(key),
    raw: isScalar(value) ? value.value : String(value ?? ''),
    line: isScalar(key) && key.range ? lineOf(key.range[0]) : 1,
  }));
};

/** What becomes of a fault in a file: thrown, or noted so that the rest can still be read. */
export type Complain = (fault: StemmaError) => void;

/** The user's own file: every setting counts, an unknown name is a fault. */
export const readUserFile = async (path: string, complain: Complain): Promise<Layer> => {
  const layer = new Map<SettingName, Found>();
  for (const { name, raw, line } of await readEntries(path)) {
    const origin = { kind: 'user', path, line } as const;
    if (isSettingName(name)) layer.set(name, { raw, origin });
    else
      complain(
        new StemmaError('setting_unknown', {
          name,
          nearest: nearestName(name, SETTING_NAMES),
          origin: originPlace(origin),
        }),
      );
  }
  return layer;
};

/** A project's file, which may come from somebody else: taste counts, all else is reported and ignored. */
export const readProjectFile = async (path: string): Promise<{ layer: Layer; ignored: Ignored[] }> => {
  const layer = new Map<SettingName, Found>();
  const ignored: Ignored[] = [];
  for (const { name, raw, line } of await readEntries(path)) {
    const origin = { kind: 'project', path, line } as const;
    if (!isSettingName(name))
      ignored.push({ name, reason: 'unknown', nearest: nearestName(name, SETTING_NAMES), origin });
    else if (SETTINGS[name].class === 'reach')
      ignored.push({ name, reason: 'reach_in_project', nearest: '', origin });
    else layer.set(name, { raw, origin });
  }
  return { layer, ignored };
};
