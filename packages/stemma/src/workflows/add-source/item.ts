import type { AddedItem, ItemRemark } from '@stemma/contract/events';
import type { Fault } from '@stemma/contract/faults';
import { LIMITS } from '@stemma/contract/limits';

const EMPTY = { source: null, documents: 0, passages: 0, formulas: 0, pages: 0, notes: [], error: null };

export const failedItem = (input: string, error: Fault): AddedItem => ({
  ...EMPTY,
  input,
  status: 'failed',
  error: { code: error.code, params: { ...error.params } },
});

export const addedItem = (
  input: string,
  status: 'added' | 'updated' | 'unchanged',
  counts: { source: string; passages: number; pages: number; formulas: number; notes: string[] },
): AddedItem => ({ ...EMPTY, input, status, documents: 1, ...counts });

/** The first remarks, and how many more there were. */
export const cutRemarks = (remarks: readonly ItemRemark[]): ItemRemark[] => {
  const more = remarks.length - LIMITS.itemRemarks;
  if (more <= 0) return [...remarks];
  return [...remarks.slice(0, LIMITS.itemRemarks), { code: 'more_remarks', params: { n: more } }];
};
