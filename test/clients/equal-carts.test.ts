/** Carts of equal content without an identifier: one that comes after a 429 may be the next cart, and no repeat. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { checkClient } from '../../conformance/index.ts';
import { startMock } from '../../src/mock/index.ts';
import { createShop, type ShopBehavior } from '../selftest/shop.ts';

const CART = { amount: 100, nicn: '424242', region: '85004' };
const RULE = 'client-resilience/waits-for-retry-after';

/** The outcome of the rule for a client with this many equal carts, each 250 ms after the one before it. */
async function outcomeOf(carts: number, retry: NonNullable<ShopBehavior['retry']>) {
  const { rules } = await checkClient({
    startMock: (settings) => startMock({ ...settings, control: 'off', journal: 0 }),
    run: async (context) => {
      const shop = createShop(context, { retry });
      await Promise.all(
        Array.from({ length: carts }, async (_, at) => {
          await pause(250 * at);
          await shop.fee(CART);
        }),
      );
    },
    seed: 1,
    timeLimit: 10_000,
    selects: (id) => id === RULE,
  });

  return rules.find(({ id }) => id === RULE)?.outcome;
}

it('equal carts that each wait are not taken for repeats', async () => {
  // The first cart asks again before the second one may: more calls than the baseline has, within the wait of the second.
  const wait: ShopBehavior['retry'] = (attempt) => (attempt < 4 ? 1020 : undefined);

  expect(await outcomeOf(4, wait)).not.toBe('fail');
});

it('a single cart that is sent again at once is found', async () => {
  expect(await outcomeOf(1, (attempt) => (attempt < 4 ? 20 : undefined))).toBe('fail');
});
