/** What users do with the entries of the package: import them, compile against them, and run its examples. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import manifest from '../../package.json' with { type: 'json' };
import { type Place, run } from '../processes.ts';

const ENTRIES = Object.entries(manifest.exports).map(
  ([name, target]) => [name.replace(/^\./, 'tollgate'), target] as const,
);
const MODULES = ENTRIES.filter(([, target]) => typeof target !== 'string').map(([name]) => name);
/** Data files, such as the contract. */
const DATA = ENTRIES.filter(([, target]) => typeof target === 'string').map(([name]) => name);

/** Entries that can only be imported within a test run. */
const IN_TEST_RUNS: readonly string[] = ['tollgate/vitest'];

/** The compiler options of a strict user, by the way in which modules are resolved. */
const RESOLUTIONS = {
  nodenext: { module: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
} as const;

/** The ways to resolve types that the package supports: not `require`, and not Node 10. */
const SUPPORTED: readonly string[] = ['node16-esm', 'bundler'];

export async function checkImports(place: Place, node: string): Promise<string> {
  const programs = MODULES.filter((name) => !IN_TEST_RUNS.includes(name));
  writeFileSync(
    join(place.folder, 'every.mjs'),
    `import { readFileSync } from 'node:fs';
     for (const name of ${JSON.stringify(programs)})
       if (Object.keys(await import(name)).length === 0) throw new Error(name + ' holds nothing');
     for (const name of ${JSON.stringify(DATA)})
       if (readFileSync(new URL(import.meta.resolve(name)), 'utf8') === '') throw new Error(name + ' is empty');`,
  );
  await run(place, [node, 'every.mjs']);

  return [...programs, ...DATA].join(', ');
}

/** Compiles a user's program. */
export async function checkTypes(place: Place, node: string): Promise<string> {
  // A user gets it from npm; this is the clone's.
  link(place, resolve('node_modules/@types/node'));
  const imports = MODULES.map((name, at) => `export * as entry${at} from '${name}';`);
  writeFileSync(join(place.folder, 'every.ts'), imports.join('\n'));
  cpSync('build/package/user.ts', join(place.folder, 'user.ts'));
  const strict = { strict: true, exactOptionalPropertyTypes: true, noEmit: true };
  for (const [name, resolution] of Object.entries(RESOLUTIONS)) {
    const compilerOptions = { ...resolution, target: 'es2022', types: ['node'], ...strict };
    const project = `tsconfig.${name}.json`;
    const config = { compilerOptions, files: ['every.ts', 'user.ts'] };
    writeFileSync(join(place.folder, project), JSON.stringify(config));
    await run(place, [node, resolve('node_modules/typescript/bin/tsc'), '--project', project]);
  }

  return `${Object.keys(RESOLUTIONS).join(' and ')}, without skipLibCheck`;
}

/** Asks Are the types wrong. */
export async function checkTypesOfTarball(tarball: string): Promise<string> {
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)), {
    excludeEntrypoints: DATA.map((name) => name.replace('tollgate/', './')),
  });
  if (!analysis.types) throw new Error('expected types, found none');
  const problems = analysis.problems.filter(
    (problem) => !('resolutionKind' in problem) || SUPPORTED.includes(problem.resolutionKind),
  );
  if (problems.length > 0) throw new Error(problems.map((problem) => JSON.stringify(problem)).join('\n'));

  return Object.keys(analysis.entrypoints).join(', ');
}

/** Asks publint. @param folder of the installed package */
export async function checkManifest(folder: string): Promise<string> {
  const { messages, pkg } = await publint({ pkgDir: folder, pack: false, strict: true });
  if (messages.length === 0) return 'nothing to say';
  throw new Error(messages.map((message) => formatMessage(message, pkg)).join('\n'));
}

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

/** Copies the examples of the tarball, as a user does, and runs them with each of three test runners. */
export async function checkExamples(place: Place, node: string): Promise<string> {
  const counts: string[] = [];
  cpSync(join(place.folder, 'node_modules/tollgate/examples'), join(place.folder, 'examples'), {
    recursive: true,
  });
  for (const { name, needs, command, passed } of RUNNERS) {
    for (const needed of needs) link(place, dirname(needed));
    const { out } = await run({ ...place, folder: join(place.folder, 'examples', name) }, [node, ...command]);
    const count = out.match(passed)?.[1];
    if (count === undefined || count === '0') throw new Error(`${name}: expected passed tests, got\n${out}`);
    counts.push(`${name} ${count}`);
  }

  return counts.join(', ');
}

/** Gives the user's project a package of the clone. */
function link({ folder }: Place, installed: string): void {
  const path = join(folder, 'node_modules', relative(resolve('node_modules'), installed));
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(installed, path);
}
