/** `node --test`, with Node 24 or later; Node 22 has no `await using`: there, `t.after(() => mock.close())`. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMock, startMock } from 'tollgate';
import { parseMerchants } from 'tollgate/engine';
import { createMemoryLedger } from 'tollgate/ledger';
import { type Cart, createCheckout, RefusedError } from '../checkout.ts';

const merchants = parseMerchants(
  `
merchants:
  corner-shop:
    processors:
      - { mid: "700100", name: alpha, pricing: { model: percent-plus-fixed, percent: "3", fixed: "0.30" } }
`,
  'corner-shop',
);
const cart: Cart = { order: 'order-1', amount: 100, nicn: '424242', zip: '85004' };

describe('checkout', { concurrency: true }, () => {
  test('adds 3 % and 30 cents, and prices a changed cart anew', async () => {
    await using mock = await startMock({ merchants });
    const checkout = createCheckout(mock.url, mock.token());

    assert.equal(await checkout.fee(cart), 3.3);
    assert.equal(await checkout.fee({ ...cart, amount: 250 }), 7.8);
    await checkout.sold(cart.order, '012345');
  });

  test('gets an error for an order that was never priced, though another test has one of that name', async () => {
    await using mock = await startMock({ merchants });
    const checkout = createCheckout(mock.url, mock.token());

    await assert.rejects(
      checkout.sold(cart.order, '012345'),
      (error) => error instanceof RefusedError && error.status === 422,
    );
  });

  test('leaves the sale where it can be looked up', async () => {
    const ledger = createMemoryLedger();
    await using mock = await startMock({ merchants, ledger });
    const checkout = createCheckout(mock.url, mock.token());
    await checkout.fee(cart);
    await checkout.sold(cart.order, '012345');
    const found = await ledger.find('corner-shop', { mTxId: cart.order });

    assert.equal(found.kind, 'found');
    assert.equal(found.transaction.fee, 3.3);
    assert.deepEqual(found.transaction.sale, { authCode: '012345' });
  });
});

test('a mock can be asked without a port', async () => {
  await using mock = await createMock({ merchants });
  const answer = await mock.inject({
    path: '/v1/ch',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      authorization: `Bearer ${mock.token()}`,
    },
    body: { amount: 100, nicn: '4242', region: '85004' },
  });
  const problem = answer.json();

  assert.equal(answer.status, 422);
  assert.ok('violations' in problem);
  assert.deepEqual(
    problem.violations?.map(({ pointer, expected }) => [pointer, expected]),
    [['/nicn', 'a string of 6 to 8 digits']],
  );
});
