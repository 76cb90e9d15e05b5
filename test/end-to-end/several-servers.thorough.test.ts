/** Three mocks on one Redis, called in turn, behave like one. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEPLOYMENT_DEFAULTS } from '../../conformance/deployment/deployment.ts';
import { conform } from '../../conformance/index.ts';
import type { Report } from '../../conformance/report/report.ts';
import { REQUIRED_HEADERS } from '../../src/contract/operations.ts';
import { mintToken } from '../../src/mock/index.ts';
import { findFreePort } from '../deployments/listen.ts';
import { hasRedis, type RedisServer, startRedis } from '../ledgers/redis-server.ts';
import { ROOT } from '../shape/source-files.ts';
import { type Running, startTollgate, tollgate, watch } from './command.ts';

describe.runIf(hasRedis())('three mocks on one Redis', () => {
  let redis: RedisServer;
  let mocks: readonly Running[];
  let inTurn: { readonly url: string } & AsyncDisposable;

  beforeAll(async () => {
    redis = await startRedis();
    const args = ['mock', '--port', '0', '--ledger', redis.url, '--retain', '1h'];
    mocks = [0, 1, 2].map(() => startTollgate(args));
    const welcomes = await Promise.all(mocks.map((mock) => mock.printed(/Ctrl-C/)));
    for (const welcome of welcomes) {
      expect(welcome).toContain(`ledger: ${redis.url}, shared with every mock that uses it`);
    }
    inTurn = await askInTurn(welcomes.map((welcome) => /listens on (\S+)/.exec(welcome)?.[1] ?? ''));
  });
  afterAll(async () => {
    await inTurn[Symbol.asyncDispose]();
    for (const mock of mocks) await mock[Symbol.asyncDispose]();
    await redis[Symbol.asyncDispose]();
  });

  test.each([1, 2, 3])('keep state as one, by the rules on identity and sale, seed %d', async (seed) => {
    const alpha = { mid: '700100', name: 'alpha' };
    const report = await conform({
      deployment: {
        ...DEPLOYMENT_DEFAULTS,
        url: new URL(inTurn.url),
        headers: REQUIRED_HEADERS,
        one: { token: await mintToken('one'), processors: [alpha] },
        several: undefined,
        multiPay: false,
      },
      selects: (id) => id.startsWith('identity/') || id.startsWith('sale/'),
      seed,
    });

    expect(report.rules.filter(({ outcome }) => !['pass', 'skipped'].includes(outcome))).toEqual([]);
    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
    expect(report.counts.pass).toBeGreaterThan(12);
  });

  test('answer 503 as problems while Redis is away, and 200 once it is back', async () => {
    const ask = async () => {
      const answer = await fetch(`${inTurn.url}/v1/ch`, {
        method: 'POST',
        headers: { ...REQUIRED_HEADERS, authorization: `Bearer ${await mintToken('one')}` },
        body: '{"amount":100,"nicn":"424242","region":"AZ","mTxId":"order-503"}',
      });
      return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
    };
    expect((await ask()).status).toBe(200);
    await redis.kill();
    for (const _ of mocks) {
      expect(await ask()).toMatchObject({ status: 503, body: { reasonCode: 'ledger-unavailable' } });
    }
    await redis.restart();
    for (const _ of mocks) await expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(200);
  });

  test('end with SIGTERM', async () => {
    expect(await Promise.all(mocks.map((mock) => mock.end('SIGTERM')))).toEqual([0, 0, 0]);
  });
});

/** Gives each request to the next of the addresses. */
async function askInTurn(addresses: readonly string[]) {
  let next = 0;
  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked;
    const passed = request(addresses[next++ % addresses.length] + url!, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();

  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

// The vendor's path, on an implementation that is not ours: Prism as it comes, serving the contract.

test('stock Prism fails on its canned identifier, and passes what the contract alone can tell', async () => {
  const port = await findFreePort();
  await using prism = watch(
    spawn(
      process.execPath,
      [join(ROOT, 'node_modules/.bin/prism'), 'mock', '--port', String(port), 'openapi.yaml'],
      { cwd: ROOT },
    ),
  );
  await prism.printed(/Prism is listening/);
  const { code, out } = await tollgate([
    'conform',
    `http://127.0.0.1:${port}`,
    '--token',
    'a.b.c',
    '--report',
    'json',
  ]);
  const report = JSON.parse(out) as Report;
  const musts = report.rules.filter(({ level }) => level === 'must');
  const idsOf = (outcome: string, rules = musts) =>
    rules.filter((rule) => rule.outcome === outcome).map(({ id }) => id);
  const warned = idsOf(
    'fail',
    report.rules.filter(({ level }) => level === 'should'),
  );

  expect(code).toBe(1);
  expect(report.verdict).toBe('nonconformant');
  expect(idsOf('fail')).toEqual(['identity/stxid-is-unique']);
  expect(idsOf('blocked')).toEqual([
    'fee-request/accepts-any-spelling',
    'identity/update-by-stxid-keeps-stxid',
    'identity/update-by-mtxid-keeps-stxid',
    'identity/update-by-both-keeps-stxid',
    'identity/update-recalculates-fee',
    'identity/distinct-mtxids-are-distinct',
    'identity/concurrent-updates-keep-stxid',
    'identity/outlives-other-traffic',
    'identity/state-machine',
    'sale/accepts-stxid',
    'sale/accepts-mtxid',
    'sale/accepts-both',
    'sale/accepts-late-mtxid',
    'sale/authcode-is-optional',
    'sale/authcode-is-opaque',
  ]);
  expect(idsOf('skipped')).toEqual([
    'processor/optional-with-one',
    'processor/required-with-several',
    'processor/accepts-mid-or-name',
    'processor/mid-and-name-agree',
    'fee/matches-reference',
  ]);
  expect(idsOf('pass')).toEqual(
    expect.arrayContaining([
      'nicn/accepts-6-to-8-digits',
      'nicn/refuses-fewer-than-6-digits',
      'nicn/refuses-more-than-8-digits',
      'nicn/refuses-non-digits',
      'fee-request/requires-amount',
      'fee-request/requires-nicn',
      'fee-request/requires-region',
    ]),
  );
  expect(idsOf('pass')).toHaveLength(musts.length - 1 - idsOf('blocked').length - idsOf('skipped').length);
  expect(warned).toEqual(
    expect.arrayContaining(['auth/refuses-invalid-token', 'fee-request/refuses-negative-amount']),
  );
});
