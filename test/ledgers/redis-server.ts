/** Starts Redis servers for tests, without persistence: one server, or a cluster of three. */
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
  /** Sends SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Restarts it on the same port, empty. */
  readonly restart: () => Promise<void>;
}

/**
 * Whether redis-server is installed. Without it, the tests that need it are skipped with a warning; on CI they run and
 * fail, so that a missing server is noticed.
 */
export function hasRedis(): boolean {
  const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
  if (!isInstalled && process.env['CI'] !== 'true') {
    process.stderr.write('redis-server is not installed: skipping the tests of the Redis ledger\n');
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

/** The URL is that of one node. */
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
  let output = '';
  await new Promise<void>((ready, failed) => {
    child.stdout?.on('data', (text: Buffer) => {
      output += text;
      if (output.includes('eady to accept connections')) ready();
    });
    child.once('error', failed);
    child.once('exit', () => failed(new Error(`redis-server ended: ${output}`)));
  });

  return child;
}
