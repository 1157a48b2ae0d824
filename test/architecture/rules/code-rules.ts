import { EXEMPTIONS, LIMITS } from '../exemptions.ts';
import { walkScoped } from '../scopes.ts';
import { isTest, type Node, type Source, walkNodes } from '../source.ts';
import type { Problem, Report, Rule } from './rule.ts';

const CORE = 'packages/stemma/src/core/';
const CONTRACT = 'packages/contract/src/';
/** Suites of tests that run over every adapter of a port. */
const CONFORMANCE = 'packages/stemma/src/conformance/';

const over = (sources: readonly Source[], check: (source: Source) => Problem[]): Report => ({
  looked: sources.length,
  problems: sources.flatMap(check),
});

/** Names of the outside world. What is decided from them cannot be replayed. */
const OUTSIDE = new Set([
  'process',
  'crypto',
  'console',
  'fetch',
  'performance',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'globalThis',
  'Buffer',
  'XMLHttpRequest',
  'WebSocket',
  'require',
]);

const nameOf = (node: unknown): string | undefined => {
  const { type, name, value } = node as Node;
  return type === 'Identifier' ? String(name) : type === 'Literal' ? String(value) : undefined;
};

const isReference = (parent: Node | undefined, key: string): boolean => {
  if (!parent || parent.type.startsWith('TS'))
    return parent?.type === 'TSAsExpression' || parent?.type === 'TSNonNullExpression';
  if (parent.type === 'MemberExpression') return key === 'object' || parent.computed === true;
  if (parent.type === 'Property') return key === 'value' || parent.computed === true;
  return !/^(?:PropertyDefinition|MethodDefinition|LabeledStatement|ImportSpecifier|ExportSpecifier)$/.test(
    parent.type,
  );
};

const outsideUse = (
  node: Node,
  parent: Node | undefined,
  key: string,
  isOwn: (name: string) => boolean,
): string | undefined => {
  const name = node.type === 'Identifier' ? String(node.name) : '';
  if (OUTSIDE.has(name) && !isOwn(name) && isReference(parent, key)) return name;
  if (node.type === 'MemberExpression') {
    const member = `${nameOf(node.object)}.${nameOf(node.property)}`;
    if (member === 'Date.now' || member === 'Math.random') return member;
  }
  const isDate =
    (node.type === 'NewExpression' || node.type === 'CallExpression') && nameOf(node.callee) === 'Date';
  if (isDate && (node.type === 'CallExpression' || (node.arguments as unknown[]).length === 0))
    return 'the present time';
  return undefined;
};

export const noOutsideInCore: Rule = {
  name: 'no-outside-in-core',
  counts: 'files of core and contract',
  check: ({ sources }) =>
    over(
      sources.filter(({ path }) => (path.startsWith(CORE) || path.startsWith(CONTRACT)) && !isTest(path)),
      ({ path, program, lineAt }) => {
        const problems: Problem[] = [];
        walkScoped(program, (node, parent, key, isOwn) => {
          const used = outsideUse(node, parent, key, isOwn);
          if (used !== undefined) problems.push({ path, line: lineAt(node.start), message: `uses ${used}` });
        });
        return problems;
      },
    ),
};

/** `process.env`, `globalThis.process.env`, `const { env } = process`, `import { env } from 'node:process'`. */
const readsEnvironment = (node: Node): boolean => {
  const isProcess = (value: unknown): boolean =>
    nameOf(value ?? {}) === 'process' || nameOf((value as Node | null)?.property ?? {}) === 'process';
  if (node.type === 'MemberExpression') return nameOf(node.property) === 'env' && isProcess(node.object);
  if (node.type === 'ImportSpecifier') return nameOf(node.imported) === 'env';
  if (node.type !== 'VariableDeclarator' || !isProcess(node.init)) return false;
  const { properties } = node.id as { properties?: Node[] };
  return properties?.some((property) => nameOf(property.key ?? {}) === 'env') ?? false;
};

export const environmentInConfigOnly: Rule = {
  name: 'environment-in-config-only',
  counts: 'files of the product',
  check: ({ sources }) =>
    over(
      sources.filter(
        ({ path }) =>
          /^packages\/[^/]+\/src\//.test(path) &&
          !path.startsWith('packages/stemma/src/config/') &&
          !isTest(path),
      ),
      ({ path, program, lineAt }) => {
        const problems: Problem[] = [];
        walkNodes(program, (node) => {
          if (readsEnvironment(node))
            problems.push({ path, line: lineAt(node.start), message: 'reads the environment' });
        });
        return problems;
      },
    ),
};

export const consoleInCliOnly: Rule = {
  name: 'console-in-cli-only',
  counts: 'files of the product',
  check: ({ sources }) =>
    over(
      sources.filter(
        ({ path }) =>
          /^packages\/[^/]+\/src\//.test(path) &&
          !path.startsWith('packages/stemma/src/cli/') &&
          !isTest(path),
      ),
      ({ path, program, lineAt }) => {
        const problems: Problem[] = [];
        walkNodes(program, (node) => {
          if (node.type === 'MemberExpression' && nameOf(node.object) === 'console')
            problems.push({ path, line: lineAt(node.start), message: 'writes to the console' });
        });
        return problems;
      },
    ),
};

export const noEnumNoNamespace: Rule = {
  name: 'no-enum-no-namespace',
  counts: 'source files',
  check: ({ sources }) =>
    over([...sources], ({ path, program, lineAt }) => {
      const problems: Problem[] = [];
      walkNodes(program, (node) => {
        const isNamespace = node.type === 'TSModuleDeclaration' && node.kind === 'namespace';
        if (node.type === 'TSEnumDeclaration' || isNamespace)
          problems.push({
            path,
            line: lineAt(node.start),
            message: `declares ${isNamespace ? 'a namespace' : 'an enum'}`,
          });
      });
      return problems;
    }),
};

const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

const functionName = (node: Node, parent: Node | undefined): string =>
  nameOf(node.id ?? {}) ?? nameOf(parent?.id ?? parent?.key ?? {}) ?? 'a function without a name';

const tooLong = ({ path, text, program, lineAt }: Source): (Problem & { subject: string })[] => {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const problems: (Problem & { subject: string })[] = [];
  if (lines > LIMITS.fileLines) problems.push({ path, subject: 'file', message: `has ${lines} lines` });
  if (isTest(path) || path.startsWith(CONFORMANCE)) return problems;
  walkNodes(program, (node, parent) => {
    if (!FUNCTION.test(node.type)) return;
    const line = lineAt(node.start);
    const length = lineAt(node.end) - line + 1;
    const subject = functionName(node, parent);
    if (length > LIMITS.functionLines)
      problems.push({ path, line, subject, message: `${subject} has ${length} lines` });
  });
  return problems;
};

export const sizes: Rule = {
  name: 'sizes',
  counts: 'source files',
  check: ({ sources }) => {
    const found = sources.flatMap(tooLong);
    const isExempt = ({ path, subject }: { path: string; subject: string }): boolean =>
      EXEMPTIONS.some((entry) => entry.path === path && entry.subject === subject);
    const stale = EXEMPTIONS.filter(
      (entry) =>
        sources.some(({ path }) => path === entry.path) &&
        !found.some(({ path, subject }) => path === entry.path && subject === entry.subject),
    ).map(({ path, subject }) => ({ path, message: `no longer needs its exemption for ${subject}` }));
    return { looked: sources.length, problems: [...found.filter((problem) => !isExempt(problem)), ...stale] };
  },
};
