/** `npx vitest run`. Each test has a mock of its own, on a port of its own, so they may run at the same time. */
import { fileURLToPath } from 'node:url';
import { startMock } from 'tollgate';
import { matchers, type TollgateMatchers } from 'tollgate/matchers';
import { describe, expect, test } from 'vitest';
import { type Cart, createCheckout } from '../checkout.ts';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends TollgateMatchers<R> {}
}

expect.extend(matchers);

const merchants = fileURLToPath(new URL('../merchants.yaml', import.meta.url));
const cart: Cart = { order: 'order-1', amount: 100, nicn: '424242', zip: '85004' };

describe.concurrent('checkout', () => {
  test('adds 3 % and 30 cents, and prices a changed cart anew', async () => {
    await using mock = await startMock({ merchants });
    const checkout = createCheckout(mock.url, mock.token('corner-shop'));

    expect(await checkout.fee(cart)).toBe(3.3);
    expect(await checkout.fee({ ...cart, amount: 250 })).toBe(7.8);
    await checkout.sold(cart.order, '012345');

    expect(mock).toHavePriced({ amount: 250 });
    expect(mock).toHaveSold({ mTxId: cart.order });
    expect(mock).toBeConformant();
  });

  test('gets an error for an order that was never priced, though another test has one of that name', async () => {
    await using mock = await startMock({ merchants });
    const checkout = createCheckout(mock.url, mock.token('corner-shop'));

    await expect(checkout.sold(cart.order, '012345')).rejects.toMatchObject({
      name: 'RefusedError',
      status: 422,
      message: 'The mTxId must be the mTxId of a transaction of this merchant, not "order-1".',
    });
  });

  test('is refused where the merchant has two processors and the request names none', async () => {
    await using mock = await startMock({ merchants });
    const checkout = createCheckout(mock.url, mock.token('chain'));

    await expect(checkout.fee(cart)).rejects.toMatchObject({ status: 422 });
  });

  test('takes any success for one', async () => {
    await using mock = await startMock({ merchants, choices: { 'success-status': '201' } });
    const checkout = createCheckout(mock.url, mock.token());

    expect(await checkout.fee(cart)).toBe(3.3);
  });
});
