/** Installs the tarball into an empty project, as a user does. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Found } from '../steps.ts';
import { megabytes } from './contents.ts';
import type { Node } from './nodes.ts';
import { type Place, run } from './processes.ts';

/** The variables that npm sets for the scripts that it runs. */
const OF_NPM = /^(npm_(package|lifecycle|command|config_local_prefix)|INIT_CWD|NODE_OPTIONS|NODE_ENV$)/;

/** A folder and an environment on this Node, without the clone's programs on the path. */
export function placeOf(folder: string, node: Node): Place {
  const outside = Object.entries(process.env).filter(([name]) => !OF_NPM.test(name));
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((entry) => !entry.includes('node_modules'));

  return {
    folder,
    env: { ...Object.fromEntries(outside), PATH: [node.folder, ...path].join(delimiter), NO_COLOR: '1' },
  };
}

/** An empty project, as `npm init` leaves it. */
export function makeProject(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }\n');
}

/**
 * Installs the tarball.
 *
 * @throws where npm refuses, such as a package for this Node, or where a script would run on the user's machine
 */
export async function install(
  place: Place,
  npm: readonly string[],
  tarball: string,
): Promise<Found<undefined>> {
  await run(place, [...npm, 'install', '--engine-strict', tarball]);
  const lock = JSON.parse(readFileSync(join(place.folder, 'node_modules/.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
  };
  const packages = Object.entries(lock.packages);
  const withScript = packages.filter(([, { hasInstallScript = false }]) => hasInstallScript);
  if (withScript.length > 0)
    throw new Error(
      `expected no package with an install script, got ${withScript.map(([name]) => name).join(', ')}`,
    );

  const size = megabytes(bytesIn(join(place.folder, 'node_modules')));

  return { found: `${packages.length} packages, ${size}, no install script`, value: undefined };
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
