/** One measured figure. `reached` is null where no goal was set. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  goal: string | null;
  reached: boolean | null;
};

export type Size = 'small' | 'full';

/** One benchmark: what it measures, on what, and its figures. `null` says why it could not run here. */
export type Benchmark = {
  id: string;
  title: string;
  run(size: Size): Promise<{ on: string; figures: Figure[]; notes?: string[] } | { skipped: string }>;
};

const passes = { '<=': (a: number, b: number) => a <= b, '>=': (a: number, b: number) => a >= b } as const;

/** A figure with a goal such as `['>=', 20]`. */
export const figure = (
  name: string,
  value: number,
  unit: string,
  goal?: readonly ['<=' | '>=', number],
): Figure => ({
  name,
  value: Math.round(value * 1000) / 1000,
  unit,
  goal: goal ? `${goal[0] === '<=' ? '≤' : '≥'} ${goal[1]}` : null,
  reached: goal ? passes[goal[0]](value, goal[1]) : null,
});

/** The value at a share of the sorted list: 0.5 is the median. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

export const MB = 1024 ** 2;
