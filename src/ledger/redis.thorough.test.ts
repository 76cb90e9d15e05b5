import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsTheContract } from '../../test/ledgers/contract.ts';
import { itKeepsTheLaws } from '../../test/ledgers/laws.ts';
import { hasRedis, type RedisServer, startProxy, startRedis } from '../../test/ledgers/redis-server.ts';

import type { Calculation, Ledger } from './ledger.ts';
import { openRedisLedger } from './redis.ts';

const isThere = hasRedis();

/** When the transactions of the merchant `one` changed last. */
const CHANGED = 'tollgate:1:{=one}:changed';

const costing = (fee: number): Calculation => ({
  request: { amount: 100, nicn: '424242', region: '85004' },
  fee,
});

describe.runIf(isThere)('on a server', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  itKeepsTheContract(() => openEmpty(server.url));
  itKeepsTheLaws(() => openEmpty(server.url), 100);

  it('several ledgers are one, and one mTxId opens one transaction among them', async () => {
    const ledgers = [await openEmpty(server.url), await open(server.url), await open(server.url)];
    const recorded = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        ledgers[at % 3]!.record('one', { mTxId: `order-${at % 2}` }, costing(at)),
      ),
    );

    expect(recorded.filter(({ kind }) => kind === 'opened')).toHaveLength(2);
    expect(recorded.filter(({ kind }) => kind === 'updated')).toHaveLength(58);
    for (const ledger of ledgers) await ledger.close();
  });

  it('another database is another ledger', async () => {
    const [first, second] = [await openEmpty(server.url), await open(`${server.url}/1`)];
    await first.record('one', { mTxId: 'order-1' }, costing(1));

    expect(await second.find('one', { mTxId: 'order-1' })).toMatchObject({ kind: 'unknown' });
    await first.close();
    await second.close();
  });

  it('clearing leaves the keys of others alone', async () => {
    ask(server, 'SET', 'tollgate:shopping', 'list');
    const ledger = await openEmpty(server.url);
    await ledger.close();

    expect(ask(server, 'GET', 'tollgate:shopping')).toBe('list');
    ask(server, 'DEL', 'tollgate:shopping');
  });

  it('a transaction is kept for the time after its last change, then by no identifier', async () => {
    const ledger = await openEmpty(server.url, 60_000);
    const sTxIdOf = async (mTxId: string) => {
      const recorded = await ledger.record('one', { mTxId }, costing(1));
      return recorded.kind === 'opened' ? recorded.transaction.sTxId : '';
    };
    const [old, used] = [await sTxIdOf('old'), await sTxIdOf('used')];
    // As far as the ledger knows half a minute passes for both; then one of them is changed.
    for (const sTxId of [old, used]) ask(server, 'ZINCRBY', CHANGED, '-30000000', `=${sTxId}`);
    await ledger.attach('one', { mTxId: 'used' }, {});
    for (const sTxId of [old, used]) ask(server, 'ZINCRBY', CHANGED, '-31000000', `=${sTxId}`);

    expect(await ledger.find('one', { sTxId: old })).toMatchObject({ kind: 'unknown' });
    expect(await ledger.find('one', { mTxId: 'old' })).toMatchObject({ kind: 'unknown' });
    expect(await ledger.attach('one', { sTxId: old }, {})).toMatchObject({ kind: 'unknown' });
    expect(await ledger.find('one', { mTxId: 'used' })).toMatchObject({ kind: 'found' });
    expect(await ledger.record('one', { sTxId: used, mTxId: 'old' }, costing(2))).toMatchObject({
      kind: 'mismatched',
    });
    const again = await ledger.record('one', { mTxId: 'old' }, costing(2));
    expect(again).toMatchObject({ kind: 'opened' });
    expect(again).not.toMatchObject({ transaction: { sTxId: old } });
    expect(ask(server, 'ZCARD', CHANGED)).toBe('2');
    await ledger.close();
  });

  it('the keys of an idle merchant expire with its last transaction', async () => {
    const ledger = await openEmpty(server.url, 60_000);
    await ledger.record('one', { mTxId: 'order-1' }, costing(1));
    await ledger.attach('one', { mTxId: 'order-1' }, {});
    const keys = ask(server, 'KEYS', 'tollgate:1:{=one}:*').split('\n');

    expect(keys).toHaveLength(5);
    for (const key of keys) {
      expect(Number(ask(server, 'PTTL', key))).toBeGreaterThan(0);
      expect(Number(ask(server, 'PTTL', key))).toBeLessThanOrEqual(60_000);
    }
    await ledger.close();
  });

  it('what is kept for ever stays, though it was kept for a time before', async () => {
    const brief = await openEmpty(server.url, 60_000);
    await brief.record('one', { mTxId: 'order-1' }, costing(1));
    const lasting = await open(server.url);
    expect(Number(ask(server, 'TTL', 'tollgate:1:{=one}:stxids'))).toBeGreaterThan(0);
    await lasting.record('one', { mTxId: 'order-2' }, costing(1));

    expect(ask(server, 'TTL', 'tollgate:1:{=one}:stxids')).toBe('-1');
    await brief.close();
    await lasting.close();
  });

  it('that is full says so, and takes transactions again when there is room', async () => {
    const ledger = await openEmpty(server.url);
    await ledger.record('one', { mTxId: 'before' }, costing(1));
    ask(server, 'CONFIG', 'SET', 'maxmemory', '1mb');
    await expect(ledger.record('one', { mTxId: 'more' }, costing(1))).rejects.toMatchObject({
      code: 'ledger-full',
    });
    expect(await ledger.find('one', { mTxId: 'before' })).toMatchObject({ kind: 'found' });
    expect(await ledger.find('one', { mTxId: 'more' })).toMatchObject({ kind: 'unknown' });
    ask(server, 'CONFIG', 'SET', 'maxmemory', '0');

    expect(await ledger.record('one', { mTxId: 'more' }, costing(1))).toMatchObject({ kind: 'opened' });
    await ledger.close();
  });
});

describe.runIf(isThere)('a connection', () => {
  it('that breaks fails calls at once, and is back by itself', async () => {
    await using server = await startRedis();
    const ledger = await open(server.url);
    await ledger.record('one', {}, costing(1));
    await server.kill();
    await expect(ledger.record('one', {}, costing(1))).rejects.toMatchObject({ code: 'ledger-lost' });
    await expect(ledger.find('one', { mTxId: 'a' })).rejects.toMatchObject({ code: 'ledger-lost' });
    await server.restart();

    expect(await untilItWorks(ledger)).toMatchObject({ kind: 'opened' });
    await ledger.close();
  });

  it('that the server ends is replaced', async () => {
    await using server = await startRedis();
    const ledger = await open(server.url);
    await ledger.record('one', { mTxId: 'order-1' }, costing(1));
    ask(server, 'CLIENT', 'KILL', 'TYPE', 'normal');
    await untilItWorks(ledger);

    expect(await ledger.find('one', { mTxId: 'order-1' })).toMatchObject({ kind: 'found' });
    await ledger.close();
  });

  it('that falls silent fails calls in time, leaves none hanging, and is replaced', async () => {
    await using server = await startRedis();
    await using proxy = await startProxy(server.port);
    const ledger = await open(`redis://127.0.0.1:${proxy.port}`);
    await ledger.record('one', {}, costing(1));
    proxy.silence();
    const asked = [ledger.record('one', {}, costing(1)), ledger.find('one', { mTxId: 'a' })];

    expect(await Promise.allSettled(asked)).toMatchObject([
      { reason: { code: 'ledger-lost' } },
      { reason: { code: 'ledger-lost' } },
    ]);
    proxy.resume();
    expect(await untilItWorks(ledger)).toMatchObject({ kind: 'opened' });
    await ledger.close();
  });

  it('that is lost keeps no ledger from closing', async () => {
    await using server = await startRedis();
    const ledger = await open(server.url);
    await server.kill();
    await ledger.close();

    await expect(ledger.find('one', { mTxId: 'a' })).rejects.toMatchObject({ code: 'ledger-closed' });
  });
});

describe.runIf(isThere)('a password', () => {
  it('opens the ledger and is in no message, right or wrong', async () => {
    await using server = await startRedis('--requirepass', 'p@ss/w:rd');
    const withPassword = (password: string) => `redis://default:${password}@127.0.0.1:${server.port}`;
    const { ledger, address } = await openRedisLedger(withPassword(encodeURIComponent('p@ss/w:rd')));
    expect(await ledger.record('one', {}, costing(1))).toMatchObject({ kind: 'opened' });
    expect(address).toBe(server.url);

    for (const url of [withPassword('wr0ng-secret'), server.url]) {
      const error = await openRedisLedger(url).catch((cause: unknown) => cause);
      expect(error).toMatchObject({
        code: 'ledger-unreachable',
        message: expect.stringContaining('give a user and password that may run scripts'),
      });
      expect(textOf(error)).not.toMatch(/wr0ng-secret/);
    }
    await server.kill();
    const [lost] = await Promise.allSettled([ledger.find('one', { mTxId: 'a' })]);
    expect(lost.status).toBe('rejected');
    expect(textOf(lost.status === 'rejected' && lost.reason)).not.toContain('p@ss');
    await ledger.close();
  });
});

describe.runIf(isThere)('a user', () => {
  it('a user that may not run scripts gets an error at the start', async () => {
    await using server = await startRedis();
    ask(server, 'ACL', 'SETUSER', 'reader', 'on', '>s3cret', '~*', '+@all', '-@scripting');

    await expect(openRedisLedger(`redis://reader:s3cret@127.0.0.1:${server.port}`)).rejects.toMatchObject({
      code: 'ledger-unreachable',
      message: expect.stringContaining('may run scripts'),
    });
  });
});

describe('an address', () => {
  it.each([
    'redis://user:s3cret@:6379',
    'redis://user:s3cret@host:notaport',
    'redis://user:s3cret@host/first',
    'redis://user:s3%cret@host',
  ])('that cannot be read, such as %s, is refused without being repeated', async (url) => {
    const error = await openRedisLedger(url).catch((cause: unknown) => cause);

    expect(error).toMatchObject({ code: 'ledger-unreachable', message: expect.stringMatching(/^redis: /) });
    expect(textOf(error)).not.toMatch(/s3%?cret/);
  });

  it('without a listener is an error at once, with its name', async () => {
    await expect(openRedisLedger('redis://:s3cret@127.0.0.1:1')).rejects.toMatchObject({
      code: 'ledger-unreachable',
      message: expect.stringMatching(/^redis:\/\/127\.0\.0\.1:1: .*ECONNREFUSED.*is it running/),
    });
  });
});

describe('what listens at the address', () => {
  it.each([
    ['speaks HTTP', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')],
    ['says nothing', () => {}],
    ['hangs up', (socket: Socket) => socket.destroy()],
  ])('is no Redis where it %s', async (_how, behave) => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).on('data', () => behave(socket));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    await expect(openRedisLedger(`redis://127.0.0.1:${port}`)).rejects.toMatchObject({
      code: 'ledger-unreachable',
      message: expect.stringContaining('expected a Redis or Valkey server'),
    });
    server.close();
  });
});

async function open(url: string, retain?: number): Promise<Ledger> {
  return (await openRedisLedger(url, { retain })).ledger;
}

async function openEmpty(url: string, retain?: number): Promise<Ledger> {
  const ledger = await open(url, retain);
  await ledger.clear();

  return ledger;
}

/** What a call comes to as soon as one succeeds. */
async function untilItWorks(ledger: Ledger): Promise<unknown> {
  for (;;) {
    try {
      return await ledger.record('one', {}, costing(1));
    } catch {
      await sleep(20);
    }
  }
}

/** Everything that an error says, and those behind it. */
function textOf(error: unknown): string {
  return error instanceof Error
    ? `${error.stack} ${JSON.stringify(error)} ${textOf(error.cause)}`
    : String(error);
}

/** What the server answers to another connection. */
function ask({ port }: RedisServer, ...command: readonly string[]): string {
  return spawnSync('redis-cli', ['-p', `${port}`, ...command], { encoding: 'utf8' }).stdout.trim();
}
