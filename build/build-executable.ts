/**
 * Builds the executable from dist: tollgate, its files and Node in one file, a single executable application of Node.
 * `--platform NAME` builds it for another platform, with a Node from npm.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleCommand } from './executable/bundle.ts';
import { copyNode, INSTALLED_NODE, OWN_PLATFORM } from './executable/node-binary.ts';
import { noticesOf, packagesOf } from './licences.ts';
import { megabytes } from './package/contents.ts';

/** Node's names for the resource that holds an application, and for the marker that enables it. */
const RESOURCE = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const { platform } = parseArgs({
  options: { platform: { type: 'string', default: OWN_PLATFORM } },
}).values;
const isOwn = platform === OWN_PLATFORM;
const target = `dist-executable/tollgate${isOwn ? '' : `-${platform}`}${platform.startsWith('win32') ? '.exe' : ''}`;

const work = mkdtempSync(join(tmpdir(), 'tollgate-executable-'));
try {
  mkdirSync('dist-executable', { recursive: true });
  rmSync(target, { force: true });
  copyNode(platform, target);
  chmodSync(target, 0o755);
  const { main, workers } = await bundleCommand();
  const files = [...main.files, ...Object.values(workers).flatMap((worker) => worker.files)];
  const blob = prepare(main.code, {
    ...filesOfPackage(),
    ...filesBesideCode(files),
    ...write(Object.fromEntries(Object.entries(workers).map(([path, { code }]) => [path, code]))),
  });
  // Symbols are a seventh of Node. This machine's strip works only on executables of its own platform.
  if (isOwn) spawnSync('strip', [target]);
  execFileSync('postject', [target, RESOURCE, blob, '--sentinel-fuse', FUSE], { stdio: 'pipe' });
  const built = readFileSync(target);
  if (!built.includes(`${FUSE}:1`) || !built.includes(readFileSync(blob)))
    throw new Error(`${target}: expected tollgate in it, found Node alone`);
  const node = 'Node.js, by its own licence: https://github.com/nodejs/node/blob/main/LICENSE';
  const notices = globSync('dist/**/*{LICENSE,NOTICE}*').map((path) => readFileSync(path, 'utf8'));
  const texts = [noticesOf('tollgate', packagesOf(files)), ...notices, node];
  writeFileSync('dist-executable/LICENSES.txt', `${texts.join('\n')}\n`);
  process.stdout.write(`${target}: ${megabytes(built.length)} for ${platform}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Makes the resource for Node: the files, and the code, precompiled where the executable is for this platform. */
function prepare(code: string, assets: Readonly<Record<string, string>>): string {
  const [main, output, config] = ['main.cjs', 'blob', 'sea.json'].map((name) => join(work, name));
  writeFileSync(main!, code);
  const settings = {
    main,
    output,
    assets,
    disableExperimentalSEAWarning: true,
    // Node warns of deprecated calls outside node_modules, and so of the bundled packages.
    execArgv: ['--no-deprecation'],
    // Only the same Node on the same processor can use the precompiled code.
    useCodeCache: isOwn,
  };
  writeFileSync(config!, JSON.stringify(settings));
  execFileSync(INSTALLED_NODE, ['--experimental-sea-config', config!], { stdio: 'pipe' });

  return output!;
}

/** The files for users outside dist: the contract, schemas, merchants. */
function filesOfPackage(): Readonly<Record<string, string>> {
  const paths = globSync(['package.json', '*.yaml', '*.schema.json', 'fixtures/merchants/*']);

  return Object.fromEntries(paths.map((path) => [path, resolve(path)]));
}

/** The files of dist that are not code, such as pages, by their path below dist. */
function filesBesideCode(bundled: readonly string[]): Readonly<Record<string, string>> {
  const isCode = (path: string) => path.endsWith('.d.ts') || bundled.includes(resolve('dist', path));
  const paths = globSync('**/*', { cwd: 'dist', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative('dist', join(entry.parentPath, entry.name)));

  return Object.fromEntries(
    paths.filter((path) => !isCode(path)).map((path) => [path, resolve('dist', path)]),
  );
}

function write(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const written = Object.entries(texts).map(([path, text], index) => {
    const file = join(work, `worker-${index}.cjs`);
    writeFileSync(file, text);

    return [path, file] as const;
  });

  return Object.fromEntries(written);
}
