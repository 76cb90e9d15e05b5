/** What clients do with calls that are put off, late or lost. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, test } from 'vitest';
import { startMock } from '../../cli/index.ts';
import { checkClient } from '../../conformance/index.ts';
import { createShop, type Shop, type ShopBehavior } from '../selftest/shop.ts';
import { BROKEN, type Steps } from './corpus/broken.ts';
import { CART, FEE, kit, SALE } from './corpus/kit.ts';
import { SOUND } from './corpus/sound.ts';

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

it.concurrent('a single cart that is sent again at once is found', async () => {
  const atOnce: ShopBehavior['retry'] = (attempt) => (attempt < 4 ? 20 : undefined);

  expect(await outcomeOf({ retry: atOnce }, pricing(1))).toBe('fail');
});

it.concurrent('a sale that is sent again at once is found, also where no fee call is', async () => {
  const outcome = await outcomeOf({}, async (shop) => {
    await shop.fee({ ...ORDER, mTxId: 'order-1' });
    await shop.fee({ ...ORDER, amount: 120, mTxId: 'order-1' });
    await shop.sale({ mTxId: 'order-1' }).catch(() => shop.sale({ mTxId: 'order-1' }));
  });

  expect(outcome).toBe('fail');
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
  'Test timed out in 5000ms.',
  'Exceeded timeout of 5000 ms for a test.',
  'Test timeout of 30000ms exceeded.',
  'Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called',
  'Failed: Timeout (>5.0s) from pytest-timeout.',
  'panic: test timed out after 5s',
  'sells() timed out after 5 seconds',
  'failed: ended with exit code 124',
])('a test runner ends the request: %s', async (message) => {
  expect(await outcomeFor(message)).toBe('fail');
});

test.concurrent.each([
  'timeout of 2000ms exceeded',
  'Operation timed out after 2001 milliseconds with 0 bytes received',
  'Request timed out after 2000 ms',
  'ReadTimeout: timeout 2.0 s',
])('the client ends the request itself: %s', async (message) => {
  expect(await outcomeFor(message)).toBe('pass');
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
