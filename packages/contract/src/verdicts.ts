import { z } from 'zod';

/** What the citation gate says of one unit, check by check. Effects stand in `core/citation/verdict.ts`. */
export const Verdicts = z.object({
  identity: z.enum(['ok', 'unknown_marker', 'foreign_id', 'wrong_version']),
  span: z.enum(['exact', 'aligned', 'other_language', 'none', 'unscored']),
  numbers: z.enum(['ok', 'rounded', 'derived', 'unscored', 'missing', 'wrong_unit', 'no_numbers']),
  support: z.enum(['strong', 'weak', 'unscored']),
  coverage: z.enum(['cited', 'uncited', 'exempt']),
});
export type Verdicts = z.infer<typeof Verdicts>;
export type CheckName = keyof Verdicts;

/** Kinds of a unit of checking. */
export const UnitKind = z.enum(['sentence', 'list_item', 'table_row', 'math', 'heading', 'code']);
export type UnitKind = z.infer<typeof UnitKind>;
