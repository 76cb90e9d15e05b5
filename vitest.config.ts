/**
 * `npm test` runs the project `quick`: every test but those in `*.thorough.test.ts`, and a sample of each matrix; in four
 * processes, since half of its time is waiting.
 * `npm run test:thorough` runs those, and each matrix (`*.matrix.test.ts`) in full.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const FOLDERS = '{cli,src,conformance,bench,test}';
const THOROUGH = '**/*.thorough.test.ts';

// For the processes and threads that tests start: without it each would compile the source anew.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');

/** In a fresh clone nothing is known of how long they take: these are begun first, or one would be waited for alone. */
const LONGEST = [
  ...['test/deployments', 'test/clients', 'conformance/evidence', 'test/selftest', 'test/end-to-end'],
  'conformance/runner',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      (LONGEST.findIndex((folder) => moduleId.includes(`/${folder}/`)) + LONGEST.length + 1) %
      (LONGEST.length + 1);
    const sorted = await super.sort(files);

    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

/** `SEED=7 npm test` runs every law on other cases. */
export default defineConfig({
  test: {
    // Node runs the source as it does for users, an eighth faster than with Vite's imports.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: ['test/seed.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Long enough for a busy machine.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // No module has state of its own, which a test watches over, so files need no process each.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: [`${FOLDERS}/**/*.test.ts`],
          exclude: [...configDefaults.exclude, THOROUGH],
          provide: { isThorough: false },
        },
      },
      {
        extends: true,
        test: {
          name: 'thorough',
          // A guard against hangs: CI runs them beside the other checks.
          testTimeout: 300_000,
          include: [`${FOLDERS}/${THOROUGH}`, `${FOLDERS}/**/*.matrix.test.ts`],
          provide: { isThorough: true },
        },
      },
    ],
  },
});
