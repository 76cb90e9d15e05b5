/** The tarball as `npm publish` makes it, and its installation into an empty project, as a user does. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { arch, platform } from 'node:process';
import manifest from '../../package.json' with { type: 'json' };
import { HERE, type Place, run } from '../processes.ts';
import { type Found, megabytes } from '../steps.ts';

/** The files for users. Any other file in the tarball is a mistake. */
const FOR_USERS: readonly RegExp[] = [
  /^dist\/(cli|src|conformance)\/.*\.(js|d\.ts|json|css|yaml|yml)$/,
  /^dist\/src\/.*\/(swagger-ui|prism-http|main)[./].*(LICENSE|LICENSE\.txt|NOTICE)$/,
  /^dist\/(fixtures\/.*|(merchants|report)\.schema|sbom\.cdx)\.json$/,
  /^(fixtures|examples)\/.*\.(json|yaml|ts)$/,
  /^docs\/.*\.(md|png)$/,
  /^(openapi(\.200)?\.yaml|[a-z]+\.schema\.json|README\.md|CHANGELOG\.md|LICENSE|package\.json)$/,
];

/** Files that match the above but need the rest of the clone. */
const NOT_FOR_USERS = /(^|\/)node_modules\/|^dist\/.*\.test\.(js|d\.ts)$/;

/** The variables that npm sets for the scripts that it runs. */
const OF_NPM = /^(npm_(package|lifecycle|command|config_local_prefix)|INIT_CWD|NODE_OPTIONS|NODE_ENV$)/;

interface Packed {
  readonly filename: string;
  /** In bytes, as is the unpacked size. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** @returns the path of the tarball in the folder @throws where a file is missing or superfluous */
export async function pack(npm: readonly string[], folder: string): Promise<Found<string>> {
  const { out } = await run(HERE, [...npm, 'pack', '--json', '--pack-destination', folder]);
  // The output of the build precedes the JSON.
  const [packed] = JSON.parse(out.slice(out.search(/^\[/m))) as Packed[];
  if (packed === undefined) throw new Error(`expected a tarball, got\n${out}`);
  const { filename, files, size, unpackedSize } = packed;
  const paths = files.map(({ path }) => path);
  const strays = paths.filter(
    (path) => NOT_FOR_USERS.test(path) || !FOR_USERS.some((form) => form.test(path)),
  );
  if (strays.length > 0)
    throw new Error(
      `the tarball: expected only files for users, got ${strays.join(', ')}: exclude them in package.json or tsconfig.build.json, or list them in build/package/tarball.ts`,
    );
  const missing = named().filter((path) => !paths.includes(path));
  if (missing.length > 0)
    throw new Error(`the tarball: expected ${missing.join(', ')}, which package.json names, got nothing`);
  const sizes = `${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked`;

  return { found: `${paths.length} files, ${sizes}`, value: join(folder, filename) };
}

/** The files that package.json promises. */
function named(): readonly string[] {
  const targets = Object.values<string | object>(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values<string>({ ...target }),
  );

  return [...targets, ...Object.values(manifest.bin)].map((path) => path.replace(/^\.\//, ''));
}

/** An empty project with the Node of this folder, without the clone's programs on the path. */
export function makeProject(folder: string, node: string): Place {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }\n');
  const outside = Object.entries(process.env).filter(([name]) => !OF_NPM.test(name));
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((entry) => !entry.includes('node_modules'));

  return {
    folder,
    env: { ...Object.fromEntries(outside), PATH: [node, ...path].join(delimiter), NO_COLOR: '1' },
  };
}

/** @throws where npm refuses, such as a package for this Node, or where a script would run on the user's machine */
export async function install(
  place: Place,
  npm: readonly string[],
  tarball: string,
): Promise<Found<undefined>> {
  await run(place, [...npm, 'install', '--engine-strict', tarball]);
  const modules = join(place.folder, 'node_modules');
  const lock: { readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>> } =
    JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const packages = Object.entries(lock.packages);
  const withScript = packages.filter(([, { hasInstallScript = false }]) => hasInstallScript);
  if (withScript.length > 0)
    throw new Error(
      `expected no package with an install script, got ${withScript.map(([name]) => name).join(', ')}`,
    );
  const bytes = readdirSync(modules, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  const found = `${packages.length} packages, ${megabytes(bytes)}, no install script`;

  return { found, value: undefined };
}

/** The oldest version of Node that package.json supports. */
export function oldestVersion(): string {
  const { node } = manifest.engines;
  const version = node.match(/^>=(\d+\.\d+\.\d+)$/)?.[1];
  if (version === undefined) throw new Error(`engines.node: expected >= and a version, got ${node}`);

  return version;
}

/** @returns the folder of the executable of this Node, from the package that the install script of `node` fetches */
export async function installNode(
  version: string,
  npm: readonly string[],
  place: Place,
): Promise<Found<string>> {
  const system = platform === 'win32' ? 'win' : platform;
  const name = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${system}-${arch}`;
  await run(place, [...npm, 'install', '--ignore-scripts', `${name}@${version}`]);
  const folder = join(place.folder, 'node_modules', name, 'bin');
  if (!existsSync(folder)) throw new Error(`${name}@${version}: expected a folder bin, found none`);

  return { found: 'installed', value: folder };
}
