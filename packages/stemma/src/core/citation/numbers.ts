import type { Verdicts } from '@stemma/contract/verdicts';
import type { SpanFinding } from './span.ts';

export type NumbersFinding = { readonly verdict: Verdicts['numbers']; readonly named: readonly string[] };

/** What a number check sees: the unit as plain text and, for each cited passage, its text and the span found. */
export type NumbersInput = {
  readonly unit: string;
  readonly cited: readonly { readonly passage: string; readonly finding: SpanFinding }[];
};

export type NumberCheck = (input: NumbersInput) => NumbersFinding;

const NUMBER = /\p{N}|[零一二三四五六七八九十百千万亿两]+(?=[个倍次年月天小时分秒米克度成%％])/u;

/**
 * The number check of this release: what stands word for word in the passage has its numbers from there;
 * of anything else nothing is said yet.
 */
export const checkNumbers: NumberCheck = ({ unit, cited }) => {
  if (!NUMBER.test(unit)) return { verdict: 'no_numbers', named: [] };
  const isQuoted = cited.some(({ finding }) => finding.verdict === 'exact');
  return { verdict: isQuoted ? 'ok' : 'unscored', named: [] };
};
