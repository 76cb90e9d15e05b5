/** Legal clients that no rule may fail, each with the should rules that may warn of it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunContext } from '../../conformance/index.ts';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { RunShop } from './mistakes.ts';
import { createShop, type Reply, type Shop, type ShopBehavior } from './shop.ts';

export interface Style {
  readonly name: string;
  readonly run: RunShop;
  readonly warnings?: readonly ClientRuleId[];
}

type Steps = (shop: Shop, context: RunContext) => Promise<unknown>;

function style(
  name: string,
  steps: Steps,
  behavior: ShopBehavior = {},
  warnings: readonly ClientRuleId[] = [],
): Style {
  return {
    name,
    warnings,
    run: async (context) => {
      await steps(createShop(context, behavior), context);
    },
  };
}

const CART = { amount: 100, nicn: '424242', region: '85004' };

/** As retry libraries do: a few attempts, growing pauses with jitter, never before Retry-After. */
const patiently: ShopBehavior['retry'] = (attempt, outcome) => {
  if (attempt > 3) return undefined;
  const growing = 20 * 2 ** attempt * (0.5 + Math.random());

  return outcome instanceof Error ? growing : Math.max(growing, 1000 * secondsIn(outcome));
};

function secondsIn({ headers }: Reply): number {
  return Number(headers.get('retry-after') ?? 0);
}

/** Sends a request again only where it names its transaction. */
const onlyNamed: ShopBehavior['retry'] = (attempt, outcome, request) =>
  outcome instanceof Error && !/[ms]TxId/.test(request.body)
    ? undefined
    : patiently(attempt, outcome, request);

const newOrder = () => `order-${randomUUID()}`;

export const STYLES: readonly Style[] = [
  style('required fields alone, and never a sale', (shop) => shop.fee(CART)),
  style('an update and a sale by sTxId', async (shop) => {
    const { sTxId } = await shop.fee(CART);
    await shop.fee({ ...CART, amount: 250, sTxId });
    await shop.sale({ sTxId, authCode: '012345' });
  }),
  style('an update and a sale by mTxId', async (shop) => {
    const mTxId = newOrder();
    await shop.fee({ ...CART, mTxId });
    await shop.fee({ ...CART, amount: 250, mTxId });
    await shop.sale({ mTxId });
  }),
  style('mTxId only at the sale', async (shop) => {
    const { sTxId } = await shop.fee(CART);
    await shop.sale({ sTxId, mTxId: newOrder() });
  }),
  style('every field', async (shop) => {
    const all = {
      ...{ campaign: ['spring'], country: '840', processor: 'alpha', cardToken: 'tok_1', data: ['coupon-7'] },
      totalAmount: 250,
    };
    const { sTxId } = await shop.fee({ ...CART, nicn: '42424242', ...all, mTxId: newOrder() });
    await shop.sale({ sTxId, authCode: 'any text' });
  }),
  style('regions in every form', async (shop) => {
    for (const region of ['85004', '02134-1000', 'AZ', 'ma', 'US-CA']) await shop.fee({ ...CART, region });
  }),
  style('a merchant with several processors', async (_, context) => {
    const shop = createShop({ ...context, token: context.tokenOf('several') });
    const { sTxId } = await shop.fee({ ...CART, processor: '700200' });
    await shop.sale({ sTxId });
  }),
  style('parallel workers with the same cart', (shop) =>
    Promise.all(
      Array.from({ length: 6 }, async () => {
        const { sTxId } = await shop.fee(CART);
        await shop.sale({ sTxId });
      }),
    ),
  ),
  style(
    'tests in a row with the same order, each on its own',
    async (shop) => {
      let failed = 0;
      for (let test = 0; test < 5; test += 1) {
        try {
          await shop.fee({ ...CART, mTxId: 'order-1' });
          await shop.sale({ mTxId: 'order-1', authCode: 'A1' });
        } catch {
          failed += 1;
        }
      }
      if (failed > 0) throw new Error(`${failed} tests failed`);
    },
    {},
    // A shop that sells two orders under one number looks the same.
    ['client-flow/sells-once', 'client-flow/sells-at-the-last-price'],
  ),
  style('tests that depend on each other: one prices the order, another sells it', async (shop) => {
    const tests = [
      () => shop.fee({ ...CART, mTxId: 'order-1' }),
      () => shop.fee({ ...CART, amount: 250, mTxId: 'order-1' }),
      () => shop.sale({ mTxId: 'order-1' }),
    ];
    let failed = 0;
    for (const one of tests) await one().catch(() => (failed += 1));
    if (failed > 0) throw new Error(`${failed} tests failed`);
  }),
  style(
    'a retry library with jitter',
    async (shop) => {
      const mTxId = newOrder();
      await shop.fee({ ...CART, mTxId });
      await shop.sale({ mTxId });
    },
    { retry: patiently, timeout: 3_000 },
  ),
  style(
    'retries of named requests alone',
    async (shop) => {
      const { sTxId } = await shop.fee(CART);
      await shop.sale({ sTxId });
    },
    { retry: onlyNamed, timeout: 3_000 },
  ),
  style('a new price after a failed call', async (shop) => {
    const mTxId = newOrder();
    await shop.fee({ ...CART, mTxId }).catch(() => shop.fee({ ...CART, amount: 99, mTxId }));
    await shop.sale({ mTxId });
  }),
  style('the same request twice, and the same sale twice', async (shop) => {
    const { sTxId } = await shop.fee({ ...CART, mTxId: 'order-1' });
    await shop.fee({ ...CART, mTxId: 'order-1' });
    for (let time = 0; time < 2; time += 1) await shop.sale({ sTxId, authCode: 'A1' });
  }),
  style('the same card for two carts, one of them abandoned', async (shop) => {
    await shop.fee(CART);
    const { sTxId } = await shop.fee({ ...CART, amount: 42 });
    await shop.sale({ sTxId });
  }),
  style('tests of refusals that say so', async (shop) => {
    const { sTxId } = await shop.fee(CART);
    const header = { 'tollgate-deliberate': '*' };
    const refused = await shop.call('/v1/ch', { ...CART, nicn: '4242' }, header);
    if (refused.status < 300 && refused.text.includes('"message":"ok"')) throw new Error('it was accepted');
    await shop.call('/v1/ch/sale', { mTxId: 'never-priced' }, header);
    await shop.sale({ sTxId });
  }),
  style('headers in other letters', (shop) => shop.fee(CART), {
    send: (sent) => ({
      ...sent,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'X-Requested-With': 'xhr',
        Authorization: (sent.headers['authorization'] ?? '').replace('Bearer', 'bearer'),
      },
    }),
  }),
  style(
    'tests of the exact fee',
    async (shop) => {
      const { transactionFee, sTxId } = await shop.fee(CART);
      if (transactionFee !== 2.43) throw new Error(`expected 2.43, got ${transactionFee}`);
      await shop.sale({ sTxId });
    },
    {},
    ['client-tolerance/zero-fee'],
  ),
  style('a short pause between calls', async (shop) => {
    const { sTxId } = await shop.fee(CART);
    await pause(10);
    await shop.sale({ sTxId });
  }),
];
