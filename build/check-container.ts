/**
 * Builds the Dockerfile with buildah and runs its image: mock, proxy and conform, on a read-only file system. No registry of
 * images is needed. It needs root, buildah and Debian.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../test/free-port.ts';
import { baseImageOf, type Containers, containersOf, type ImageConfig, makeBaseImage } from './container.ts';
import { addressOf, ask, expectEqual } from './package/commands.ts';
import { prepare, step } from './steps.ts';

/** More than the images need, in bytes. */
const ROOM = 5e9;

const folder = mkdtempSync(join(tmpdir(), 'tollgate-image-'));
const volume = join(folder, 'work');
const isInMemory = mountMemory();
const env = {
  ...process.env,
  BUILDAH_ISOLATION: 'chroot',
  // Keeps images out of the system's storage.
  CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
};
const buildah = (...args: readonly string[]) =>
  execFileSync('buildah', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

try {
  const driver = useStorage();
  await step(`the base image (${driver}, ${isInMemory ? 'in memory' : 'on disk'})`, async () =>
    buildBaseImage(),
  );
  const image = await prepare('the image', async () => buildImage());
  const { Entrypoint, Cmd, Healthcheck } = image.config;
  const containers = containersOf(image.root, image.config, volume);
  const tollgate = (args: string) => [...Entrypoint, ...args.split(' ')];
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const mock = [...Entrypoint, ...Cmd, '--port', port];
  await step('neither root nor a file system to write to', () => checkConfinement(containers));
  await step('mock, health check, proxy, conform', async () => {
    const [, ...check] = Healthcheck.Test.map((text) => text.replace('4010', port));
    await containers.run(check, 1);
    await using service = containers.start(mock);
    const { token } = await addressOf(service);
    expectEqual('the first fee', (await ask(url, token)).transactionFee, 2.43);
    await containers.run(check);
    const between = `proxy --host 0.0.0.0 --port 0 --to ${url} --record own.har`;
    await using proxy = containers.start(tollgate(between));
    const [, front = ''] = (await proxy.printed(/forwards to/)).match(/:(\d+) forwards to/) ?? [];
    const { transactionFee } = await ask(`http://127.0.0.1:${front}`, token);
    expectEqual('the fee through the proxy', transactionFee, 2.43);
    const judge = tollgate(`conform ${url} --token ${token} --effort quick --report json=report.json`);
    await containers.run(judge);
    const { verdict } = JSON.parse(readFileSync(join(volume, 'report.json'), 'utf8'));
    expectEqual('the verdict', verdict, 'conformant');
    for (const running of [proxy, service]) await running.end();
    expectEqual('its recording', existsSync(join(volume, 'own.har')), true);
    await containers.run(check, 1);

    return `a fee; ${verdict}; both end with code 0 after SIGTERM`;
  });
  await step('conform of a defect', async () => {
    await using service = containers.start([...mock, '--defect', 'nicn/refuses-non-digits']);
    const { token } = await addressOf(service);
    await containers.run(tollgate(`conform ${url} --token ${token} --effort quick --only nicn`), 1);

    return 'found, code 1';
  });
} finally {
  execFileSync('buildah', ['rm', '--all'], { env, stdio: 'ignore' });
  if (isInMemory) execFileSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true, force: true });
}

/** Keeps the images in memory where there is room: npm writes and removes tens of thousands of files. */
function mountMemory(): boolean {
  if (freemem() < ROOM) return false;
  const options = ['-t', 'tmpfs', '-o', `size=${ROOM}`, 'tollgate', folder];

  return spawnSync('mount', options, { stdio: 'ignore' }).status === 0;
}

/** Prefers the driver overlay, since vfs copies the whole file system at each step. */
function useStorage(): string {
  const write = (driver: string) =>
    writeFileSync(
      env.CONTAINERS_STORAGE_CONF,
      `[storage]\ndriver = "${driver}"\nrunroot = "${folder}/run"\ngraphroot = "${folder}/images"\n`,
    );
  write('overlay');
  try {
    execFileSync('buildah', ['info'], { env, stdio: 'ignore' });

    return 'overlay';
  } catch {
    write('vfs');

    return 'vfs';
  }
}

function buildBaseImage(): string {
  const name = baseImageOf(readFileSync('Dockerfile', 'utf8'));
  const container = buildah('from', 'scratch');
  makeBaseImage(buildah('mount', container));
  buildah('commit', '--quiet', '--rm', container, name);

  return name;
}

async function buildImage() {
  // Shares npm's cache with the build, so that npm fetches no package again.
  const cache = process.env['npm_config_cache'];
  const volumes = cache !== undefined && existsSync(cache) ? ['--volume', `${cache}:/root/.npm`] : [];
  buildah('build', '--quiet', '--format', 'docker', '--pull-never', ...volumes, '--tag', 'tollgate', '.');
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', 'tollgate')).Docker as {
    readonly config: ImageConfig;
  };
  const mounted = buildah('mount', buildah('from', '--pull-never', 'tollgate'));
  const user = execFileSync('chroot', [mounted, 'id', '-u', config.User], { encoding: 'utf8' });
  mkdirSync(volume);
  chownSync(volume, Number(user), Number(user));
  const [size] = execFileSync('du', ['-sm', join(mounted, 'opt/tollgate')], { encoding: 'utf8' }).split('\t');

  return { found: `${size} MB beside the base image`, value: { root: mounted, config } };
}

async function checkConfinement(containers: Containers): Promise<string> {
  const user = (await containers.run(['id', '-u'])).trim();
  if (user === '0') throw new Error('expected a user that is not root, got root');
  for (const path of ['/tmp/file', '/home/node/file', '/opt/tollgate/file'])
    await containers.run(['touch', path], 1);
  await containers.run(['touch', '/work/file']);

  return `user ${user} writes to /work alone`;
}
