/** Three mocks on one Redis server behind a load balancer: any of them answers any call, and no acknowledged one is lost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mintToken } from '../../src/mock/index.ts';
import { findFreePort } from '../deployments/listen.ts';
import { ROOT } from '../support/root.ts';
import { hasRedis, startRedis } from './redis-server.ts';

/** `ORDERS=34000` acknowledges 102,000 calls. */
const ORDERS = Number(process.env['ORDERS'] ?? 300);
const AT_ONCE = 16;
/** Milliseconds between two deaths, and in which a dead process is missing. */
const [BETWEEN, MISSING] = [1_000, 150];

test.runIf(hasRedis())(
  `${ORDERS} orders through three mocks lose nothing while each of them and the server are killed in turn`,
  async () => {
    await using redis = await startRedis('--appendonly', 'yes', '--appendfsync', 'always');
    await using fleet = await startFleet(redis.url, 3);
    const { call, close } = createCaller(fleet.port);
    const acknowledged = new Map<string, unknown>();
    let calls = 0;
    let next = 0;
    let deaths = 0;
    let isDone = false;

    const workers = Array.from({ length: AT_ONCE }, async () => {
      while (next < ORDERS) {
        const mTxId = `order-${next++}`;
        const first = await call('/v1/ch', { amount: 100, nicn: '424242', region: '85004', mTxId });
        const { sTxId } = first;
        acknowledged.set(mTxId, sTxId);
        const update = await call('/v1/ch', { amount: 120, nicn: '424242', region: '85004', mTxId });
        const sale = await call('/v1/ch/sale', { sTxId, authCode: 'A1B2C3' });
        calls += 3;
        expect([update['sTxId'], sale['sTxId']]).toEqual([sTxId, sTxId]);
      }
    });
    const killing = (async () => {
      while (!isDone) {
        const kills = [...fleet.kills, redis.restart];
        await kills[deaths++ % kills.length]?.();
        await sleep(BETWEEN);
      }
    })();
    await Promise.all(workers).finally(() => {
      isDone = true;
    });
    await killing;

    let lost = 0;
    for (const [mTxId, sTxId] of acknowledged)
      if ((await call('/v1/ch', { amount: 130, nicn: '424242', region: '85004', mTxId }))['sTxId'] !== sTxId)
        lost++;
    close();
    process.stdout.write(
      `${calls} calls acknowledged, ${deaths} processes killed, ${lost} transactions lost\n`,
    );
    expect(new Set(acknowledged.values()).size).toBe(ORDERS);
    expect({ lost, calls }).toEqual({ lost: 0, calls: 3 * ORDERS });
    expect(deaths).toBeGreaterThan(0);
  },
  600_000,
);

interface Fleet extends AsyncDisposable {
  /** Of the load balancer. */
  readonly port: number;
  /** Each sends SIGKILL to one mock, and starts another one in its place. */
  readonly kills: readonly (() => Promise<void>)[];
}

async function startFleet(ledger: string, count: number): Promise<Fleet> {
  const ports = await Promise.all(Array.from({ length: count }, findFreePort));
  const start = (port: number) => {
    const args = ['mock', '--port', `${port}`, '--ledger', ledger, '--quiet'];

    return spawn(process.execPath, [join(ROOT, 'cli/tollgate.js'), ...args], { stdio: 'ignore' });
  };
  const processes: ChildProcess[] = ports.map(start);
  const balancer = await balance(ports);
  const kill = async (at: number) => {
    const process = processes[at] as ChildProcess;
    // One that begins while the server is missing ends by itself.
    if (process.exitCode !== null) return;
    const exited = once(process, 'exit');
    process.kill('SIGKILL');
    await exited;
  };

  return {
    port: (balancer.address() as { readonly port: number }).port,
    kills: ports.map((port, at) => async () => {
      await kill(at);
      await sleep(MISSING);
      processes[at] = start(port);
    }),
    async [Symbol.asyncDispose]() {
      await Promise.all(processes.map((_, at) => kill(at)));
      balancer.close();
    },
  };
}

/** Passes each connection to the next server that takes it, as a load balancer without any knowledge of HTTP does. */
async function balance(ports: readonly number[]): Promise<Server> {
  let turn = 0;
  const pass = (socket: Socket, attempts = ports.length) => {
    const server = connect(ports[turn++ % ports.length] as number, '127.0.0.1');
    const end = () => void [socket.destroy(), server.destroy()];
    const retry = () => (attempts > 1 && !socket.destroyed ? pass(socket, attempts - 1) : end());
    server.once('error', retry).once('connect', () => {
      server.off('error', retry).on('error', end).on('close', end);
      socket.pipe(server).pipe(socket);
    });
  };
  const balancer = createServer((socket) => {
    socket.on('error', () => {});
    pass(socket);
  });
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');

  return balancer;
}

/** Repeats a call until it is answered with 2xx: each is safe to repeat, as it names its transaction. */
function createCaller(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const headers = {
    authorization: `Bearer ${mintToken()}`,
    'content-type': 'application/json',
    'x-requested-with': 'xhr',
  };
  const sendOnce = (path: string, body: object) =>
    new Promise<Record<string, unknown> | undefined>((resolve) => {
      const sent = request({ agent, port, path, host: '127.0.0.1', method: 'POST', headers, timeout: 5_000 });
      const fail = () => resolve(undefined);
      sent.on('timeout', () => sent.destroy()).on('error', fail);
      sent.on('response', (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += chunk))
          .on('error', fail)
          .on('end', () => resolve(response.statusCode === 200 ? JSON.parse(text) : undefined));
      });
      sent.end(JSON.stringify(body));
    });

  return {
    async call(path: string, body: object): Promise<Record<string, unknown>> {
      for (;;) {
        const answer = await sendOnce(path, body);
        if (answer !== undefined) return answer;
        await sleep(20);
      }
    },
    close: () => agent.destroy(),
  };
}
