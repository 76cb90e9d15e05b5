/** Clients that sell without a fee where one form of failure is new to them. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { checkClient, type RunContext } from '../../conformance/index.ts';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { startMock as startPlainMock } from '../../src/mock/index.ts';
import { createShop, readObject, type Shop } from '../selftest/shop.ts';

const CART = { amount: 100, nicn: '424242', region: '85004', mTxId: 'order-1' };
const NO_SALE = 'client-resilience/no-sale-after-refused-fee';
const PRICED = 'client-flow/sells-what-was-priced';

/** The rules that fail for a client, of those on sales. */
async function failuresIn(
  run: (context: RunContext) => Promise<void>,
  judged: readonly ClientRuleId[] = [NO_SALE, PRICED],
) {
  const { rules } = await checkClient({
    startMock: (settings) => startPlainMock({ ...settings, control: 'off', journal: 0 }),
    run,
    seed: 1,
    jobs: 4,
    timeLimit: 20_000,
    selects: (id) => judged.includes(id),
  });

  return rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
}

describe('a suite whose tests share one order goes on after a failed one, and is not accused', () => {
  /** Runs all tests, and fails where one has failed. */
  const suite = async (tests: readonly (() => Promise<unknown>)[]) => {
    const results = [];
    for (const each of tests) results.push(...(await Promise.allSettled([each()])));
    if (results.some(({ status }) => status === 'rejected')) throw new Error('tests failed');
  };

  it.each(['sTxId', 'mTxId'])('of a sale by %s', async (name) => {
    const failures = await failuresIn(async (context) => {
      const shop = createShop(context);
      const reply = await shop.call('/v1/ch', CART);
      if (reply.status >= 300) throw new Error('the hook failed');
      const { message, sTxId } = readObject(reply);
      await suite([
        async () => {
          if (message !== 'ok') throw new Error('no fee');
        },
        () => shop.sale(name === 'sTxId' ? { sTxId } : { mTxId: CART.mTxId }),
      ]);
    });

    expect(failures).toEqual([]);
  });
});

describe('an update that is late and refused', () => {
  const LAST = 'client-flow/sells-at-the-last-price';
  const ACCEPTED = 'client-flow/sells-at-an-accepted-price';
  type Sell = (shop: Shop, sTxId: string) => Promise<unknown>;
  const update = (shop: Shop, sTxId: string) => shop.fee({ ...CART, amount: 250, sTxId });

  it.concurrent.each<[string, Sell, readonly ClientRuleId[]]>([
    [
      'by a client that stops',
      async (shop, sTxId) => {
        await update(shop, sTxId);
        await shop.sale({ sTxId });
      },
      [],
    ],
    [
      'by a client that sells at the old price',
      async (shop, sTxId) => {
        await update(shop, sTxId).catch(() => undefined);
        await shop.sale({ sTxId });
      },
      // At the last price, since it also sells where the answer to the update was lost.
      [ACCEPTED, LAST],
    ],
    [
      'by a client that does not wait for it',
      (shop, sTxId) => Promise.all([update(shop, sTxId), pause(50).then(() => shop.sale({ sTxId }))]),
      [LAST],
    ],
    [
      'by a suite whose tests depend on each other',
      async (shop, sTxId) => {
        const updated = await update(shop, sTxId).catch(() => undefined);
        await shop.sale({ sTxId });
        if (updated === undefined) throw new Error('a test failed');
      },
      [],
    ],
  ])('%s', async (_, sell, expected) => {
    const failures = await failuresIn(
      async (context) => {
        const shop = createShop(context);
        // Two orders before it, so that the update is the fourth fee call.
        await shop.fee({ ...CART, mTxId: 'order-2' });
        await shop.fee({ ...CART, mTxId: 'order-3' });
        const { sTxId } = await shop.fee(CART);
        await sell(shop, sTxId);
      },
      [LAST, ACCEPTED],
    );

    expect(failures).toEqual(expected);
  });
});
