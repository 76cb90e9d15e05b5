/**
 * Builds the Dockerfile with buildah, and tries the commands in its image on a read-only file system. No registry of
 * images is needed. It needs root, buildah and Debian.
 */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../test/deployments/listen.ts';
import { baseImageOf, containerOf, type ImageConfig, makeBaseImage, stop } from './container.ts';
import { addressOf, ask, COMMANDS, expectEqual } from './package/commands.ts';
import { HERE, run, start } from './processes.ts';
import { prepare, step } from './steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-image-'));
const volume = join(folder, 'work');
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
  await step(`the base image (${driver})`, async () => buildBaseImage());
  const image = await prepare('the image', async () => buildImage());
  const { Entrypoint, Cmd, Healthcheck } = image.config;
  const container = containerOf(image.root, image.config, volume);
  await step('neither root nor a file system to write to', () => checkConfinement(container));
  await step('its own command, health check, end', async () => {
    const port = String(await findFreePort());
    const [, ...check] = Healthcheck.Test.map((text) => text.replace('4010', port));
    const healthIs = (code: number) => run(HERE, [...container, ...check], code);
    await healthIs(1);
    await using mock = start(HERE, [...container, ...Entrypoint, ...Cmd, '--port', port]);
    const { url, token } = await addressOf(mock);
    expectEqual(
      'the first fee',
      (await ask(url.replace('0.0.0.0', '127.0.0.1'), token)).transactionFee,
      2.43,
    );
    await healthIs(0);
    await stop(mock);
    await healthIs(1);

    return 'ends with code 0 after SIGTERM';
  });
  for (const [name, check] of Object.entries(COMMANDS))
    if (name.startsWith('tollgate')) await step(name, () => check(HERE, container));
} finally {
  execFileSync('buildah', ['rm', '--all'], { env, stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
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

async function checkConfinement(container: readonly string[]): Promise<string> {
  const inside = async (command: readonly string[], code = 0) =>
    (await run(HERE, [...container, ...command], code)).out;
  const user = (await inside(['id', '-u'])).trim();
  if (user === '0') throw new Error('expected a user that is not root, got root');
  for (const path of ['/tmp/file', '/home/node/file', '/opt/tollgate/file']) await inside(['touch', path], 1);
  await inside(['touch', '/work/file']);

  return `user ${user} writes to /work alone`;
}
