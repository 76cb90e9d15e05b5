/** Calls that are put off: one of equal content may be the next cart, and a sale may be the only call that is sent again. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { checkClient } from '../../conformance/index.ts';
import { startMock } from '../../src/mock/index.ts';
import { createShop, type Shop, type ShopBehavior } from '../selftest/shop.ts';

const CART = { amount: 100, nicn: '424242', region: '85004' };
const RULE = 'client-resilience/waits-for-retry-after';

/** The outcome of the rule for a client. */
async function outcomeOf(behavior: ShopBehavior, run: (shop: Shop) => Promise<unknown>) {
  const { rules } = await checkClient({
    startMock: (settings) => startMock({ ...settings, control: 'off', journal: 0 }),
    run: async (context) => void (await run(createShop(context, behavior))),
    seed: 1,
    timeLimit: 10_000,
    selects: (id) => id === RULE,
  });

  return rules.find(({ id }) => id === RULE)?.outcome;
}

/** This many equal carts, each 250 ms after the one before it. */
const pricing = (carts: number) => (shop: Shop) =>
  Promise.all(
    Array.from({ length: carts }, async (_, at) => {
      await pause(250 * at);
      await shop.fee(CART);
    }),
  );

it('equal carts that each wait are not taken for repeats', async () => {
  // The first cart asks again before the second one may: more calls than the baseline has, within the wait of the second.
  const wait: ShopBehavior['retry'] = (attempt) => (attempt < 4 ? 1020 : undefined);

  expect(await outcomeOf({ retry: wait }, pricing(4))).not.toBe('fail');
});

it('a single cart that is sent again at once is found', async () => {
  const atOnce: ShopBehavior['retry'] = (attempt) => (attempt < 4 ? 20 : undefined);

  expect(await outcomeOf({ retry: atOnce }, pricing(1))).toBe('fail');
});

it('a sale that is sent again at once is found, also where no fee call is', async () => {
  const outcome = await outcomeOf({}, async (shop) => {
    await shop.fee({ ...CART, mTxId: 'order-1' });
    await shop.fee({ ...CART, amount: 120, mTxId: 'order-1' });
    await shop.sale({ mTxId: 'order-1' }).catch(() => shop.sale({ mTxId: 'order-1' }));
  });

  expect(outcome).toBe('fail');
});
