/** `NODE_OPTIONS=--experimental-vm-modules npx jest`: tollgate is made of ES modules, as jest.config.json says of the tests. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type RunningMock, startMock } from 'tollgate';
import { matchers, type TollgateMatchers } from 'tollgate/matchers';
import { type Cart, type Checkout, createCheckout } from '../checkout.ts';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends TollgateMatchers<R> {}
}

expect.extend(matchers);

const merchants = fileURLToPath(new URL('../merchants.yaml', import.meta.url));
const cart: Cart = { order: 'order-1', amount: 100, nicn: '424242', zip: '85004' };

let mock: RunningMock;
let checkout: Checkout;

beforeEach(async () => {
  mock = await startMock({ merchants });
  checkout = createCheckout(mock.url, mock.token('corner-shop'));
});

afterEach(async () => {
  await mock.close();
});

test('checkout adds 3 % and 30 cents, and prices a changed cart anew', async () => {
  expect(await checkout.fee(cart)).toBe(3.3);
  expect(await checkout.fee({ ...cart, amount: 250 })).toBe(7.8);
  await checkout.sold(cart.order, '012345');

  expect(mock).toHavePriced({ amount: 250 });
  expect(mock).toHaveSold({ mTxId: cart.order });
  expect(mock).toBeConformant();
});

test('checkout gets an error for an order that was never priced, though the test before had one of that name', async () => {
  await expect(checkout.sold(cart.order, '012345')).rejects.toMatchObject({
    status: 422,
    message: 'The mTxId must be the mTxId of a transaction of this merchant, not "order-1".',
  });
});

test('checkout never sends more than 8 digits of a card', async () => {
  await expect(checkout.fee({ ...cart, nicn: '424242424' })).rejects.toMatchObject({ code: 'nicn' });
});

test('two mocks in one test know nothing of each other', async () => {
  await using other = await startMock({ merchants });
  await checkout.fee(cart);
  await checkout.sold(cart.order, '012345');

  await expect(createCheckout(other.url, other.token()).sold(cart.order, '012345')).rejects.toThrow();
});
