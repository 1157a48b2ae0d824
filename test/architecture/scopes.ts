import { childrenOf, type Node } from './source.ts';

const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/** Names that a pattern binds: `{ a, b: [c] = [] }` binds a and c. */
const namesOf = (pattern: Node): string[] => {
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern.name)];
    case 'AssignmentPattern':
      return namesOf(pattern.left as Node);
    case 'RestElement':
      return namesOf(pattern.argument as Node);
    case 'Property':
      return namesOf(pattern.value as Node);
    case 'ObjectPattern':
      return (pattern.properties as Node[]).flatMap(namesOf);
    case 'ArrayPattern':
      return (pattern.elements as (Node | null)[]).flatMap((element) => (element ? namesOf(element) : []));
    default:
      return [];
  }
};

/** Names declared in a function or module, not in the functions inside it. */
const declaredIn = (scope: Node): Set<string> => {
  const names = new Set<string>(((scope.params as Node[] | undefined) ?? []).flatMap(namesOf));
  const look = (node: Node): void => {
    if (/^(?:VariableDeclarator|FunctionDeclaration|ClassDeclaration)$/.test(node.type) && node.id)
      for (const name of namesOf(node.id as Node)) names.add(name);
    if (/^Import(?:Default|Namespace)?Specifier$/.test(node.type))
      names.add(String((node.local as Node).name));
    if (node.type === 'CatchClause' && node.param)
      for (const name of namesOf(node.param as Node)) names.add(name);
    if (!FUNCTION.test(node.type)) for (const [, child] of childrenOf(node)) look(child);
  };
  for (const [, child] of childrenOf(scope)) look(child);
  return names;
};

/** Walks the nodes and tells of each whether a name is declared around it, and so no outside thing. */
export const walkScoped = (
  program: Node,
  visit: (node: Node, parent: Node | undefined, key: string, isOwn: (name: string) => boolean) => void,
): void => {
  const walk = (node: Node, parent: Node | undefined, key: string, scopes: readonly Set<string>[]): void => {
    visit(node, parent, key, (name) => scopes.some((scope) => scope.has(name)));
    const inner = FUNCTION.test(node.type) ? [...scopes, declaredIn(node)] : scopes;
    for (const [name, child] of childrenOf(node)) walk(child, node, name, inner);
  };
  walk(program, undefined, '', [declaredIn(program)]);
};
