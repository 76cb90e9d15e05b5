/** Redis servers of a test's own, on free ports, which keep nothing: one, or three that are a cluster. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../free-port.ts';

export interface RedisServer extends AsyncDisposable {
  readonly port: number;
  /** Without a password. */
  readonly url: string;
  /** Ends it at once, as if its machine had failed. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port, empty. */
  readonly restart: () => Promise<void>;
}

/**
 * Whether there is a redis-server to be started. Where there is none the tests that need it are left out, with a line
 * that says so; on CI that would be a hole nobody sees, so there they run, and fail.
 */
export function hasRedis(): boolean {
  const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
  if (!isInstalled && process.env['CI'] !== 'true') {
    process.stderr.write('redis-server is not installed: the tests of the ledger in Redis are left out\n');
  }

  return isInstalled || process.env['CI'] === 'true';
}

export async function startRedis(...options: readonly string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-redis-'));
  const port = await findFreePort();
  const start = () =>
    launch([
      ...['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder],
      ...['--save', '', '--appendonly', 'no', ...options],
    ]);
  let child = await start();
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };

  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    async restart() {
      await kill();
      child = await start();
    },
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The url is that of one of the nodes. */
export async function startRedisCluster(): Promise<{ readonly url: string } & AsyncDisposable> {
  const nodes: RedisServer[] = [];
  for (let node = 0; node < 3; node++) {
    const bus = await findFreePort();
    nodes.push(await startRedis('--cluster-enabled', 'yes', '--cluster-port', `${bus}`));
  }
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const made = spawnSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes']);
  if (made.status !== 0) throw new Error(`no cluster: ${made.stdout}${made.stderr}`);
  for (const { port } of nodes) await isClusterReady(port);

  return {
    url: nodes[0]!.url,
    async [Symbol.asyncDispose]() {
      for (const node of nodes) await node[Symbol.asyncDispose]();
    },
  };
}

async function isClusterReady(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const { stdout } = spawnSync('redis-cli', ['-p', `${port}`, 'cluster', 'info']);
    if (stdout.includes('cluster_state:ok')) return;
    await sleep(50);
  }
  throw new Error(`node ${port} of the cluster is not ready`);
}

async function launch(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  await new Promise<void>((ready, failed) => {
    child.stdout?.on('data', (text: Buffer) => {
      said += text;
      if (said.includes('eady to accept connections')) ready();
    });
    child.once('error', failed);
    child.once('exit', () => failed(new Error(`redis-server ended: ${said}`)));
  });

  return child;
}
