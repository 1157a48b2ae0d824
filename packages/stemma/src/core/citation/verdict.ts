import type { CheckName, Verdicts } from '@stemma/contract/verdicts';

/** `show` as it is, `mark` it for the reader, `hold` it back for repair. */
export type Effect = 'show' | 'mark' | 'hold';

/** What each verdict does to the unit. The worst of the five counts. */
export const EFFECTS: { readonly [C in CheckName]: Readonly<Record<Verdicts[C], Effect>> } = {
  identity: { ok: 'show', unknown_marker: 'hold', foreign_id: 'hold', wrong_version: 'hold' },
  span: { exact: 'show', aligned: 'show', other_language: 'show', none: 'hold', unscored: 'show' },
  numbers: {
    ok: 'show',
    rounded: 'show',
    derived: 'show',
    unscored: 'show',
    missing: 'hold',
    wrong_unit: 'hold',
    no_numbers: 'show',
  },
  support: { strong: 'show', weak: 'mark', unscored: 'show' },
  coverage: { cited: 'show', uncited: 'mark', exempt: 'show' },
};

export const CHECKS = ['identity', 'span', 'numbers', 'support', 'coverage'] as const satisfies CheckName[];

const effectOf = <C extends CheckName>(check: C, verdict: Verdicts[C]): Effect => EFFECTS[check][verdict];

/** Checks whose verdict has an effect. */
export const checksWith = (verdicts: Verdicts, effect: Effect): CheckName[] =>
  CHECKS.filter((check) => effectOf(check, verdicts[check]) === effect);

/** What becomes of a unit: the worst effect of its verdicts. */
export const unitEffect = (verdicts: Verdicts): Effect => {
  if (checksWith(verdicts, 'hold').length > 0) return 'hold';
  return checksWith(verdicts, 'mark').length > 0 ? 'mark' : 'show';
};
