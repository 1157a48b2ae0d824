import { childrenOf, type Node, parseSource } from '../architecture/source.ts';

/** Requirements that a test file cites, and what it cites in a way that proves nothing. */
export type Citations = { readonly cited: readonly string[]; readonly faults: readonly string[] };

/** `it`, `it.each(…)`, `test.concurrent`: the name and the members between it and the call. */
const chainOf = (callee: Node): string[] => {
  if (callee.type === 'Identifier') return [String(callee.name)];
  if (callee.type === 'CallExpression') return chainOf(callee.callee as Node);
  if (callee.type === 'MemberExpression')
    return [...chainOf(callee.object as Node), String((callee.property as Node).name ?? '')];
  return [''];
};

const SILENT = new Set(['skip', 'todo', 'fails']);

/** Why a place where `cites` stands is no test that runs; undefined when it is one. */
const faultOf = (parent: Node | undefined, key: string): string | undefined => {
  if (parent?.type !== 'CallExpression' || key !== 'arguments') return 'is not the title of a test';
  const [name = '', ...members] = chainOf(parent.callee as Node);
  if (name !== 'it' && name !== 'test') return 'is not the title of a test';
  const silent = members.find((member) => SILENT.has(member));
  return silent === undefined ? undefined : `titles a test that is marked ${silent}`;
};

/** Reads the citations of one test file from its text. */
export const citationsIn = (path: string, text: string): Citations => {
  const { program, lineAt, errors } = parseSource(path, text);
  const cited: string[] = [];
  const faults = errors.map((error) => `${path} does not parse: ${error}`);
  const look = (node: Node, parent: Node | undefined, key: string): void => {
    if (node.type === 'CallExpression' && chainOf(node.callee as Node).join('.') === 'cites') {
      const place = `${path}:${lineAt(node.start)}`;
      const fault = faultOf(parent, key);
      const ids = (node.arguments as Node[]).slice(0, -1);
      if (fault !== undefined) faults.push(`${place} ${fault}`);
      else if (ids.length === 0 || ids.some((id) => id.type !== 'Literal'))
        faults.push(`${place} must cite requirements by their names, written out`);
      else cited.push(...ids.map((id) => String(id.value)));
    }
    for (const [name, child] of childrenOf(node)) look(child, node, name);
  };
  look(program, undefined, '');
  return { cited, faults };
};
