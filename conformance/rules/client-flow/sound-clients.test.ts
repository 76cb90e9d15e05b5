/** Clients that no rule on the flow may accuse. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type ClientUnderTest,
  clientUnderTest,
  FEE,
  S1,
  S2,
  SALE,
  type Story,
  violatedBy,
} from '../../../test/support/client-exchanges.ts';

describe('no rule on the flow is violated by', () => {
  const innocent: Readonly<Record<string, Story>> = {
    'a fee call, an update and a sale by sTxId': ({ fee, sale }) => {
      fee(FEE, S1);
      fee({ ...FEE, amount: 120, sTxId: S1 }, S1);
      sale({ sTxId: S1, authCode: 'A1' }, S1);
    },
    'a sale after the last of several updates, of which an earlier one is answered later': ({
      fee,
      sale,
      refused,
    }) => {
      fee(FEE, S1, { sentAt: 1, endedAt: 2 });
      fee({ ...FEE, amount: 130, sTxId: S1 }, S1, { sentAt: 21, endedAt: 25 });
      sale({ sTxId: S1 }, S1, { sentAt: 26, endedAt: 27 });
      fee({ ...FEE, amount: 120, sTxId: S1 }, S1, { sentAt: 20, endedAt: 30 });
      fee(FEE, S2, { sentAt: 31, endedAt: 32 });
      fee({ ...FEE, amount: 130, sTxId: S2 }, S2, { sentAt: 41, endedAt: 45 });
      refused('/v1/ch', { ...FEE, amount: 120, sTxId: S2 }, { sentAt: 40, endedAt: 50 });
      sale({ sTxId: S2 }, S2, { sentAt: 51, endedAt: 52 });
    },
    'tests that only price, and tests that sell, with one card': ({ fee, sale }) => {
      for (const order of ['a', 'b', 'c', 'd']) {
        fee(FEE, `${order}-1`);
        fee({ ...FEE, amount: 120 }, `${order}-2`);
        sale({ sTxId: `${order}-2` }, `${order}-2`);
      }
    },
    'parts of a cart that are priced under mTxIds of their own and sold under that of the cart': ({
      fee,
      sale,
    }) => {
      fee({ ...FEE, totalAmount: 300, mTxId: 'cart' }, S1);
      fee({ ...FEE, totalAmount: 300, mTxId: 'cart-2' }, S2);
      sale({ sTxId: S1, mTxId: 'cart' }, S1);
      sale({ sTxId: S2, mTxId: 'cart' }, S2);
    },
    'an order that is priced again in another session, whose number comes with the sale': ({
      fee,
      refused,
      sale,
    }) => {
      fee({ ...FEE, mTxId: 'session-1' }, S1);
      refused(SALE, { sTxId: S1, mTxId: 'order-1' });
      fee({ ...FEE, mTxId: 'session-2' }, S2);
      sale({ sTxId: S2, mTxId: 'order-1' }, S2);
    },
    'a quote without an mTxId for an order that was priced before, sold under its number': ({
      fee,
      sale,
    }) => {
      fee({ ...FEE, mTxId: 'order-1' }, S1);
      fee({ ...FEE, amount: 120 }, S2);
      sale({ sTxId: S2, mTxId: 'order-1' }, S2);
    },
    'the same order number at two merchants': ({ fee, sale }) => {
      fee({ ...FEE, mTxId: 'order-1' }, S1);
      fee({ ...FEE, mTxId: 'order-1' }, S2, { merchant: 'several' });
      sale({ sTxId: S2, mTxId: 'order-1' }, S2, { merchant: 'several' });
      sale({ sTxId: S1, mTxId: 'order-1' }, S1);
    },
    'the same by mTxId': ({ fee, sale }) => {
      fee({ ...FEE, mTxId: 'order-1' }, S1);
      fee({ ...FEE, amount: 120, mTxId: 'order-1' }, S1);
      sale({ mTxId: 'order-1' }, S1);
    },
    'two orders to which the service gives one sTxId, to the first of them in an update': ({ fee, sale }) => {
      fee(FEE, S1);
      fee({ ...FEE, amount: 120, sTxId: S1 }, S2);
      fee({ ...FEE, mTxId: 'order-2' }, S2);
      sale({ sTxId: S2, authCode: 'A1' }, S2);
      sale({ sTxId: S2, authCode: 'B2' }, S2);
    },
    'a sale by an mTxId that the service mixes up, after its fee call had no sTxId': ({
      fee,
      send,
      sale,
    }) => {
      fee(FEE, S1);
      send({ body: { ...FEE, mTxId: 'order-2' }, response: { transactionFee: 2.4, message: 'ok' } });
      fee({ ...FEE, mTxId: 'order-2' }, S2);
      sale({ mTxId: 'order-2', authCode: 'B2' }, S1);
      sale({ sTxId: S1, authCode: 'A1' }, S1);
    },
    'a sale and a refused update of a transaction from before': ({ sale, refused }) => {
      sale({ sTxId: S1, authCode: 'A1' }, S1);
      refused('/v1/ch', { ...FEE, sTxId: S1 });
      refused(SALE, { sTxId: S1, authCode: 'A1' });
    },
    'a late mTxId': ({ fee, sale }) => {
      fee(FEE, S1);
      sale({ sTxId: S1, mTxId: 'order-1', authCode: 'A1' }, S1);
    },
    'the whole checkout again after the answer to the sale was lost': ({ fee, send, sale }) => {
      fee({ ...FEE, mTxId: 'order-1' }, S1);
      send({ path: SALE, body: { mTxId: 'order-1', authCode: 'A1' }, delivery: 'lost' });
      fee({ ...FEE, mTxId: 'order-1' }, S1);
      sale({ mTxId: 'order-1', authCode: 'A1' }, S1);
    },
    'parts of one cart, each on its card and sold at once': ({ fee, sale }) => {
      const part = { ...FEE, totalAmount: 200, mTxId: 'cart-1' };
      fee(part, S1);
      sale({ mTxId: 'cart-1', authCode: 'A1' }, S1);
      fee({ ...part, nicn: '555555' }, S1);
      sale({ mTxId: 'cart-1', authCode: 'B2' }, S1);
    },
    'another card after a sale that was refused': ({ fee, refused, sale }) => {
      fee({ ...FEE, mTxId: 'order-1' }, S1);
      refused(SALE, { mTxId: 'order-1', authCode: 'A1' });
      fee({ ...FEE, nicn: '555555', mTxId: 'order-1' }, S1);
      sale({ mTxId: 'order-1', authCode: 'B2' }, S1);
    },
    'a service that gives one sTxId to two orders': ({ fee, sale }) => {
      fee({ ...FEE, mTxId: 'order-1' }, S1);
      fee({ ...FEE, amount: 7, mTxId: 'order-2' }, S1);
      sale({ mTxId: 'order-1', authCode: 'A1' }, S1);
      sale({ mTxId: 'order-2', authCode: 'B2' }, S1);
      fee({ ...FEE, amount: 9 }, S1);
      sale({ sTxId: S1, authCode: 'C3' }, S1);
    },
    'a service that answers a sale with the sTxId of another order': ({ fee, send, sale }) => {
      fee({ ...FEE, mTxId: 'order-1' }, S1);
      fee({ ...FEE, mTxId: 'order-2' }, S2);
      send({ path: SALE, body: { mTxId: 'order-1', authCode: 'A1' }, delivery: 'lost' });
      sale({ mTxId: 'order-2', authCode: 'B2' }, S1);
      sale({ mTxId: 'order-1', authCode: 'A1' }, S1);
    },
    'two parallel carts with the same card and amount': ({ fee, sale }) => {
      fee(FEE, S1);
      fee(FEE, S2);
      sale({ sTxId: S2 }, S2);
      sale({ sTxId: S1 }, S1);
    },
    'a sale that is repeated after a lost response, with its fields in another order': ({
      fee,
      send,
      sale,
    }) => {
      fee(FEE, S1);
      send({ path: SALE, body: { sTxId: S1, authCode: 'A1' }, delivery: 'lost' });
      sale({ authCode: 'A1', sTxId: S1 }, S1);
    },
    'a sale that is repeated while the first one is still open, after a time limit': ({ fee, sale }) => {
      fee(FEE, S1);
      sale({ sTxId: S1 }, S1, { sentAt: 1000, endedAt: 3000 });
      sale({ sTxId: S1 }, S1, { sentAt: 2000, endedAt: 2010 });
    },
    'an equal sale after the first one was refused': ({ fee, refused, sale }) => {
      fee(FEE, S1);
      refused(SALE, { sTxId: S1 });
      sale({ sTxId: S1 }, S1);
    },
    'a sale with another authCode after one that was refused': ({ fee, refused, sale }) => {
      fee(FEE, S1);
      refused(SALE, { sTxId: S1, authCode: '' });
      sale({ sTxId: S1, authCode: 'A2' }, S1);
    },
    'a sale after a fee call whose response was lost': ({ send, sale }) => {
      send({ body: { ...FEE, mTxId: 'order-1' }, delivery: 'lost' });
      sale({ mTxId: 'order-1' }, S1);
    },
    'a fee call that is mended after a refusal': ({ refused, fee, sale }) => {
      refused('/v1/ch', { ...FEE, region: 'ZZ', mTxId: 'order-1' });
      fee({ ...FEE, mTxId: 'order-1' }, S1);
      sale({ mTxId: 'order-1' }, S1);
    },
    'an update that was asked to wait, and a sale at the price before': ({ fee, refused, sale }) => {
      fee(FEE, S1);
      refused('/v1/ch', { ...FEE, sTxId: S1 }, { status: 503, answerHeaders: { 'Retry-After': '1' } });
      sale({ sTxId: S1 }, S1);
    },
    'an update with an expired token, and a sale with a new one': ({ fee, refused, sale }) => {
      fee(FEE, S1);
      refused('/v1/ch', { ...FEE, sTxId: S1 }, { status: 401 });
      sale({ sTxId: S1 }, S1);
    },
    'an mTxId of two merchants': ({ fee, sale }) => {
      fee({ ...FEE, mTxId: 'order-1' }, S1);
      fee({ ...FEE, mTxId: 'order-1', processor: 'a' }, S2, { merchant: 'several' });
      sale({ mTxId: 'order-1', authCode: 'A1' }, S1);
      sale({ mTxId: 'order-1', authCode: 'B1' }, S2, { merchant: 'several' });
    },
    'an mTxId that the service uses again for a new transaction': ({ fee, sale }) => {
      fee({ ...FEE, mTxId: 'cart' }, S1);
      sale({ mTxId: 'cart', authCode: 'A1' }, S1);
      fee({ ...FEE, mTxId: 'cart' }, S2);
      sale({ mTxId: 'cart', authCode: 'B1' }, S2);
    },
    'an sTxId that passes for a card number': ({ fee, sale }) => {
      fee(FEE, '4242424242424242');
      fee({ ...FEE, sTxId: '4242424242424242' }, '4242424242424242');
      sale({ sTxId: '4242424242424242' }, '4242424242424242');
    },
    'a transaction that only the service knows, such as one of a ledger on disk': ({ fee, sale }) => {
      fee({ ...FEE, sTxId: S1 }, S1);
      sale({ sTxId: S2 }, S2);
      sale({ mTxId: 'order-of-yesterday' }, 'another-transaction');
    },
    'mistakes on purpose, which say so': ({ fee, refused, sale }) => {
      const headers = { 'tollgate-deliberate': '*' };
      refused(SALE, { sTxId: 'unknown' }, { headers });
      refused(SALE, { mTxId: 'unknown' }, { headers });
      fee({ ...FEE, mTxId: 'order-1' }, S1);
      refused('/v1/ch', { ...FEE, mTxId: 'order-1', region: 'ZZ' }, { headers });
      sale({ mTxId: 'order-1' }, S1);
    },
    'fee calls at the same time, and a sale after both': ({ fee, sale }) => {
      fee({ ...FEE, mTxId: 'order-1' }, S1, { sentAt: 10, endedAt: 13 });
      fee({ ...FEE, amount: 120, mTxId: 'order-1' }, S1, { sentAt: 11, endedAt: 14 });
      sale({ mTxId: 'order-1' }, S1, { sentAt: 14, endedAt: 15 });
    },
    'examples of the contract, in which no state is': ({ fee, sale }) => {
      const headers = { prefer: 'example=fee' };
      fee(FEE, S1, { headers });
      sale({ sTxId: S1, authCode: 'A1' }, S1, { headers });
      sale({ sTxId: S1, authCode: 'B1' }, S1, { headers });
      sale({ mTxId: 'order-1' }, S1, { headers });
    },
    'calls that are redirected to a service that is not seen': ({ refused }) => {
      const redirect = { status: 307, answerHeaders: { location: 'https://fees.test/v1/ch' } };
      refused('/v1/ch', { ...FEE, mTxId: 'order-1' }, redirect);
      refused(SALE, { mTxId: 'order-1' }, redirect);
    },
    'prices without sales': ({ fee }) => {
      for (const amount of [100, 120, 130, 140, 150]) fee({ ...FEE, amount }, `transaction-${amount}`);
    },
    'guests who choose one of three tips': ({ fee, sale }) => {
      for (const bill of [40, 55, 70, 85]) {
        for (const tip of [1, 2, 3]) fee({ ...FEE, amount: bill + tip }, `bill-${bill}-${tip}`);
        sale({ sTxId: `bill-${bill}-2` }, `bill-${bill}-2`);
      }
      fee({ ...FEE, amount: 7 }, 'bill-7');
      sale({ sTxId: 'bill-7' }, 'bill-7');
    },
    'tests that only price, and others that sell': ({ fee, sale }) => {
      for (const amount of [100, 120, 130, 140]) {
        fee({ ...FEE, amount }, `only-priced-${amount}`);
        fee({ ...FEE, amount: amount + 1 }, `sold-${amount}`);
        sale({ sTxId: `sold-${amount}` }, `sold-${amount}`);
      }
      fee({ ...FEE, amount: 7 }, 'only-priced-7');
    },
  };

  it.each(Object.entries(innocent))('%s', (_, story) => {
    expect(violatedBy(story)).toEqual([]);
    expect(violatedBy(story, { source: 'recording' })).toEqual([]);
  });
});

/** What a client that makes no mistakes may do with one of its orders. */
type Step = 'open' | 'update' | 'sell' | 'repeat' | 'lose' | 'refuse';

test('a client that makes no mistakes is never accused, whichever part of its traffic is recorded', () => {
  const steps = fc.array(
    fc.record({
      order: fc.integer({ min: 0, max: 4 }),
      step: fc.constantFrom<Step>('open', 'update', 'sell', 'repeat', 'lose', 'refuse'),
      by: fc.constantFrom('sTxId', 'mTxId', 'both'),
      amount: fc.integer({ min: 1, max: 500_000 }).map((cents) => cents / 100),
    }),
    { maxLength: 40 },
  );
  const source = fc.constantFrom('mock', 'recording', 'cut recording');

  fc.assert(
    fc.property(steps, source, fc.nat(20), (all, kind, skipped) => {
      const client = clientUnderTest({ source: kind === 'mock' ? 'mock' : 'recording' });
      const orders = new Map<number, { sTxId: string; sold?: object; isLost?: boolean; isOpen: boolean }>();
      for (const [index, { order, step, by, amount }] of all.entries()) {
        const isRecorded = kind !== 'cut recording' || index >= skipped;
        const to: Pick<ClientUnderTest, 'fee' | 'sale' | 'send' | 'refused'> = isRecorded
          ? client
          : clientUnderTest();
        const mTxId = `order-${order}`;
        const known = orders.get(order) ?? { sTxId: `stxid-of-order-${order}-${S1}`, isOpen: false };
        const { sTxId } = known;
        const names = by === 'sTxId' ? { sTxId } : by === 'mTxId' ? { mTxId } : { sTxId, mTxId };
        if (!known.isOpen) {
          if (step === 'refuse') to.refused('/v1/ch', { ...FEE, region: 'ZZ', mTxId });
          else if (step === 'lose') to.send({ body: { ...FEE, amount, mTxId }, delivery: 'lost' });
          else {
            to.fee({ ...FEE, amount, mTxId }, sTxId);
            orders.set(order, { ...known, isOpen: true });
          }
        } else if (step === 'sell' || step === 'repeat' || step === 'lose') {
          const sale = known.sold ?? { ...names, authCode: `A${index}` };
          // In a recording, an answer that is there may have been lost all the same.
          if (kind === 'mock' && known.isLost === false) continue;
          if (step === 'lose') to.send({ path: SALE, body: sale, delivery: 'lost' });
          else to.sale(sale, sTxId);
          orders.set(order, { ...known, sold: sale, isLost: step === 'lose' });
        } else if (known.sold === undefined) to.fee({ ...FEE, amount, ...names }, sTxId);
      }

      expect(client.violated()).toEqual([]);
    }),
  );
});
