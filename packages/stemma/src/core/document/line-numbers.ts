import { quantile } from './columns.ts';
import type { Segment } from './segments.ts';

const NUMBER = /^\d{1,4}$/;
/** Runs of prose say where the text block begins and ends. */
const LONG_RUN = 25;
const FEWEST_IN_MARGIN = 4;
const FEWEST_IN_CODE = 3;
const SAME_EDGE_PT = 1.5;

/**
 * Takes the numbers of lines away: those a review copy prints in its margin, and those of a code listing.
 * They stand below each other at one edge and count upwards in equal steps; in a margin nothing of the text
 * stands beyond them, in a listing typewriter print follows each.
 */
export const dropLineNumbers = (runs: readonly Segment[]): readonly Segment[] => {
  const numbers = runs.filter(isNumber);
  if (numbers.length < FEWEST_IN_CODE) return runs;
  const prose = runs.filter((run) => run.count >= LONG_RUN);
  const left = quantile(
    prose.map((run) => run.u0),
    0.05,
  );
  const right = quantile(
    prose.map((run) => run.u1),
    0.95,
  );
  const dropped = new Set<Segment>();
  const take = (found: readonly Segment[], fewest: number) => {
    for (const series of seriesOf(found)) {
      if (series.length >= fewest) for (const run of series) dropped.add(run);
    }
  };
  if (prose.length >= FEWEST_IN_MARGIN) {
    take(
      numbers.filter((run) => run.u1 < left - 2),
      FEWEST_IN_MARGIN,
    );
    take(
      numbers.filter((run) => run.u0 > right + 2),
      FEWEST_IN_MARGIN,
    );
  }
  take(
    numbers.filter((run) => !dropped.has(run) && numbersCode(run, runs)),
    FEWEST_IN_CODE,
  );
  return dropped.size === 0 ? runs : runs.filter((run) => !dropped.has(run));
};

const textOf = (run: Segment): string =>
  run.glyphs
    .filter((item) => !item.glyph.space)
    .map((item) => item.glyph.text)
    .join('');

const isNumber = (run: Segment): boolean => run.count <= 4 && NUMBER.test(textOf(run));

const numbersCode = (run: Segment, runs: readonly Segment[]): boolean => {
  const beside = runs.filter((other) => other !== run && Math.abs(other.v - run.v) < 0.3 * other.size);
  const after = beside.filter((other) => other.u0 > run.u1);
  const [next] = after.toSorted((a, b) => a.u0 - b.u0);
  return next?.glyphs.some(({ glyph }) => !glyph.space && glyph.font.fixed) === true;
};

/** Numbers at one edge (digits are set flush to the left or right), counting upwards down the page. */
const seriesOf = (numbers: readonly Segment[]): Segment[][] => {
  const series: Segment[][] = [];
  for (const run of [...numbers].sort((a, b) => a.v - b.v)) {
    const value = Number(textOf(run));
    const home = series.find((one) => {
      const last = one.at(-1)!;
      const step = value - Number(textOf(last));
      const usual = one.length < 2 ? step : Number(textOf(one[1]!)) - Number(textOf(one[0]!));
      const aligned = Math.abs(last.u1 - run.u1) < SAME_EDGE_PT || Math.abs(last.u0 - run.u0) < SAME_EDGE_PT;
      return aligned && step === usual && (step === 1 || step === 5 || step === 10);
    });
    if (home === undefined) series.push([run]);
    else home.push(run);
  }
  return series;
};
