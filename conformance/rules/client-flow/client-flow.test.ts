import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type ClientUnderTest, clientUnderTest, FEE, SALE } from '../../../test/support/client-exchanges.ts';
import type { ObserveClientOptions } from '../../clients/observe-client.ts';

const S1 = '4f3a91c2d7e84b06a5c3f1e2d3b4a596';
const S2 = '00aa91c2d7e84b06a5c3f1e2d3b4a5ff';

type Story = (client: ClientUnderTest) => void;

function violatedBy(story: Story, options: Partial<ObserveClientOptions> = {}) {
  const client = clientUnderTest(options);
  story(client);

  return client.violated();
}

describe('no rule on the flow is violated by', () => {
  const innocent: readonly (readonly [what: string, story: Story])[] = [
    [
      'a fee call, an update and a sale by sTxId',
      ({ fee, sale }) => {
        fee(FEE, S1);
        fee({ ...FEE, amount: 120, sTxId: S1 }, S1);
        sale({ sTxId: S1, authCode: 'A1' }, S1);
      },
    ],
    [
      'a sale after the last of several updates, of which an earlier one is answered later',
      ({ fee, sale, refused }) => {
        fee(FEE, S1, { sentAt: 1, endedAt: 2 });
        fee({ ...FEE, amount: 130, sTxId: S1 }, S1, { sentAt: 21, endedAt: 25 });
        sale({ sTxId: S1 }, S1, { sentAt: 26, endedAt: 27 });
        fee({ ...FEE, amount: 120, sTxId: S1 }, S1, { sentAt: 20, endedAt: 30 });
        fee(FEE, S2, { sentAt: 31, endedAt: 32 });
        fee({ ...FEE, amount: 130, sTxId: S2 }, S2, { sentAt: 41, endedAt: 45 });
        refused('/v1/ch', { ...FEE, amount: 120, sTxId: S2 }, { sentAt: 40, endedAt: 50 });
        sale({ sTxId: S2 }, S2, { sentAt: 51, endedAt: 52 });
      },
    ],
    [
      'tests that only price, and tests that sell, with one card',
      ({ fee, sale }) => {
        for (const order of ['a', 'b', 'c', 'd']) {
          fee(FEE, `${order}-1`);
          fee({ ...FEE, amount: 120 }, `${order}-2`);
          sale({ sTxId: `${order}-2` }, `${order}-2`);
        }
      },
    ],
    [
      'the same by mTxId',
      ({ fee, sale }) => {
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        fee({ ...FEE, amount: 120, mTxId: 'order-1' }, S1);
        sale({ mTxId: 'order-1' }, S1);
      },
    ],
    [
      'a late mTxId, and a later sale by it',
      ({ fee, sale }) => {
        fee(FEE, S1);
        sale({ sTxId: S1, mTxId: 'order-1', authCode: 'A1' }, S1);
        fee({ ...FEE, mTxId: 'order-1' }, S1);
      },
    ],
    [
      'two parallel carts with the same card and amount',
      ({ fee, sale }) => {
        fee(FEE, S1);
        fee(FEE, S2);
        sale({ sTxId: S2 }, S2);
        sale({ sTxId: S1 }, S1);
      },
    ],
    [
      'a sale that is repeated after a lost response, with its fields in another order',
      ({ fee, send, sale }) => {
        fee(FEE, S1);
        send({ path: SALE, body: { sTxId: S1, authCode: 'A1' }, delivery: 'lost' });
        sale({ authCode: 'A1', sTxId: S1 }, S1);
        sale({ sTxId: S1, authCode: 'A1' }, S1);
      },
    ],
    [
      'a sale with another authCode after one that was refused',
      ({ fee, refused, sale }) => {
        fee(FEE, S1);
        refused(SALE, { sTxId: S1, authCode: '' });
        sale({ sTxId: S1, authCode: 'A2' }, S1);
      },
    ],
    [
      'a sale after a fee call whose response was lost',
      ({ send, sale }) => {
        send({ body: { ...FEE, mTxId: 'order-1' }, delivery: 'lost' });
        sale({ mTxId: 'order-1' }, S1);
      },
    ],
    [
      'a fee call that is mended after a refusal',
      ({ refused, fee, sale }) => {
        refused('/v1/ch', { ...FEE, region: 'ZZ', mTxId: 'order-1' });
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        sale({ mTxId: 'order-1' }, S1);
      },
    ],
    [
      'an update that was asked to wait, and a sale at the price before',
      ({ fee, refused, sale }) => {
        fee(FEE, S1);
        refused('/v1/ch', { ...FEE, sTxId: S1 }, { status: 503, answerHeaders: { 'Retry-After': '1' } });
        sale({ sTxId: S1 }, S1);
      },
    ],
    [
      'an update with an expired token, and a sale with a new one',
      ({ fee, refused, sale }) => {
        fee(FEE, S1);
        refused('/v1/ch', { ...FEE, sTxId: S1 }, { status: 401 });
        sale({ sTxId: S1 }, S1);
      },
    ],
    [
      'an mTxId of two merchants',
      ({ fee, sale }) => {
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        fee({ ...FEE, mTxId: 'order-1', processor: 'a' }, S2, { merchant: 'several' });
        sale({ mTxId: 'order-1', authCode: 'A1' }, S1);
        sale({ mTxId: 'order-1', authCode: 'B1' }, S2, { merchant: 'several' });
      },
    ],
    [
      'an mTxId that the service uses again for a new transaction',
      ({ fee, sale }) => {
        fee({ ...FEE, mTxId: 'cart' }, S1);
        sale({ mTxId: 'cart', authCode: 'A1' }, S1);
        fee({ ...FEE, mTxId: 'cart' }, S2);
        sale({ mTxId: 'cart', authCode: 'B1' }, S2);
      },
    ],
    [
      'an sTxId that passes for a card number',
      ({ fee, sale }) => {
        fee(FEE, '4242424242424242');
        fee({ ...FEE, sTxId: '4242424242424242' }, '4242424242424242');
        sale({ sTxId: '4242424242424242' }, '4242424242424242');
      },
    ],
    [
      'a transaction that only the service knows, such as one of a ledger on disk',
      ({ fee, sale }) => {
        fee({ ...FEE, sTxId: S1 }, S1);
        sale({ sTxId: S2 }, S2);
        sale({ mTxId: 'order-of-yesterday' }, 'another-transaction');
      },
    ],
    [
      'mistakes on purpose, which say so',
      ({ fee, refused, sale }) => {
        const headers = { 'tollgate-deliberate': '*' };
        refused(SALE, { sTxId: 'unknown' }, { headers });
        refused(SALE, { mTxId: 'unknown' }, { headers });
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        refused('/v1/ch', { ...FEE, mTxId: 'order-1', region: 'ZZ' }, { headers });
        sale({ mTxId: 'order-1' }, S1);
      },
    ],
    [
      'fee calls at the same time, and a sale after both',
      ({ fee, sale }) => {
        fee({ ...FEE, mTxId: 'order-1' }, S1, { sentAt: 10, endedAt: 13 });
        fee({ ...FEE, amount: 120, mTxId: 'order-1' }, S1, { sentAt: 11, endedAt: 14 });
        sale({ mTxId: 'order-1' }, S1, { sentAt: 14, endedAt: 15 });
      },
    ],
    [
      'examples of the contract, in which no state is',
      ({ fee, sale }) => {
        const headers = { prefer: 'example=fee' };
        fee(FEE, S1, { headers });
        sale({ sTxId: S1, authCode: 'A1' }, S1, { headers });
        sale({ sTxId: S1, authCode: 'B1' }, S1, { headers });
        sale({ mTxId: 'order-1' }, S1, { headers });
      },
    ],
    [
      'calls that are redirected to a service that is not seen',
      ({ refused }) => {
        const redirect = { status: 307, answerHeaders: { location: 'https://fees.test/v1/ch' } };
        refused('/v1/ch', { ...FEE, mTxId: 'order-1' }, redirect);
        refused(SALE, { mTxId: 'order-1' }, redirect);
      },
    ],
    [
      'prices without sales',
      ({ fee }) => {
        for (const amount of [100, 120, 130, 140, 150]) fee({ ...FEE, amount }, `transaction-${amount}`);
      },
    ],
    [
      'tests that only price, and others that sell',
      ({ fee, sale }) => {
        for (const amount of [100, 120, 130, 140]) {
          fee({ ...FEE, amount }, `only-priced-${amount}`);
          fee({ ...FEE, amount: amount + 1 }, `sold-${amount}`);
          sale({ sTxId: `sold-${amount}` }, `sold-${amount}`);
        }
        fee({ ...FEE, amount: 7 }, 'only-priced-7');
      },
    ],
  ];

  it.each(innocent)('%s', (_, story) => {
    expect(violatedBy(story)).toEqual([]);
    expect(violatedBy(story, { source: 'recording' })).toEqual([]);
  });
});

describe('the rule', () => {
  const guilty: readonly (readonly [rules: string, what: string, story: Story])[] = [
    [
      'uses-identifiers-it-was-given',
      'an invented sTxId',
      ({ refused }) => refused('/v1/ch', { ...FEE, sTxId: 'made-up' }),
    ],
    ['uses-identifiers-it-was-given', 'an empty sTxId', ({ refused }) => refused(SALE, { sTxId: '' })],
    [
      'uses-identifiers-it-was-given',
      'an mTxId as sTxId',
      ({ fee, refused }) => {
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        refused(SALE, { sTxId: 'order-1' });
      },
    ],
    [
      'uses-identifiers-it-was-given',
      'an unknown sTxId that the service ignores',
      ({ fee }) => fee({ ...FEE, sTxId: 'made-up' }, S1),
    ],
    [
      'sells-what-was-priced',
      'a sale without a fee call',
      ({ refused }) => refused(SALE, { mTxId: 'order-1' }),
    ],
    [
      'sells-what-was-priced, no-sale-after-refused-fee',
      'a sale after a refused fee call',
      ({ refused }) => {
        refused('/v1/ch', { ...FEE, region: 'ZZ', mTxId: 'order-1' });
        refused(SALE, { mTxId: 'order-1' });
      },
    ],
    [
      'sells-what-was-priced, no-sale-after-refused-fee',
      'a sale after a refusal that carries a fee and an sTxId',
      ({ send, sale }) => {
        send({ body: FEE, response: { transactionFee: 2.4, sTxId: S1, message: 'declined' } });
        sale({ sTxId: S1 }, S1);
      },
    ],
    [
      'sells-at-an-accepted-price',
      'a sale after a refused update',
      ({ fee, refused, sale }) => {
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        refused('/v1/ch', { ...FEE, amount: -1, mTxId: 'order-1' });
        sale({ mTxId: 'order-1' }, S1);
      },
    ],
    [
      'sells-once',
      'two sales with two authCodes',
      ({ fee, sale }) => {
        fee(FEE, S1);
        sale({ sTxId: S1, authCode: 'A1' }, S1);
        sale({ sTxId: S1, authCode: 'B2' }, S1);
      },
    ],
    [
      'sells-once',
      'a second sale that is refused',
      ({ fee, sale, refused }) => {
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        sale({ sTxId: S1 }, S1);
        refused(SALE, { mTxId: 'order-1', authCode: 'B2' });
      },
    ],
    [
      'sells-at-the-last-price',
      'a sale before the response to an update',
      ({ fee, sale }) => {
        fee(FEE, S1);
        fee({ ...FEE, amount: 120, sTxId: S1 }, S1, { sentAt: 20, endedAt: 30 });
        sale({ sTxId: S1 }, S1, { sentAt: 25, endedAt: 31 });
      },
    ],
    [
      'sells-at-the-last-price',
      'the same, where the sale is answered first',
      ({ fee, sale }) => {
        fee(FEE, S1);
        sale({ sTxId: S1 }, S1, { sentAt: 25, endedAt: 26 });
        fee({ ...FEE, amount: 120, sTxId: S1 }, S1, { sentAt: 20, endedAt: 30 });
      },
    ],
    [
      'prices-anew-by-identifier',
      'three transactions that are opened again, and sold',
      ({ fee, sale }) => {
        for (const [order, region] of Object.entries({ a: 'AZ', b: 'NY', c: 'CA' })) {
          fee({ ...FEE, region }, `${order}-1`);
          fee({ ...FEE, region, amount: 120 }, `${order}-2`);
          sale({ sTxId: `${order}-2` }, `${order}-2`);
        }
      },
    ],
    [
      'survives-malformed-answers',
      'a sale after a response that is cut off',
      ({ send, refused }) => {
        send({ body: { ...FEE, mTxId: 'order-1' }, response: '{"transactionFee":2', delivery: 'cut-off' });
        refused(SALE, { mTxId: 'order-1' });
      },
    ],
    [
      'waits-for-retry-after',
      'a request that is repeated too early',
      ({ refused, fee }) => {
        const answerHeaders = { 'retry-after': '2' };
        refused('/v1/ch', { ...FEE, mTxId: 'a' }, { status: 429, answerHeaders, sentAt: 0, endedAt: 10 });
        fee({ ...FEE, mTxId: 'a' }, S1, { sentAt: 1500, endedAt: 1501 });
      },
    ],
    [
      'repeats-safely',
      'a first call without mTxId that is repeated after a lost response',
      ({ send, fee }) => {
        send({ body: FEE, delivery: 'lost' });
        fee(FEE, S1);
      },
    ],
  ];

  it.each(guilty)('%s finds %s', (rules, _, story) => {
    expect(
      violatedBy(story)
        .map((id) => id.split('/')[1])
        .join(', '),
    ).toBe(rules);
  });
});

describe('a recording', () => {
  it.each([S1.toUpperCase(), S1.slice(0, 20), ` ${S1}`])(
    'shows that %j is a given sTxId, changed',
    (sTxId) => {
      const story: Story = ({ fee, refused }) => {
        fee(FEE, S1);
        refused(SALE, { sTxId });
      };

      expect(violatedBy(story, { source: 'recording' })).toEqual([
        'client-flow/uses-identifiers-it-was-given',
      ]);
    },
  );

  it('does not show where an identifier comes from that no response has carried', () => {
    const story: Story = ({ fee, refused }) => {
      fee(FEE, S1);
      refused(SALE, { sTxId: S2 });
      refused('/v1/ch', { ...FEE, mTxId: 'order-1' });
      refused(SALE, { mTxId: 'order-1' });
      refused(SALE, { mTxId: 'order-2' });
    };

    expect(violatedBy(story, { source: 'recording' })).toEqual([]);
  });
});

describe('beyond its budget', () => {
  it('the history forgets the oldest transactions, and judges less', () => {
    const client = clientUnderTest({ budget: { transactions: 50_000, exchanges: 50_000 } });
    for (let order = 0; order < 1000; order++)
      client.fee({ ...FEE, mTxId: `order-${order}` }, `transaction-${order}`);
    client.refused(SALE, { sTxId: 'transaction-1' });
    client.refused(SALE, { mTxId: 'order-2' });
    client.sale({ sTxId: 'transaction-999', authCode: 'A1' }, 'transaction-999');
    client.sale({ sTxId: 'transaction-999', authCode: 'B2' }, 'transaction-999');

    expect(client.observed.exchanges.length).toBeLessThan(100);
    expect(client.violated()).toEqual(['client-flow/sells-once']);
    expect([...client.observed.identifiers()].length).toBeLessThan(400);
  });

  it('it does the same with transactions that no call has named', () => {
    const client = clientUnderTest({ budget: { transactions: 50_000, exchanges: 50_000 } });
    for (let order = 0; order < 1000; order++) client.fee(FEE, `transaction-${order}`);
    client.refused(SALE, { sTxId: 'transaction-1' });
    client.sale({ sTxId: 'transaction-999', authCode: 'A1' }, 'transaction-999');
    client.fee(FEE, 'transaction-1000');
    client.sale({ sTxId: 'transaction-1000' }, 'transaction-1000');
    client.sale({ sTxId: 'transaction-999', authCode: 'B2' }, 'transaction-999');

    expect(client.violated()).toEqual(['client-flow/sells-once']);
    expect([...client.observed.identifiers()].length).toBeLessThan(100);
  });

  it('it keeps 100 findings of a rule, and counts all', () => {
    const client = clientUnderTest();
    for (let turn = 0; turn < 150; turn++) client.fee({ ...FEE, mtxid: 'a' }, `transaction-${turn}`);

    expect(client.observed.findings).toHaveLength(100);
    expect(client.observed.violated('client-request/uses-documented-fields')).toBe(150);
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
      const orders = new Map<number, { sTxId: string; sold?: object; isOpen: boolean }>();
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
        } else if (step === 'sell' || step === 'repeat') {
          const sale = known.sold ?? { ...names, authCode: `A${index}` };
          to.sale(sale, sTxId);
          orders.set(order, { ...known, sold: sale });
        } else if (step === 'lose') to.send({ path: SALE, body: known.sold ?? names, delivery: 'lost' });
        else if (known.sold === undefined) to.fee({ ...FEE, amount, ...names }, sTxId);
      }

      expect(client.violated()).toEqual([]);
    }),
  );
});

describe('prices-anew-by-identifier', () => {
  const judged = (then: (client: ClientUnderTest) => void) => {
    const client = clientUnderTest();
    client.fee({ ...FEE, mTxId: 'order-1' }, 's-1');
    then(client);

    return client.observed.exercised('client-flow/prices-anew-by-identifier');
  };

  it('is kept by a second price that names its transaction', () => {
    expect(judged(({ fee }) => fee({ ...FEE, amount: 120, sTxId: 's-1' }, 's-1'))).toBe(1);
    expect(judged(({ fee }) => fee({ ...FEE, amount: 120, mTxId: 'order-1' }, 's-1'))).toBe(1);
  });

  it('is not shown by a repeated request, a refused one, or another order', () => {
    expect(judged(({ fee }) => fee({ ...FEE, mTxId: 'order-1' }, 's-1'))).toBe(0);
    expect(judged(({ refused }) => refused('/v1/ch', { ...FEE, amount: 120, mTxId: 'order-1' }))).toBe(0);
    expect(judged(({ fee }) => fee({ ...FEE, amount: 120, mTxId: 'order-2' }, 's-2'))).toBe(0);
  });
});
