import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureSurvival } from '../durability/survive-kill.ts';
import { type Benchmark, figure, quantile } from './figure.ts';

/** B8: a run with every effect, killed at every moment the engine names and inside every effect. */
export const killing: Benchmark = {
  id: 'B8',
  title: 'kill at every step, commit and effect',
  run: async (size) => {
    const root = await mkdtemp(join(tmpdir(), 'stemma-b8-'));
    try {
      const { moments, survived } = await measureSurvival(
        root,
        size === 'full' ? Number.POSITIVE_INFINITY : 3,
      );
      const doubled = survived.reduce(
        (sum, { world }) => sum + world.jobs.length - 1 + Math.max(0, world.letters.length - 1),
        0,
      );
      const lost = survived.filter(({ run }) => run.status !== 'succeeded').length;
      // A run killed at its very end is finished already: nothing runs again.
      const restarts = survived.map(({ runningMs }) => runningMs).filter(Number.isFinite);
      const repeated = Math.max(...survived.map(({ world }) => world.models.length - 1));
      return {
        on: `${survived.length} of ${moments.length} moments, each with a kill and a restart`,
        figures: [
          figure('side effects doubled', doubled, '', ['<=', 0]),
          figure('results lost', lost, '', ['<=', 0]),
          figure('metered attempts repeated per kill, most', repeated, '', ['<=', 1]),
          figure('from restart to running, median', quantile(restarts, 0.5), 'ms', ['<=', 1000]),
          figure('from restart to running, most', Math.max(...restarts), 'ms'),
        ],
      };
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
};
