import type { Tree } from '../tree.ts';

/** What breaks a rule; without a line it is the file as a whole. */
export type Problem = { readonly path: string; readonly line?: number; readonly message: string };

export type Report = {
  /** How much was looked at. A rule that looked at nothing has proved nothing. */
  readonly looked: number;
  readonly problems: readonly Problem[];
};

export type Rule = {
  /** Also the folder of its fixture tree. */
  readonly name: string;
  /** What `looked` counts. */
  readonly counts: string;
  check(tree: Tree): Report;
};
