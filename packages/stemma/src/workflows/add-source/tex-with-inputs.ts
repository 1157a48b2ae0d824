import { LIMITS } from '@stemma/contract/limits';
import { findTexInputs } from '../../core/document/tex-inputs.ts';
import type { FoundFile, LocalFiles } from '../../ports/local-files.ts';

const { depth: DEEPEST, files: MOST_FILES } = LIMITS.texInputs;

type Budget = { bytes: number; files: number };

/**
 * TeX source with the files it takes in set in place, so that what is kept and hashed is what is read.
 * Only files in the folder of the first one or below it are taken; what is missing, outside, a loop or
 * beyond the limits stays as the command that names it.
 */
export async function* readTexWithInputs(
  files: LocalFiles,
  file: FoundFile,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const budget: Budget = { bytes: LIMITS.texBytes, files: MOST_FILES };
  const text = await readLatin(files, file, budget, signal);
  yield toBytes(await withInputs(files, file, text, [file.path], budget, signal));
}

const withInputs = async (
  files: LocalFiles,
  root: FoundFile,
  text: string,
  open: readonly string[],
  budget: Budget,
  signal: AbortSignal,
): Promise<string> => {
  if (open.length > DEEPEST) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, name } of findTexInputs(text, stemOf(root.path))) {
    signal.throwIfAborted();
    const found = await files.beside(root, name);
    if (found === undefined || open.includes(found.path) || budget.files <= 0) continue;
    const { sizeBytes } = await files.stat(found);
    if (sizeBytes > budget.bytes) continue;
    budget.files -= 1;
    const inner = await readLatin(files, found, budget, signal);
    parts.push(text.slice(from, start));
    parts.push(await withInputs(files, root, inner, [...open, found.path], budget, signal));
    from = end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from);
};

const stemOf = (path: string): string =>
  path
    .split(/[\\/]/u)
    .at(-1)!
    .replace(/\.[^.]+$/u, '');

const CHUNK = 8192;

/** Bytes as characters of the same number: commands are ASCII, and the encoding is the reader's concern. */
const readLatin = async (
  files: LocalFiles,
  file: FoundFile,
  budget: Budget,
  signal: AbortSignal,
): Promise<string> => {
  const parts: string[] = [];
  for await (const bytes of files.read(file, signal)) {
    budget.bytes -= bytes.length;
    for (let at = 0; at < bytes.length; at += CHUNK)
      parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  }
  return parts.join('');
};

const toBytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
