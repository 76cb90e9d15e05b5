/** The entries of the package: imported by programs, and compiled against. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { type Place, run } from './processes.ts';

/** How a strict user compiles, by the name of what resolves the modules. */
const RESOLUTIONS = {
  nodenext: { module: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
} as const;

/** Needs a test run around it, and cannot be imported by a plain program. */
const IN_TEST_RUNS: readonly string[] = ['tollgate/vitest'];

/** What a program of a user may import, each a module or a file of data. */
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

/** @param user a program of a user, in TypeScript, that has to compile without a complaint */
export async function checkTypes(place: Place, node: string, user: string): Promise<string> {
  const { modules } = entries();
  // A user has it from npm; here it is that of the clone.
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
