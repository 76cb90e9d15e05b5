import { defineConfig } from 'vitest/config';

/** `SEED=7 npm test` runs every law on other cases. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'conformance/**/*.test.ts', 'bench/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/seed.ts'],
    testTimeout: 90_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    // No module has state of its own, which a test watches over, so files need no process each.
    isolate: false,
  },
});
