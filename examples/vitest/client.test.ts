/** `npx vitest run`. Does the checkout keep the rules on clients? A test for each rule, with merchants of your own. */
import { fileURLToPath } from 'node:url';
import { startMock } from 'tollgate';
import { describeClient } from 'tollgate/vitest';
import { createCheckout } from '../checkout.ts';

const merchants = fileURLToPath(new URL('../merchants.yaml', import.meta.url));

describeClient({
  startMock: (settings) => startMock({ ...settings, merchants }),
  async run({ url, tokenOf }) {
    const checkout = createCheckout(url, tokenOf('corner-shop'));
    const cart = { order: 'order-1', amount: 100, nicn: '424242', zip: '85004' };
    await checkout.fee(cart);
    await checkout.fee({ ...cart, amount: 250 });
    await checkout.sold(cart.order, '012345');
  },
  // `standard`, the default, also loses, delays and refuses each answer.
  effort: 'quick',
});
