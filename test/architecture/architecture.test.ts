import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Problem } from './rules/rule.ts';
import { RULES } from './rules.ts';
import { folderTree, repositoryTree, type Tree } from './tree.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const repository = repositoryTree(root);

const shown = ({ path, line, message }: Problem): string =>
  `${path}${line === undefined ? '' : `:${line}`} ${message}`;

describe('the repository', () => {
  it.each(RULES)('keeps the rule $name', ({ name, counts, check }) => {
    const { looked, problems } = check(repository);
    process.stdout.write(`${name}: looked at ${looked} ${counts}\n`);
    expect(looked).toBeGreaterThan(0);
    expect(problems.map(shown)).toEqual([]);
  });
});

/** Lines of a fixture tree that say `breaks`; a file whose fault has no line says it anywhere. */
const marksOf = (tree: Tree): Problem[] =>
  tree.listed.flatMap((path) =>
    tree
      .read(path)
      .toString('utf8')
      .split('\n')
      .flatMap((line, index) =>
        /(?:\/\/|#) breaks/.test(line) ? [{ path, line: index + 1, message: '' }] : [],
      ),
  );

describe('a tree that breaks the rule', () => {
  it.each(RULES)('$name', ({ name, check }) => {
    const tree = folderTree(fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url)));
    const marks = marksOf(tree);
    const { problems } = check(tree);
    expect(marks.length).toBeGreaterThan(0);
    const matches = (mark: Problem, problem: Problem): boolean =>
      mark.path === problem.path && (problem.line === undefined || problem.line === mark.line);
    expect(marks.filter((mark) => !problems.some((problem) => matches(mark, problem))).map(shown)).toEqual(
      [],
    );
    expect(problems.filter((problem) => !marks.some((mark) => matches(mark, problem))).map(shown)).toEqual(
      [],
    );
  });
});
