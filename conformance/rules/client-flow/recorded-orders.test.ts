/** Orders that are sold, and sold or priced again, in recorded traffic: what is found, and what looks like it. */
import { expect, test } from 'vitest';
import { FEE, failedIn, judge, ok, type Story, tell } from '../../../test/support/traffic-source.ts';

const CLIENT = { sides: ['client'] } as const;
const OTHER = { ...FEE, nicn: '555555' };

/** Two orders under one mTxId, for which the service has two transactions. */
const twoOrders =
  (mTxId: string, [first, second]: readonly [string, string], header = 'x-unused'): Story =>
  ({ fee, sale }) => {
    for (const [sTxId, fields] of [
      [first, FEE],
      [second, OTHER],
    ] as const) {
      const options = { headers: { [header]: sTxId } };
      fee({ ...fields, mTxId }, ok(sTxId), options);
      sale({ mTxId, authCode: 'A1' }, { sTxId }, options);
    }
  };

const INNOCENT: Readonly<Record<string, Story>> = {
  'mTxIds that the recorder has masked alike': twoOrders('[REDACTED]', ['s-1', 's-2']),
  'identifiers that the recorder has masked alike': twoOrders('***', ['***', '***']),
  'one mTxId of two merchants that a header tells apart': twoOrders('cart-1', ['s-1', 's-2'], 'x-tenant'),
  'one mTxId of two services': ({ fee, sale }) => {
    for (const [service, fields] of [
      ['https://a.test', FEE],
      ['https://b.test', OTHER],
    ] as const) {
      fee({ ...fields, mTxId: 'cart-1' }, ok(`s-${service}`), { service });
      sale({ mTxId: 'cart-1', authCode: service }, { sTxId: `s-${service}` }, { service });
    }
  },
  'a nicn that the recorder has masked': ({ fee, sale }) => {
    fee({ ...FEE, mTxId: 'cart-1' }, ok('s-1'));
    sale({ mTxId: 'cart-1' }, { sTxId: 's-1' });
    fee({ ...FEE, nicn: '******', mTxId: 'cart-1' }, ok('s-1'));
  },
  'a sale that was recorded before its fee call, by a wrong clock': ({ fee, sale }) => {
    sale({ mTxId: 'cart-1', authCode: 'A1' }, { sTxId: 's-1' });
    fee({ ...FEE, mTxId: 'cart-1' }, ok('s-1'));
  },
  'a recording that was joined twice': ({ fee, sale, repeat }) => {
    fee({ ...FEE, mTxId: 'cart-1' }, ok('s-1'));
    sale({ mTxId: 'cart-1' }, { sTxId: 's-1' });
    repeat();
  },
  'a service that mixes up an mTxId whose fee call had no sTxId': ({ fee, sale }) => {
    fee(FEE, ok('s-1'));
    fee({ ...FEE, mTxId: 'cart-2' }, { transactionFee: 2.43, message: 'ok' });
    sale({ mTxId: 'cart-2', authCode: 'B2' }, { sTxId: 's-1' });
    sale({ sTxId: 's-1', authCode: 'A1' }, { sTxId: 's-1' });
  },
  'a service that mixes up two mTxIds': ({ fee, sale }) => {
    for (const mTxId of ['cart-1', 'cart-2']) {
      fee({ ...FEE, mTxId }, ok('s-1'));
      sale({ mTxId, authCode: mTxId }, { sTxId: 's-1' });
    }
  },
};

test.each(Object.entries(INNOCENT))('%s fails no rule of the client', async (_, story) => {
  expect(failedIn(await judge(tell(story), CLIENT))).toEqual([]);
});

const GUILTY: readonly (readonly [rules: readonly string[], what: string, story: Story])[] = [
  [
    ['client-flow/sells-once', 'client-flow/one-order-per-mtxid'],
    'one mTxId for two orders with two cards',
    ({ fee, sale }) => {
      for (const [authCode, fields] of Object.entries({ A1: FEE, B2: OTHER })) {
        fee({ ...fields, mTxId: 'cart-1' }, ok('s-1'));
        sale({ mTxId: 'cart-1', authCode }, { sTxId: 's-1' });
      }
    },
  ],
  [
    ['client-flow/sells-at-the-last-price'],
    'a fee call after the sale',
    ({ fee, sale }) => {
      fee(FEE, ok('s-1'));
      sale({ sTxId: 's-1' }, { sTxId: 's-1' });
      fee({ ...FEE, amount: 120, sTxId: 's-1' }, ok('s-1'));
    },
  ],
  [
    ['client-flow/sells-once'],
    'another authCode after a sale without an answer',
    ({ fee, sale }) => {
      fee(FEE, ok('s-1'));
      sale({ sTxId: 's-1', authCode: 'A1' }, '', { status: 0 });
      sale({ sTxId: 's-1', authCode: 'B2' }, { sTxId: 's-1' });
    },
  ],
];

test.each(GUILTY)('%j: %s', async (rules, _, story) => {
  expect(failedIn(await judge(tell(story), CLIENT))).toEqual(rules);
});
