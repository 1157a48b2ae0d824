import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** A node of the syntax tree, as much of it as rules look at. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };

export type Import = {
  readonly specifier: string;
  /** Path of a file of the tree, `node:…`, or the name of a package. */
  readonly target: string;
  readonly isType: boolean;
  readonly isDynamic: boolean;
  readonly line: number;
};

export type Source = {
  readonly path: string;
  readonly text: string;
  readonly program: Node;
  readonly imports: readonly Import[];
  /** What the parser could not read; a file with one is not checked, so it is a fault. */
  readonly errors: readonly string[];
  lineAt(offset: number): number;
};

/** Tests, and what only tests use. */
export const isTest = (path: string): boolean =>
  /\.(?:test|fixture)\.tsx?$/.test(path) || path.startsWith('test/');

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Child nodes with the name of the field they stand in, in order. */
export const childrenOf = (node: Node): [string, Node][] =>
  Object.entries(node).flatMap(([name, value]): [string, Node][] => {
    if (isNode(value)) return [[name, value]];
    return Array.isArray(value) ? value.filter(isNode).map((entry) => [name, entry]) : [];
  });

/** Calls `visit` for each node, parents first. */
export const walkNodes = (
  node: Node,
  visit: (node: Node, parent: Node | undefined, key: string) => void,
  parent?: Node,
  key = '',
): void => {
  visit(node, parent, key);
  for (const [name, child] of childrenOf(node)) walkNodes(child, visit, node, name);
};

const targetOf = (from: string, specifier: string): string => {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), specifier));
  const contract = /^@stemma\/contract\/(.+)$/.exec(specifier);
  if (contract) return `packages/contract/src/${contract[1]}.ts`;
  if (specifier.startsWith('node:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
};

const lineCounter = (text: string): ((offset: number) => number) => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
};

type Found = { specifier: string; start: number; isType: boolean; isDynamic: boolean };

export const parseSource = (path: string, text: string): Source => {
  const { program, module, errors } = parseSync(path, text, { sourceType: 'module' });
  const lineAt = lineCounter(text);
  const found: Found[] = [
    ...module.staticImports.map(({ start, moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      start,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
      isDynamic: false,
    })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries
        .filter((entry) => entry.moduleRequest)
        .map((entry) => ({
          specifier: entry.moduleRequest!.value,
          start,
          isType: entry.isType,
          isDynamic: false,
        })),
    ),
  ];
  walkNodes(program as unknown as Node, (node) => {
    if (node.type !== 'ImportExpression' && node.type !== 'TSImportType') return;
    const literal = node.source as { value?: unknown };
    const specifier = typeof literal.value === 'string' ? literal.value : '';
    const isType = node.type === 'TSImportType';
    found.push({ specifier, start: node.start, isType, isDynamic: !isType });
  });
  return {
    path,
    text,
    program: program as unknown as Node,
    imports: found.map(({ specifier, start, isType, isDynamic }) => ({
      specifier,
      target: targetOf(path, specifier),
      isType,
      isDynamic,
      line: lineAt(start),
    })),
    errors: errors.map((error) => error.message),
    lineAt,
  };
};
