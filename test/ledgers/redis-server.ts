/** Starts Redis servers for tests, without persistence. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../deployments/listen.ts';

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

// A TCP proxy that can silence connections without closing them.

interface Proxy extends AsyncDisposable {
  readonly port: number;
  /** Drops all bytes from now on; connections stay open. */
  readonly silence: () => void;
  /** Forwards bytes of new connections again. */
  readonly resume: () => void;
}

export async function startProxy(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => isSilent || to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (!isSilent) to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();

  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    silence() {
      isSilent = true;
    },
    resume() {
      isSilent = false;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
