/**
 * Builds the Dockerfile with buildah and starts its image, until the mock is healthy and ends. No registry of images is
 * needed: the base image is made of Debian's packages and of this Node and npm. It needs root, buildah and debootstrap.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../test/free-port.ts';

interface ImageConfig {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
}

const folder = mkdtempSync(join(tmpdir(), 'tollgate-image-'));
const env = {
  ...process.env,
  STORAGE_DRIVER: 'vfs',
  BUILDAH_ISOLATION: 'chroot',
  // Nothing is left in the storage of the system.
  CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
};
const buildah = (...args: readonly string[]) =>
  execFileSync('buildah', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

try {
  writeFileSync(
    env.CONTAINERS_STORAGE_CONF,
    `[storage]\ndriver = "vfs"\nrunroot = "${folder}/run"\ngraphroot = "${folder}/images"\n`,
  );
  makeBaseImage(baseImageOf(readFileSync('Dockerfile', 'utf8')));
  buildah('build', '--quiet', '--format', 'docker', '--pull-never', '--tag', 'tollgate', '.');
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', 'tollgate')).Docker;
  const root = buildah('mount', buildah('from', '--pull-never', 'tollgate'));
  await startAndEnd(root, config);
  const size = execFileSync('du', ['-sm', join(root, 'opt/tollgate')], { encoding: 'utf8' }).split('\t')[0];
  process.stdout.write(`the image: the mock is healthy and ends; ${size} MB beside the base image\n`);
} finally {
  execFileSync('buildah', ['rm', '--all'], { env, stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
}

/** @throws Error where the Dockerfile is based on another Node than this one */
function baseImageOf(dockerfile: string): string {
  const [base = 'none', ...others] = new Set(dockerfile.match(/^FROM \S+/gm)?.map((line) => line.slice(5)));
  const expected = `node:${process.versions.node}-bookworm-slim`;
  if (base !== expected || others.length > 0)
    throw new Error(
      `Dockerfile: expected FROM ${expected} in each stage, got ${[base, ...others].join(', ')}`,
    );

  return base;
}

/** Debian's smallest system with this Node, its npm and the user `node`, as the public image has them. */
function makeBaseImage(name: string): void {
  const root = join(folder, 'base');
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const cli = realpathSync(execFileSync('bash', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim());
  copyFileSync(process.execPath, join(root, 'usr/local/bin/node'));
  cpSync(join(dirname(cli), '..'), join(root, 'usr/local/lib/npm'), { recursive: true });
  for (const command of ['npm', 'npx'])
    symlinkSync(`../lib/npm/bin/${command}-cli.js`, join(root, `usr/local/bin/${command}`));
  execFileSync('chroot', [root, 'useradd', '--create-home', '--shell', '/bin/bash', 'node']);
  // Where a proxy signs for the registry of npm, the image has to trust its authority as this machine does.
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities !== undefined) {
    mkdirSync(join(root, 'etc/ssl/certs'), { recursive: true });
    copyFileSync(authorities, join(root, 'etc/ssl/certs/extra.crt'));
    writeFileSync(join(root, 'usr/local/lib/npm/npmrc'), 'cafile=/etc/ssl/certs/extra.crt\n');
  }
  const container = buildah('from', 'scratch');
  buildah('add', '--quiet', container, root, '/');
  buildah('commit', '--quiet', '--rm', container, `docker.io/library/${name}`);
  rmSync(root, { recursive: true });
}

/** Starts ENTRYPOINT and CMD on a free port, as the user of the image, until HEALTHCHECK passes. */
async function startAndEnd(root: string, config: ImageConfig): Promise<void> {
  const { User, WorkingDir, Env, Entrypoint, Cmd, Healthcheck } = config;
  const [, ...check] = Healthcheck.Test;
  const port = String(await findFreePort());
  const start = (command: readonly string[]) =>
    spawn(
      'chroot',
      [`--userspec=${User}`, root, 'env', '-i', '-C', WorkingDir, ...Env, 'HOME=/tmp', ...command],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
  const mock = start([...Entrypoint, ...Cmd, '--port', port]);
  const exited = once(mock, 'exit');
  try {
    for (let tries = 1; ; tries++) {
      const [code] = await once(start(check.map((text) => text.replace('4010', port))), 'exit');
      if (code === 0) break;
      if (tries === 30 || mock.exitCode !== null)
        throw new Error('expected the mock to become healthy, got no answer');
      await sleep(500);
    }
    mock.kill('SIGTERM');
    const [code] = await exited;
    if (code !== 0) throw new Error(`expected the mock to end with exit code 0 on SIGTERM, got ${code}`);
  } finally {
    mock.kill('SIGKILL');
  }
}
