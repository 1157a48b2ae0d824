import {
  consoleInCliOnly,
  environmentInConfigOnly,
  noEnumNoNamespace,
  noOutsideInCore,
  sizes,
} from './rules/code-rules.ts';
import { everySourceSeen, importDirections, importsResolve, runtimeCycles } from './rules/import-rules.ts';
import type { Rule } from './rules/rule.ts';
import { exportedNames, fileNames, noMachinePaths, noRegistryHosts } from './rules/text-rules.ts';

/** Every rule of the house, in the order they are worth reading. */
export const RULES: readonly Rule[] = [
  everySourceSeen,
  importsResolve,
  importDirections,
  runtimeCycles,
  noOutsideInCore,
  environmentInConfigOnly,
  consoleInCliOnly,
  noEnumNoNamespace,
  sizes,
  fileNames,
  exportedNames,
  noMachinePaths,
  noRegistryHosts,
];
