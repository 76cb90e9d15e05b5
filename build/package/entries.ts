/** Checks the entries of the package: imports them, and compiles a program against them. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { type Place, run } from './processes.ts';

/** The compiler options of a strict user, by the way in which modules are resolved. */
const RESOLUTIONS = {
  nodenext: { module: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
} as const;

/** Entries that can only be imported within a test run. */
const IN_TEST_RUNS: readonly string[] = ['tollgate/vitest'];

/** The entries that a user's program may import: modules and data files. */
export function entries(): { readonly modules: readonly string[]; readonly data: readonly string[] } {
  const named = Object.entries(manifest.exports).map(
    ([name, target]) => [name.replace(/^\./, 'tollgate'), target] as const,
  );

  return {
    modules: named.filter(([, target]) => typeof target !== 'string').map(([name]) => name),
    data: named.filter(([, target]) => typeof target === 'string').map(([name]) => name),
  };
}

export async function checkImports(place: Place, node: string): Promise<string> {
  const { modules, data } = entries();
  const programs = modules.filter((name) => !IN_TEST_RUNS.includes(name));
  writeFileSync(
    join(place.folder, 'every.mjs'),
    `import { readFileSync } from 'node:fs';
     for (const name of ${JSON.stringify(programs)})
       if (Object.keys(await import(name)).length === 0) throw new Error(name + ' holds nothing');
     for (const name of ${JSON.stringify(data)})
       if (readFileSync(new URL(import.meta.resolve(name)), 'utf8') === '') throw new Error(name + ' is empty');`,
  );
  await run(place, [node, 'every.mjs']);

  return [...programs, ...data].join(', ');
}

/** @param user the path of a user's TypeScript program, which has to compile without errors */
export async function checkTypes(place: Place, node: string, user: string): Promise<string> {
  const { modules } = entries();
  // A user gets it from npm; this is the clone's.
  mkdirSync(join(place.folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(resolve('node_modules/@types/node'), join(place.folder, 'node_modules/@types/node'));
  const imports = modules.map((name, at) => `export * as entry${at} from '${name}';`);
  writeFileSync(join(place.folder, 'every.ts'), imports.join('\n'));
  writeFileSync(join(place.folder, 'user.ts'), user);

  for (const [name, resolution] of Object.entries(RESOLUTIONS)) {
    const compilerOptions = {
      ...resolution,
      target: 'es2022',
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    };
    const project = `tsconfig.${name}.json`;
    const config = { compilerOptions, files: ['every.ts', 'user.ts'] };
    writeFileSync(join(place.folder, project), JSON.stringify(config));
    await run(place, [node, resolve('node_modules/typescript/bin/tsc'), '--project', project]);
  }

  return `${Object.keys(RESOLUTIONS).join(' and ')}, without skipLibCheck`;
}
