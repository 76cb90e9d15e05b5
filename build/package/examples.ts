/** Copies the examples of the tarball, as a user does, and runs them with each of three test runners. */
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { type Place, run } from './processes.ts';

interface Runner {
  readonly name: string;
  /** The manifests of other packages that the user has installed; they are the clone's. */
  readonly needs: readonly string[];
  readonly command: readonly string[];
  /** Finds the number of passed tests in the output. */
  readonly passed: RegExp;
}

const require = createRequire(import.meta.url);

const RUNNERS: readonly Runner[] = [
  {
    name: 'vitest',
    needs: [require.resolve('vitest/package.json')],
    command: ['../../node_modules/vitest/vitest.mjs', 'run', '--reporter=tap-flat'],
    passed: /^1\.\.(\d+)$/m,
  },
  {
    name: 'jest',
    needs: [require.resolve('jest/package.json'), require.resolve('@jest/globals/package.json')],
    command: ['--experimental-vm-modules', '../../node_modules/jest/bin/jest.js', '--json'],
    passed: /"numPassedTests":(\d+)/,
  },
  { name: 'node-test', needs: [], command: ['--test'], passed: /^. pass (\d+)$/m },
];

export async function checkExamples(place: Place, node: string): Promise<string> {
  const counts: string[] = [];
  cpSync(join(place.folder, 'node_modules/tollgate/examples'), join(place.folder, 'examples'), {
    recursive: true,
  });
  for (const { name, needs, command, passed } of RUNNERS) {
    const folder = join(place.folder, 'examples', name);
    for (const needed of needs) {
      const installed = dirname(needed);
      const link = join(place.folder, 'node_modules', relative(resolve('node_modules'), installed));
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(installed, link);
    }
    const said = await run({ ...place, folder }, [node, ...command]);
    const count = said.match(passed)?.[1];
    if (count === undefined || count === '0') throw new Error(`${name}: expected passed tests, got\n${said}`);
    counts.push(`${name} ${count}`);
  }

  return counts.join(', ');
}
