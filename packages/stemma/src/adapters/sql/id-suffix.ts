import { StemmaError } from '../../errors/stemma-error.ts';

const SUFFIX = /^[0-9a-f-]{4,36}$/;

/** A pattern for `like` that finds ids by their end; undefined when the text cannot be one. */
export const toSuffixPattern = (text: string): string | undefined => {
  const suffix = text.toLowerCase();
  return SUFFIX.test(suffix) ? `%${suffix}` : undefined;
};

/** The one row whose id ends so; several are `id_ambiguous`. */
export const pickById = <R extends { id: string }>(rows: readonly R[], suffix: string): R | undefined => {
  if (rows.length <= 1) return rows[0];
  const matches = rows.map((row) => row.id).toSorted();
  throw new StemmaError('id_ambiguous', { id: suffix, matches: matches.join(', ') });
};

/** Enough rows to name some of the ids that share an end. */
export const AMBIGUOUS_SHOWN = 5;
