/** Clients that sell without a fee where one form of failure is new to them. */
import { expect, it } from 'vitest';
import { checkClient, type RunContext } from '../../../../conformance/index.ts';
import { startMock } from '../../../mock/index.ts';
import { createShop, type Priced, type Reply, readObject } from './shop.ts';

const CART = { amount: 100, nicn: '424242', region: '85004', mTxId: 'order-1' };
const NO_SALE = 'client-resilience/no-sale-after-refused-fee';
const PRICED = 'client-flow/sells-what-was-priced';

type ReadFee = (reply: Reply) => Pick<Priced, 'sTxId'> | undefined;

/** The rules that fail for a client that sells whatever it reads, where the reader does not throw. */
async function failuresOf(readFee: ReadFee, ifLost: 'sell' | 'stop' = 'stop') {
  const { rules } = await checkClient({
    startMock: (settings) => startMock({ ...settings, control: 'off', journal: 0 }),
    run: async (context: RunContext) => {
      const shop = createShop(context);
      const reply = await shop.call('/v1/ch', CART).catch((error: unknown) => {
        if (ifLost === 'stop') throw error;
      });
      const sTxId = reply === undefined ? undefined : readFee(reply)?.sTxId;
      await shop.sale(sTxId === undefined ? { mTxId: CART.mTxId } : { sTxId });
    },
    seed: 1,
    timeLimit: 2_000,
    selects: (id) => id === NO_SALE || id === PRICED,
  });

  return rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
}

const strictly: ReadFee = (reply) => {
  const { sTxId, message } = readObject(reply);
  if (reply.status !== 200 || message !== 'ok') throw new Error('no fee');

  return { sTxId: String(sTxId) };
};

it.each<[string, ReadFee]>([
  ['a status of 500', (reply) => (reply.status >= 500 ? undefined : strictly(reply))],
  [
    'a 2xx response without a message',
    (reply) => (readObject(reply)['message'] === undefined ? undefined : strictly(reply)),
  ],
  [
    'a message that contains ok',
    (reply) => {
      const { sTxId, message } = readObject(reply);
      if (reply.status !== 200 || !String(message).includes('ok')) throw new Error('no fee');

      return { sTxId: String(sTxId) };
    },
  ],
])('a sale after %s is found', async (_form, readFee) => {
  expect(await failuresOf(readFee)).toEqual([NO_SALE]);
});

it('a sale of an mTxId whose only fee call was lost is found', async () => {
  expect(await failuresOf(strictly, 'sell')).toEqual([PRICED]);
});

it('a client that stops in each case passes', async () => {
  expect(await failuresOf(strictly)).toEqual([]);
});
