/** A base image for the Dockerfile, made without a registry, and commands of an image, run without an engine. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Running } from './processes.ts';

/** The programs and libraries that the steps of the Dockerfile need. */
const PACKAGES = ['coreutils', 'dash', 'gzip', 'libc6', 'libc-bin', 'tar'];
const FOLDERS = 'dev etc/ssl/certs home/node opt proc root run sys tmp usr/local var/tmp'.split(' ');
/** The number of the user `node` in the public image. */
const NODE_USER = 1000;

/** @param dockerfile its text @throws Error where its argument BASE is not this version of Node */
export function baseImageOf(dockerfile: string): string {
  const [, base = 'none'] = /^ARG BASE=(\S+)$/m.exec(dockerfile) ?? [];
  const others = (dockerfile.match(/^FROM \S+/gm) ?? []).filter((line) => line !== `FROM \${BASE}`);
  const expected = `node:${process.versions.node}-bookworm-slim`;
  if (base !== expected || others.length > 0)
    throw new Error(
      `Dockerfile: expected ARG BASE=${expected} and FROM \${BASE} in each stage, got ${[base, ...others].join(', ')}`,
    );

  return `docker.io/library/${base}`;
}

/** Fills an empty folder with this Debian's programs, this Node and its npm. */
export function makeBaseImage(root: string): void {
  for (const folder of FOLDERS) mkdirSync(join(root, folder), { recursive: true });
  for (const folder of ['bin', 'lib', 'lib64', 'sbin']) {
    mkdirSync(join(root, 'usr', folder), { recursive: true });
    symlinkSync(`usr/${folder}`, join(root, folder));
  }
  const programs = lines('dpkg', ['-L', ...PACKAGES]).filter((path) =>
    /^((\/usr)?\/s?bin\/.|\/lib\/.*\.so)/.test(path),
  );
  const files = [...programs, ...librariesOf([...programs, process.execPath])];
  const relative = files.map((path) => path.slice(1));
  const archive = execFileSync('tar', ['--dereference', '-C', '/', '-cf', '-', ...relative], {
    maxBuffer: 2 ** 28,
  });
  execFileSync('tar', ['-C', root, '-xf', '-'], { input: archive });
  execFileSync('chmod', ['1777', join(root, 'tmp'), join(root, 'var/tmp')]);
  addNode(root);
  for (const name of ['passwd', 'group'])
    copyFileSync(`/usr/share/base-passwd/${name}.master`, join(root, 'etc', name));
  appendFileSync(join(root, 'etc/passwd'), `node:x:${NODE_USER}:${NODE_USER}::/home/node:/bin/sh\n`);
  appendFileSync(join(root, 'etc/group'), `node:x:${NODE_USER}:\n`);
  execFileSync('chown', [`${NODE_USER}:${NODE_USER}`, join(root, 'home/node')]);
}

function addNode(root: string): void {
  const local = join(root, 'usr/local');
  const cli = realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim());
  for (const folder of ['bin', 'lib']) mkdirSync(join(local, folder));
  copyFileSync(process.execPath, join(local, 'bin/node'));
  cpSync(join(dirname(cli), '..'), join(local, 'lib/npm'), { recursive: true });
  for (const command of ['npm', 'npx'])
    symlinkSync(`../lib/npm/bin/${command}-cli.js`, join(local, `bin/${command}`));
  // A proxy may sign for npm's registry, so the image trusts the same authorities as this machine.
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities === undefined) return;
  copyFileSync(authorities, join(root, 'etc/ssl/certs/extra.crt'));
  writeFileSync(join(local, 'lib/npm/npmrc'), 'cafile=/etc/ssl/certs/extra.crt\n');
}

/** The libraries that programs are linked with, and their loader. Scripts have none. */
function librariesOf(programs: readonly string[]): readonly string[] {
  const found = programs.flatMap((path) => lines('sh', ['-c', 'ldd "$1" 2>&1 || true', 'sh', path]));

  return [...new Set(found.flatMap((line) => line.match(/(\/\S+) \(0x/)?.[1] ?? []))];
}

function lines(program: string, args: readonly string[]): readonly string[] {
  return execFileSync(program, args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

/** How an image is run. */
export interface ImageConfig {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

const MOUNTED = `mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && mount --bind "$2" "$1/work" &&
mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && root=$1 user=$3 folder=$4 && shift 4 &&
exec chroot --userspec="$user" "$root" env -i -C "$folder" HOME=/home/node "$@"`;

/**
 * What runs a command in a container of the image: the command follows.
 *
 * @param root where the image is mounted @param volume the folder that it can write to
 */
export function containerOf(root: string, config: ImageConfig, volume: string): readonly string[] {
  const { User, WorkingDir, Env } = config;

  return [
    ...['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', MOUNTED, 'sh'],
    ...[root, volume, User, WorkingDir, ...Env],
  ];
}

/** Sends SIGTERM to the command in the container, as `docker stop` does: unshare itself forwards no signal. */
export function stop(container: Running): Promise<void> {
  return container.end(Number(readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8')));
}
