import { existsSync } from 'node:fs';

const GLOB = /[*?[{]/;

/**
 * What a shell does where it was kept from it by quotes: an input that names no file and holds glob signs
 * becomes its matches, written as the person wrote the pattern. One without matches stays as it is.
 */
export const expandGlobs = async (inputs: readonly string[]): Promise<string[]> => {
  const expanded: string[] = [];
  for (const input of inputs) {
    const matches = GLOB.test(input) && !existsSync(input) ? await matchesOf(input) : [];
    expanded.push(...(matches.length > 0 ? matches : [input]));
  }
  return expanded;
};

const matchesOf = async (pattern: string): Promise<string[]> => {
  const { glob } = await import('tinyglobby');
  const matches = await glob(pattern, {
    onlyFiles: true,
    expandDirectories: false,
    absolute: pattern.startsWith('/'),
  });
  return matches.sort();
};
