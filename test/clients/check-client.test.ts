/** The runs of check-client, with clients that are functions of this process. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import { startMock } from '../../cli/index.ts';
import { runClient } from '../../conformance/clients/run-client.ts';
import { verifyRecording } from '../../conformance/evidence/verify.ts';
import { checkClient, type RunContext } from '../../conformance/index.ts';
import { RUNNER_LIMIT } from '../../conformance/rules/client-resilience/repeats.ts';
import { createFeeClient } from '../../src/client/index.ts';
import { MISTAKES, type RunShop } from '../selftest/clients.ts';
import { createShop, type Shop, type ShopBehavior } from '../selftest/shop.ts';
import { temporaryFolder } from '../support/folders.ts';
import { recordTo } from '../support/har-files.ts';
import { BROKEN, CART, FEE, kit, SALE, SOUND, type Steps } from './corpus.ts';

async function sell({ url, token }: RunContext): Promise<void> {
  const client = createFeeClient({ baseUrl: url, token, timeout: 1500 });
  const priced = await client.fee({ ...CART, mTxId: 'order-1' });
  if (priced.kind !== 'fee') throw new Error(`no fee: ${priced.kind}`);
  const sale = await client.sale({ sTxId: priced.sTxId });
  if (sale.kind !== 'sale') throw new Error(`no sale: ${sale.kind}`);
}

test.each([
  ['quick', 2],
  // An eighteenth run has late answers, which come after the timeout of this client.
  ['standard', 17],
] as const)('a client that passes costs %s %i runs', async (effort, expected) => {
  let runs = 0;
  const { verdict } = await checkClient({
    startMock,
    effort,
    seed: 1,
    selects: (id) => id !== 'client-tolerance/late-answers',
    onRun: () => {
      runs += 1;
    },
    run: sell,
  });

  expect({ verdict, runs }).toEqual({ verdict: 'conformant', runs: expected });
});

test('a form of refusals is not tried with a client that gets none', async () => {
  const { rules } = await checkClient({
    startMock,
    seed: 1,
    selects: (id) => id === 'client-tolerance/refusal-form',
    run: sell,
  });

  expect(rules.find(({ id }) => id === 'client-tolerance/refusal-form')).toMatchObject({
    outcome: 'skipped',
    reason: 'the command got no refusal, so that this was not tried (--choose refusal=html)',
  });
});

test.each([
  ['quick', ['client-flow/*', 'client-resilience'], 'inconclusive'],
  ['quick', ['client-flow/*'], 'conformant'],
  ['standard', ['client-resilience/gives-up'], 'conformant'],
] as const)(
  'at the effort %s, a client that passes with the must rules %j is %s',
  async (effort, must, expected) => {
    const { verdict, summary } = await checkClient({
      ...{ startMock, run: sell, effort, must, seed: 1 },
      selects: (id) => !id.startsWith('client-tolerance/'),
    });

    expect({ verdict, namesIt: summary.includes('--must client-resilience:') }).toEqual({
      verdict: expected,
      namesIt: expected === 'inconclusive',
    });
  },
);

test('the same seed gives the same report, times aside', async () => {
  const check = () => checkClient({ startMock, run: sell, effort: 'quick', seed: 7 });
  const timeless = (report: object) =>
    JSON.parse(JSON.stringify(report), (name, value) =>
      /^(?:durationMs|startedAt)$/.test(name) ? 0 : value,
    );

  expect(timeless(await check())).toEqual(timeless(await check()));
});

test('a client that ignores its signal is not waited for', async () => {
  const run = () => new Promise<void>(() => {});
  const options = { startMock, run, seed: 1, timeLimit: 50, grace: 50, signal: undefined };

  expect(await runClient({ choices: {}, faults: [] }, options)).toMatchObject({
    passed: false,
    ending: 'time-limit',
    reason: 'did not end within 0.05 s',
  });
});

test.each([
  ['cut by a column of 40 characters', (sTxId: string) => sTxId.slice(0, 40)],
  ['in lower case', (sTxId: string) => sTxId.toLowerCase()],
  [
    'in upper case, unless it is hexadecimal',
    (sTxId: string) => (/^[0-9a-f]+$/.test(sTxId) ? sTxId : sTxId.toUpperCase()),
  ],
  ['decoded as a form', (sTxId: string) => sTxId.replaceAll('+', ' ')],
  ['without the padding', (sTxId: string) => sTxId.replaceAll('=', '')],
])('an sTxId %s fails with the variation that shows it', async (_, change) => {
  const { rules } = await checkClient({
    startMock,
    effort: 'quick',
    seed: 1,
    async run({ url, token }) {
      const client = createFeeClient({ baseUrl: url, token });
      // Three in ten identifiers have a plus sign.
      for (let order = 0; order < 20; order += 1) {
        const priced = await client.fee(CART);
        if (priced.kind === 'fee') await client.sale({ sTxId: change(priced.sTxId) });
      }
    },
  });
  const failed = rules.filter(({ outcome }) => outcome === 'fail');

  expect(failed.map(({ id }) => id)).toEqual(['client-flow/uses-identifiers-it-was-given']);
  expect(failed[0]?.replay).toContain('--choose stxid-form=long');
});

test('a second sale that takes no fault is replayed without one', async () => {
  const { rules } = await checkClient({
    ...{ startMock, seed: 1, selects: (id) => id === 'client-flow/sells-once' },
    async run(context) {
      const { fee, post } = kit(context);
      const sTxId = await fee(CART);
      for (const authCode of ['A1', 'B2']) await post(SALE, { sTxId, authCode }).catch(() => undefined);
    },
  });

  expect(rules.find(({ id }) => id === 'client-flow/sells-once')).toMatchObject({
    outcome: 'fail',
    replay: 'tollgate mock',
  });
});

test('requests at the same time are all counted and judged', async () => {
  const { verdict, requests } = await checkClient({
    startMock: async (settings) => {
      const mock = await startMock(settings);

      return { url: mock.url, token: mock.token, close: mock.close };
    },
    effort: 'quick',
    selects: (id) => id.startsWith('client-request/'),
    async run({ url, token }) {
      const client = createFeeClient({ baseUrl: url, token });
      for (let batch = 0; batch < 2; batch += 1)
        await Promise.all(Array.from({ length: 50 }, () => client.fee(CART)));
    },
  });

  expect({ verdict, requests }).toEqual({ verdict: 'conformant', requests: 100 });
});

// Runs side by side: the report is that of one run after the other.

const folder = temporaryFolder();

const NO_SALE = 'client-resilience/no-sale-after-refused-fee';
const LATE = 'client-tolerance/late-answers';

/** Prices an order, updates it, and sells it. */
async function repriceAndSell({ url, token }: RunContext): Promise<void> {
  const client = createFeeClient({ baseUrl: url, token });
  for (const amount of [100, 90]) {
    const priced = await client.fee({ ...CART, amount, mTxId: 'order-1' });
    if (priced.kind !== 'fee') throw new Error(`no fee: ${priced.kind}`);
  }
  const sale = await client.sale({ mTxId: 'order-1' });
  if (sale.kind !== 'sale') throw new Error(`no sale: ${sale.kind}`);
}

/** A client with a resource of its own, such as a port: it fails while another run has it. */
function needsAPort(): RunShop {
  let users = 0;

  return async (context) => {
    users += 1;
    try {
      if (users > 1) throw new Error('the port is taken');
      await pause(50);
      await repriceAndSell(context);
    } finally {
      users -= 1;
    }
  };
}

/** Runs a check, and counts how many runs took place at once. */
async function check(name: string, run: RunShop, jobs: number) {
  const path = join(folder, `${name}-${jobs}.har`);
  const taken = new Set<number>();
  let most = 0;
  const onRun: string[] = [];
  const report = await checkClient({
    ...{ startMock, seed: 7, jobs, target: name },
    // Nine runs: those with late answers and with silence take seconds.
    selects: (id) => id === NO_SALE || (!/^client-(?:flow|resilience)/.test(id) && id !== LATE),
    onRun: (number, what) => onRun.push(`${number} ${what}`),
    record: recordTo(path),
    async run(context) {
      expect(taken).not.toContain(context.job);
      taken.add(context.job);
      most = Math.max(most, taken.size);
      try {
        await run(context);
      } finally {
        taken.delete(context.job);
      }
    },
  });
  const recording = readFileSync(path, 'utf8');
  const titles: readonly string[] = JSON.parse(recording).log.pages.map(
    ({ title }: { title: string }) => title,
  );
  const verified = await verifyRecording(JSON.parse(JSON.stringify(report)), recording, 'client.har');

  return { report: timeless(report), most, titles, onRun, verified };
}

/** Without what is new in every check: times, and the identifiers that the mock gives. */
function timeless(report: object): object {
  return JSON.parse(JSON.stringify(report).replaceAll(/\b[0-9a-f]{32}\b/g, 'sTxId'), (name, value) =>
    /^(?:durationMs|startedAt|recording)$/.test(name) ? 0 : value,
  );
}

describe('four runs side by side give the report, the recording and the progress of one after the other', () => {
  test.each([
    ['a sound client', () => repriceAndSell, 'conformant'],
    [
      'a client that does not tolerate a status',
      () => MISTAKES['client-tolerance/success-status'],
      'nonconformant',
    ],
    ['a client that sells after a refusal', () => MISTAKES[NO_SALE], 'nonconformant'],
    ['a client whose runs disturb each other', needsAPort, 'conformant'],
  ])('%s', async (name, create, verdict) => {
    const one = await check(name, create(), 1);
    const four = await check(name, create(), 4);

    expect(four.report).toEqual(one.report);
    expect(four.titles).toEqual(one.titles);
    expect(four.onRun).toEqual(one.onRun);
    expect(four.report).toMatchObject({ verdict });
    expect([one.most, four.most]).toEqual([1, 4]);
    for (const { verified } of [one, four]) expect(verified).toMatchObject({ code: 0 });
  });
});

// What clients do with calls that are put off, late or lost.

const ORDER = { amount: 100, nicn: '424242', region: '85004' };
const WAITS = 'client-resilience/waits-for-retry-after';

/** The outcome of the rule for a client. */
async function outcomeOf(behavior: ShopBehavior, run: (shop: Shop) => Promise<unknown>) {
  const { rules } = await checkClient({
    startMock: (settings) => startMock({ ...settings, control: 'off', journal: 0 }),
    run: async (context) => void (await run(createShop(context, behavior))),
    seed: 1,
    timeLimit: 10_000,
    selects: (id) => id === WAITS,
  });

  return rules.find(({ id }) => id === WAITS)?.outcome;
}

/** This many equal carts, each 250 ms after the one before it. */
const pricing = (carts: number) => (shop: Shop) =>
  Promise.all(
    Array.from({ length: carts }, async (_, at) => {
      await pause(250 * at);
      await shop.fee(ORDER);
    }),
  );

it.concurrent('equal carts that each wait are not taken for repeats', async () => {
  // The first cart asks again before the second one may: more calls than the baseline has, within the wait of the second.
  const wait: ShopBehavior['retry'] = (attempt) => (attempt < 4 ? 1020 : undefined);

  expect(await outcomeOf({ retry: wait }, pricing(4))).not.toBe('fail');
});

// A client that only its test runner ends has no time limit; one that ends by its own limit says nearly the same.

/** In milliseconds: a busy machine answers within it. */
const LIMIT = 1000;

/** @param message with which the test fails after the limit, be it that of the client or of its runner */
async function outcomeFor(message: string): Promise<string | undefined> {
  const { rules } = await checkClient({
    ...{ startMock, seed: 1, timeLimit: 60_000 },
    selects: (id) => id === 'client-resilience/gives-up',
    async run(context) {
      const { post } = kit(context, LIMIT);
      const send = (path: string, fields: object) =>
        post(path, { ...fields }).catch((error: Error) => {
          throw error.name === 'TimeoutError' ? new Error(message) : error;
        });
      const { body } = await send(FEE, CART);
      await send(SALE, { sTxId: body['sTxId'] });
    },
  });

  return rules.find(({ id }) => id === 'client-resilience/gives-up')?.outcome;
}

test.concurrent.each([
  ['a test runner ends', 'Test timed out in 5000ms.', 'fail'],
  ['the client itself ends', 'timeout of 2000ms exceeded', 'pass'],
])('%s the request: %s %s', async (_, message, outcome) => {
  expect(await outcomeFor(message)).toBe(outcome);
});

test.each([
  'Exceeded timeout of 5000 ms for a test.',
  'Test timeout of 30000ms exceeded.',
  'Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called',
  'Failed: Timeout (>5.0s) from pytest-timeout.',
  'panic: test timed out after 5s',
  'sells() timed out after 5 seconds',
  'failed: ended with exit code 124',
])('a test runner says of its limit: %s', (message) => {
  expect(message).toMatch(RUNNER_LIMIT);
});

test.each([
  'Operation timed out after 2001 milliseconds with 0 bytes received',
  'Request timed out after 2000 ms',
  'ReadTimeout: timeout 2.0 s',
])('a client says of its own: %s', (message) => {
  expect(message).not.toMatch(RUNNER_LIMIT);
});

// Faults of sales and updates show what a client does with them: a sample of the corpus.

const RULES = [
  'client-flow/sells-once',
  'client-flow/sells-at-the-last-price',
  'client-resilience/repeats-safely',
];

/** In milliseconds; nothing is late in these runs. */
const TIMEOUT = 1_500;

async function failuresOf(steps: Steps | undefined): Promise<readonly string[]> {
  const { rules } = await checkClient({
    startMock,
    seed: 1,
    selects: (id) => RULES.includes(id),
    async run(context) {
      await steps?.(kit(context, TIMEOUT), context);
    },
  });

  return rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
}

test('a sale again with other fields, another order in its place, and a sale at an old price are found', async () => {
  const found = await Promise.all([
    failuresOf(BROKEN['a new authCode for each attempt of a sale']),
    failuresOf(BROKEN['the whole checkout again, under a new mTxId']),
    failuresOf(BROKEN['a sale at the old price where the update is lost']),
    failuresOf(SOUND['one order by mTxId, which it retries']),
  ]);

  expect(found).toEqual([
    ['client-flow/sells-once', 'client-resilience/repeats-safely'],
    ['client-resilience/repeats-safely'],
    ['client-flow/sells-at-the-last-price'],
    [],
  ]);
});
