import { posix } from 'node:path';
import { type Node, walkNodes } from '../source.ts';
import type { Problem, Rule } from './rule.ts';

const CODE = /\.(?:[cm]?[jt]sx?|sh)$/;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Trees that break the rules on purpose. */
const FIXTURES = 'test/architecture/fixtures/';
/** Words that say nothing about what a thing is. */
const EMPTY_WORDS = new Set(['util', 'utils', 'misc', 'helper', 'helpers', 'manager', 'service', 'impl']);
const EMPTY_ENDINGS = /(?:Utils?|Helpers?|Manager|Service|Impl|Misc)$/;
const INTERFACE_PREFIX = /^I[A-Z][a-z]/;

const nameProblem = (name: string): string | undefined => {
  if (!KEBAB.test(name)) return `"${name}" is not in kebab-case`;
  if (name === 'common' || name.split('-').some((word) => EMPTY_WORDS.has(word)))
    return `"${name}" does not say what it holds`;
  return undefined;
};

export const fileNames: Rule = {
  name: 'file-names',
  counts: 'code files',
  check: ({ listed }) => {
    const code = listed.filter((path) => CODE.test(path) && !path.includes('fixtures/'));
    const problems = code.flatMap((path): Problem[] => {
      const stem = posix.basename(path).replace(/(?:\.test|\.fixture|\.config|\.d)?\.[^.]+$/, '');
      const folders = posix
        .dirname(path)
        .split('/')
        .filter((folder) => folder !== '.' && !folder.startsWith('.'));
      return [...folders, stem].flatMap((name) => {
        const message = nameProblem(name);
        return message === undefined ? [] : [{ path, message }];
      });
    });
    return { looked: code.length, problems };
  },
};

export const exportedNames: Rule = {
  name: 'exported-names',
  counts: 'exported declarations',
  check: ({ sources }) => {
    let looked = 0;
    const problems: Problem[] = [];
    for (const { path, program, lineAt } of sources) {
      walkNodes(program, (node) => {
        if (node.type !== 'ExportNamedDeclaration' && node.type !== 'ExportDefaultDeclaration') return;
        const declaration = node.declaration as Node | null;
        if (!declaration) return;
        const declared =
          declaration.type === 'VariableDeclaration' ? (declaration.declarations as Node[]) : [declaration];
        for (const { id } of declared) {
          const name = String((id as Node | undefined)?.name ?? '');
          looked += 1;
          if (EMPTY_ENDINGS.test(name) || INTERFACE_PREFIX.test(name))
            problems.push({ path, line: lineAt(node.start), message: `exports "${name}"` });
        }
      });
    }
    return { looked, problems };
  },
};

/** Folders of one machine; the names stand apart so that this file does not break its own rule. */
const MACHINE_PATH = new RegExp(
  `(?<![\\w.~})\\]\\-*])/(?:${['work', 'root'].join('|')})/|(?<![\\w.~})\\]\\-*])/${'home'}/[a-z]`,
);

const isText = (bytes: Buffer): boolean => !bytes.subarray(0, 8192).includes(0);

export const noMachinePaths: Rule = {
  name: 'no-machine-paths',
  counts: 'text files',
  check: ({ listed, read }) => {
    const texts = listed
      .filter((path) => !path.startsWith(FIXTURES))
      .map((path) => ({ path, bytes: read(path) }))
      .filter(({ bytes }) => isText(bytes));
    const problems = texts.flatMap(({ path, bytes }): Problem[] =>
      bytes
        .toString('utf8')
        .split('\n')
        .flatMap((line, index) =>
          MACHINE_PATH.test(line)
            ? [{ path, line: index + 1, message: 'names a folder of one machine' }]
            : [],
        ),
    );
    return { looked: texts.length, problems };
  },
};

/** An install must ask the registry of the machine it runs on, not the one the lock file was written on. */
export const noRegistryHosts: Rule = {
  name: 'no-registry-hosts',
  counts: 'lock files and settings of npm',
  check: ({ listed, read }) => {
    const files = listed
      .filter((path) => !path.startsWith(FIXTURES))
      .filter((path) => /(?:^|\/)(?:package-lock\.json|\.npmrc)$/.test(path));
    const problems = files.flatMap((path): Problem[] =>
      read(path)
        .toString('utf8')
        .split('\n')
        .flatMap((line, index) =>
          /"resolved":\s*"(?:git\+)?[a-z]+:\/\/|^\s*(?:@[^:]+:)?registry\s*=/.test(line)
            ? [{ path, line: index + 1, message: 'names the host of a registry' }]
            : [],
        ),
    );
    return { looked: files.length, problems };
  },
};
