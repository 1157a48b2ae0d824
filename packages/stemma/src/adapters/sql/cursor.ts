import { StemmaError } from '../../errors/stemma-error.ts';
import type { Page } from '../../ports/source-store.ts';

/** A place in a list by the sort values of its last row, so that inserts before it move nothing. */
const toCursor = (values: readonly number[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/** Reads a cursor of `size` integers; what no list gave out is `invalid_input`. */
export const parseCursor = (cursor: string, size: number): number[] => {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(values) && values.length === size && values.every(Number.isSafeInteger)) return values;
  } catch {
    // falls through to the fault
  }
  throw new StemmaError('invalid_input', { field: 'cursor', reason: 'not_a_cursor' });
};

/** A page from `limit + 1` rows: the extra row tells that there is more. */
export const toPage = <R, T>(
  rows: readonly R[],
  limit: number,
  place: (row: R) => readonly number[],
  convert: (row: R) => T,
): Page<T> => {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(convert),
    next: rows.length > limit && last !== undefined ? toCursor(place(last)) : null,
  };
};
