import { defineConfig } from 'vitest/config';

const contract = new URL('./packages/contract/src/', import.meta.url).pathname;

export default defineConfig({
  resolve: { alias: [{ find: /^@stemma\/contract\/(.*)$/, replacement: `${contract}$1.ts` }] },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'test/architecture/fixtures/**'],
    globalSetup: ['test/build-once.ts'],
    setupFiles: ['test/fixed-seed.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
