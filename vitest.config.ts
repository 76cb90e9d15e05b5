import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** In a fresh clone nothing is known of how long they take: these are begun first, or one would be waited for alone. */
const LONGEST = [
  'test/docs/pages',
  'test/deployments/oddities',
  'test/deployments/liveness',
  'test/deployments/defects',
  'test/end-to-end/gate',
  'test/deployments/hostile/hostile',
  'src/ledger/redis',
  'test/end-to-end/durable',
  'conformance/runner/run',
  'conformance/report/curl',
  'test/browser/reference',
  'test/deployments/should',
  'test/deployments/rate-limits',
  'test/deployments/rare',
  'test/deployments/warnings',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      (LONGEST.findIndex((name) => moduleId.endsWith(`${name}.test.ts`)) + LONGEST.length + 1) %
      (LONGEST.length + 1);
    const sorted = await super.sort(files);

    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

/** `SEED=7 npm test` runs every law on other cases. */
export default defineConfig({
  // For the example, which names it as users do.
  resolve: { alias: { 'tollgate/client': fileURLToPath(new URL('src/client/index.ts', import.meta.url)) } },
  test: {
    include: ['src/**/*.test.ts', 'conformance/**/*.test.ts', 'bench/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/seed.ts'],
    testTimeout: 90_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // No module has state of its own, which a test watches over, so files need no process each.
    isolate: false,
  },
});
