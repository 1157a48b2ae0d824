import type { IdSource } from '../../ports/ids.ts';

/** Valid ids in a known order: the same every time a test runs. `series` keeps two sources apart. */
export const createCountedIds = (series = 0): IdSource => {
  let count = 0;
  return {
    next: () => {
      count += 1;
      const tail = count.toString(16).padStart(12, '0');
      return `01900000-0000-7${series.toString(16).padStart(3, '0')}-8000-${tail}`;
    },
  };
};
