import { adaptersAmong, type Direction, directions } from '../directions.ts';
import { type Import, isTest, type Source } from '../source.ts';
import { isSource } from '../tree.ts';
import type { Problem, Rule } from './rule.ts';

/** The graph is worth nothing for files it never saw. */
export const everySourceSeen: Rule = {
  name: 'every-source-seen',
  counts: 'source files that git lists',
  check: ({ listed, sources }) => {
    const seen = new Map(sources.map((source) => [source.path, source]));
    const wanted = listed.filter(isSource);
    const problems = wanted.flatMap((path): Problem[] => {
      const source = seen.get(path);
      if (!source) return [{ path, message: 'is in no folder that the rules look at' }];
      return source.errors.map((error) => ({ path, message: `does not parse: ${error}` }));
    });
    return { looked: wanted.length, problems };
  },
};

const isFile = (target: string): boolean => /^(?:packages|test|scripts)\//.test(target);

const refusal = (
  direction: Direction,
  { target, isType, isDynamic, specifier }: Import,
): string | undefined => {
  if (specifier === '') return 'imports a module whose name is computed';
  const begins = (prefix: string): boolean => target.startsWith(prefix);
  if (!isFile(target)) {
    const { packages } = direction;
    return packages.includes('*') || packages.includes(target) ? undefined : `imports the package ${target}`;
  }
  if (isTest(target)) return `imports ${target}, which is for tests`;
  if (direction.to.some(begins)) return undefined;
  if (!direction.lazily?.some(begins)) return `imports ${target}`;
  return isDynamic || isType ? undefined : `imports ${target} at start; only await import() is allowed`;
};

export const importDirections: Rule = {
  name: 'import-directions',
  counts: 'imports',
  check: ({ sources }) => {
    const table = directions(adaptersAmong(sources.map((source) => source.path)));
    const under = sources.filter(({ path }) => !isTest(path) && path.startsWith('packages/'));
    const problems = under.flatMap((source): Problem[] => {
      const direction = table.find(({ from }) => source.path.startsWith(from));
      if (!direction)
        return [{ path: source.path, message: 'is in a folder without a row in directions.ts' }];
      return source.imports.flatMap((entry) => {
        const message = refusal(direction, entry);
        return message === undefined ? [] : [{ path: source.path, line: entry.line, message }];
      });
    });
    return { looked: under.reduce((sum, source) => sum + source.imports.length, 0), problems };
  },
};

/** Files of a cycle of runtime imports, found by depth-first search; each cycle once. */
const findCycles = (edges: ReadonlyMap<string, readonly string[]>): string[][] => {
  const cycles: string[][] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (path: string, trail: readonly string[]): void => {
    state.set(path, 'open');
    for (const next of edges.get(path) ?? []) {
      if (state.get(next) === 'open') cycles.push([...trail.slice(trail.indexOf(next)), next]);
      else if (!state.has(next)) visit(next, [...trail, next]);
    }
    state.set(path, 'done');
  };
  for (const path of edges.keys()) if (!state.has(path)) visit(path, [path]);
  return cycles;
};

export const runtimeCycles: Rule = {
  name: 'runtime-cycles',
  counts: 'imports at run time',
  check: ({ sources }) => {
    const known = new Set(sources.map((source) => source.path));
    const edgesOf = (source: Source): string[] =>
      source.imports.filter(({ isType, isDynamic }) => !isType && !isDynamic).map(({ target }) => target);
    const edges = new Map(
      sources.map((source) => [source.path, edgesOf(source).filter((path) => known.has(path))]),
    );
    return {
      looked: [...edges.values()].reduce((sum, targets) => sum + targets.length, 0),
      problems: findCycles(edges).map((cycle) => ({
        path: cycle[0]!,
        message: `cycle: ${cycle.join(' → ')}`,
      })),
    };
  },
};

/** An import of a file that is not there compiles nowhere, but a resolver of ours could miss it. */
export const importsResolve: Rule = {
  name: 'imports-resolve',
  counts: 'imports of files',
  check: ({ sources, listed }) => {
    const known = new Set([...listed, ...sources.map((source) => source.path)]);
    const imports = sources.flatMap(({ path, imports: all }) =>
      all.filter(({ target }) => isFile(target)).map((entry) => ({ path, ...entry })),
    );
    const problems = imports
      .filter(({ target }) => !known.has(target))
      .map(({ path, line, target }) => ({ path, line, message: `imports ${target}, which is not there` }));
    return { looked: imports.length, problems };
  },
};
