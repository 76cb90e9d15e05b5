/** Checks the package as users get it: packs it, installs it into an empty folder, and runs it on the oldest Node and on this one. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { arch, platform } from 'node:process';
import manifest from '../package.json' with { type: 'json' };
import { COMMANDS } from './package/commands.ts';
import {
  checkExamples,
  checkImports,
  checkManifest,
  checkTypes,
  checkTypesOfTarball,
} from './package/entries.ts';
import { HERE, type Place, run } from './processes.ts';
import { megabytes, prepare, removeAtEnd, type StepResult, step } from './steps.ts';

/** Files that need the rest of the clone: in the tarball they are a mistake. */
const NOT_FOR_USERS = /(^|\/)node_modules\/|^dist\/.*\.test\.|^(bench|build|cli|conformance|src|test)\/|^\./;

/** The variables that npm sets for the scripts that it runs. */
const OF_NPM = /^(npm_(package|lifecycle|command|config_local_prefix)|INIT_CWD|NODE_OPTIONS|NODE_ENV$)/;

const cli = process.env['npm_execpath'];
if (cli === undefined) throw new Error('it is run by npm: npm run check:package');

const work = mkdtempSync(join(tmpdir(), 'tollgate-package-'));
removeAtEnd(work);

const npmOn = (node: string) => [join(node, 'node'), cli];
const npxOn = (node: string) => [join(node, 'node'), join(dirname(cli), 'npx-cli.js'), '--no-install'];

const own = dirname(process.execPath);
const tarball = await prepare('npm pack', () => pack(npmOn(own), work));
const oldest = await prepare(`Node ${oldestVersion()}`, () =>
  installNode(oldestVersion(), npmOn(own), makeProject(join(work, 'node'), own)),
);
const user = makeProject(join(work, 'user'), own);

for (const [version, node, place] of [
  [oldestVersion(), oldest, makeProject(join(work, 'user-oldest'), oldest)],
  [process.versions.node, own, user],
] as const) {
  const on = (what: string) => `${what}, Node ${version}`;
  await prepare(on('npm install'), () => install(place, npmOn(node), tarball));
  for (const [name, look] of Object.entries(COMMANDS)) await step(on(name), () => look(place, npxOn(node)));
  await step(on('imports'), () => checkImports(place, join(node, 'node')));
}

const installed = join(user.folder, 'node_modules/tollgate');
await step('types', () => checkTypes(user, process.execPath));
await step('Are the types wrong', () => checkTypesOfTarball(tarball));
await step('publint', () => checkManifest(installed));
await step('examples', () => checkExamples(user, process.execPath));

interface Packed {
  readonly filename: string;
  /** In bytes, as is the unpacked size. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** @returns the path of the tarball in the folder @throws where a file is superfluous; publint finds one that is missing */
async function pack(npm: readonly string[], folder: string): Promise<StepResult<string>> {
  const { out } = await run(HERE, [...npm, 'pack', '--json', '--pack-destination', folder]);
  // The output of the build precedes the JSON.
  const [packed] = JSON.parse(out.slice(out.search(/^\[/m))) as Packed[];
  if (packed === undefined) throw new Error(`expected a tarball, got\n${out}`);
  const { filename, files, size, unpackedSize } = packed;
  const strays = files.map(({ path }) => path).filter((path) => NOT_FOR_USERS.test(path));
  if (strays.length > 0)
    throw new Error(
      `the tarball: expected only files for users, got ${strays.join(', ')}: exclude them in package.json or tsconfig.build.json`,
    );
  const sizes = `${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked`;

  return { found: `${files.length} files, ${sizes}`, value: join(folder, filename) };
}

/** An empty project with the Node of this folder, without the clone's programs on the path. */
function makeProject(folder: string, node: string): Place {
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
async function install(
  place: Place,
  npm: readonly string[],
  tarball: string,
): Promise<StepResult<undefined>> {
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
function oldestVersion(): string {
  const { node } = manifest.engines;
  const version = node.match(/^>=(\d+\.\d+\.\d+)$/)?.[1];
  if (version === undefined) throw new Error(`engines.node: expected >= and a version, got ${node}`);

  return version;
}

/** @returns the folder of the executable of this Node, from the package that the install script of `node` fetches */
async function installNode(
  version: string,
  npm: readonly string[],
  place: Place,
): Promise<StepResult<string>> {
  const system = platform === 'win32' ? 'win' : platform;
  const name = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${system}-${arch}`;
  await run(place, [...npm, 'install', '--ignore-scripts', `${name}@${version}`]);
  const folder = join(place.folder, 'node_modules', name, 'bin');
  if (!existsSync(folder)) throw new Error(`${name}@${version}: expected a folder bin, found none`);

  return { found: 'installed', value: folder };
}
