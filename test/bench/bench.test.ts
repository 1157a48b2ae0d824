import { describe, expect, it } from 'vitest';
import { adding } from './adding.ts';
import { layout } from './layout.ts';
import { quality } from './quality.ts';
import { reading } from './reading.ts';
import { searching } from './searching.ts';
import { starting } from './starting.ts';

describe('benchmarks', () => {
  it.each([reading, layout, adding, searching, quality, starting])(
    '$id measures in its small form',
    async (benchmark) => {
      const outcome = await benchmark.run('small');
      if ('skipped' in outcome) {
        process.stdout.write(`${benchmark.id} skipped: ${outcome.skipped}\n`);
        return;
      }
      expect(outcome.figures.length).toBeGreaterThan(0);
      for (const entry of outcome.figures) {
        expect(Number.isFinite(entry.value), entry.name).toBe(true);
        expect(entry.value, entry.name).toBeGreaterThanOrEqual(0);
      }
    },
  );
});
