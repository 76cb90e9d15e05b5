/** Clients that a rule on the flow has to find. */
import { describe, expect, it, test } from 'vitest';
import type { Call } from '../../../src/exchange/call.ts';
import {
  type ClientUnderTest,
  clientUnderTest,
  createExchanges,
  FEE,
  S1,
  S2,
  SALE,
  type Sent,
  type Story,
  violatedBy,
} from '../../../test/support/client-exchanges.ts';
import { callsOf } from '../../rule/client-calls.ts';
import { noSaleAfterRefusedFee, repeatsSafely } from '../client-resilience/repeats.ts';

describe('the rule', () => {
  const guilty: Readonly<Record<string, Readonly<Record<string, Story>>>> = {
    'uses-identifiers-it-was-given': {
      'an invented sTxId': ({ refused }) => refused('/v1/ch', { ...FEE, sTxId: 'made-up' }),
      'an empty sTxId': ({ refused }) => refused(SALE, { sTxId: '' }),
      'an mTxId as sTxId': ({ fee, refused }) => {
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        refused(SALE, { sTxId: 'order-1' });
      },
      'an unknown sTxId that the service ignores': ({ fee }) => fee({ ...FEE, sTxId: 'made-up' }, S1),
    },
    'sells-what-was-priced': {
      'a sale without a fee call': ({ refused }) => refused(SALE, { mTxId: 'order-1' }),
      'a sale whose only fee call got 429': ({ refused }) => {
        refused('/v1/ch', { ...FEE, mTxId: 'order-1' }, { status: 429 });
        refused(SALE, { mTxId: 'order-1' });
      },
      'a sale that is repeated with a fresh token': ({ refused }) => {
        refused(SALE, { mTxId: 'order-1' }, { status: 401 });
        refused(SALE, { mTxId: 'order-1' });
      },
    },
    'sells-at-the-last-price, sells-what-was-priced': {
      'a sale by an mTxId that an update with a lost answer gave, after it was refused': ({
        fee,
        refused,
        send,
        sale,
      }) => {
        refused(SALE, { mTxId: 'order-1' });
        fee(FEE, S1);
        send({ body: { ...FEE, amount: 120, sTxId: S1, mTxId: 'order-1' }, delivery: 'lost' });
        sale({ mTxId: 'order-1' }, S1);
      },
    },
    'no-sale-after-refused-fee, sells-what-was-priced': {
      'a sale after a refused fee call': ({ refused }) => {
        refused('/v1/ch', { ...FEE, region: 'ZZ', mTxId: 'order-1' });
        refused(SALE, { mTxId: 'order-1' });
      },
      'a sale after a refusal that carries a fee and an sTxId': ({ send, sale }) => {
        send({ body: FEE, response: { transactionFee: 2.4, sTxId: S1, message: 'declined' } });
        sale({ sTxId: S1 }, S1);
      },
    },
    'sells-at-an-accepted-price': {
      'a sale after a refused update': ({ fee, refused, sale }) => {
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        refused('/v1/ch', { ...FEE, amount: -1, mTxId: 'order-1' });
        sale({ mTxId: 'order-1' }, S1);
      },
    },
    'sells-once': {
      'two sales with two authCodes': ({ fee, sale }) => {
        fee(FEE, S1);
        sale({ sTxId: S1, authCode: 'A1' }, S1);
        sale({ sTxId: S1, authCode: 'B2' }, S1);
      },
      'an equal sale after the answer to the first one': ({ fee, sale }) => {
        fee(FEE, S1);
        sale({ sTxId: S1, authCode: 'A1' }, S1);
        sale({ authCode: 'A1', sTxId: S1 }, S1);
      },
      'two clicks': ({ fee, sale }) => {
        fee(FEE, S1);
        sale({ sTxId: S1 }, S1, { sentAt: 1000, endedAt: 1030 });
        sale({ sTxId: S1 }, S1, { sentAt: 1020, endedAt: 1040 });
      },
      'a second sale that is refused': ({ fee, sale, refused }) => {
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        sale({ sTxId: S1 }, S1);
        refused(SALE, { mTxId: 'order-1', authCode: 'B2' });
      },
      'a sale with another authCode after the answer to the first one was lost': ({ fee, send, sale }) => {
        fee(FEE, S1);
        send({ path: SALE, body: { sTxId: S1, authCode: 'A1' }, delivery: 'lost' });
        sale({ sTxId: S1, authCode: 'B2' }, S1);
      },
      'a sale by another identifier after the answer to the first one was cut off': ({ fee, send, sale }) => {
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        send({ path: SALE, body: { sTxId: S1 }, response: '{"sT', delivery: 'cut-off' });
        sale({ mTxId: 'order-1' }, S1);
      },
      'an equal sale after an update to another card by sTxId': ({ fee, sale }) => {
        fee(FEE, S1);
        sale({ sTxId: S1, authCode: 'A1' }, S1);
        fee({ ...FEE, nicn: '555555', sTxId: S1 }, S1);
        sale({ sTxId: S1, authCode: 'A1' }, S1);
      },
    },
    'sells-at-the-last-price': {
      'a sale before the response to an update': ({ fee, sale }) => {
        fee(FEE, S1);
        fee({ ...FEE, amount: 120, sTxId: S1 }, S1, { sentAt: 20, endedAt: 30 });
        sale({ sTxId: S1 }, S1, { sentAt: 25, endedAt: 31 });
      },
      'the same, where the sale is answered first': ({ fee, sale }) => {
        fee(FEE, S1);
        sale({ sTxId: S1 }, S1, { sentAt: 25, endedAt: 26 });
        fee({ ...FEE, amount: 120, sTxId: S1 }, S1, { sentAt: 20, endedAt: 30 });
      },
      'a fee call after the sale': ({ fee, sale }) => {
        fee(FEE, S1);
        sale({ sTxId: S1 }, S1);
        fee({ ...FEE, amount: 120, sTxId: S1 }, S1);
      },
      'the same fee call after the sale, with more digits of the card': ({ fee, sale }) => {
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        sale({ mTxId: 'order-1' }, S1);
        fee({ ...FEE, nicn: '42424242', mTxId: 'order-1' }, S1);
      },
    },
    'one-order-per-mtxid, sells-once': {
      'the same by mTxId': ({ fee, sale }) => {
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        sale({ mTxId: 'order-1' }, S1);
        fee({ ...FEE, nicn: '555555', mTxId: 'order-1' }, S1);
        sale({ mTxId: 'order-1' }, S1);
      },
    },
    'one-order-per-mtxid': {
      'an mTxId of two orders, for which the service opens two transactions': ({ fee, sale }) => {
        fee({ ...FEE, mTxId: 'cart' }, S1);
        sale({ sTxId: S1 }, S1);
        fee({ ...FEE, nicn: '555555', mTxId: 'cart' }, S2);
        sale({ sTxId: S2 }, S2);
      },
    },
    'identifiers-agree': {
      'a sale of one order by its sTxId and the mTxId of another': ({ fee, sale }) => {
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        fee({ ...FEE, mTxId: 'order-2' }, S2);
        sale({ sTxId: S1, mTxId: 'order-2' }, S1);
      },
      'an update of one order by its sTxId and the mTxId of another, which is refused': ({
        fee,
        refused,
      }) => {
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        fee({ ...FEE, mTxId: 'order-2' }, S2);
        refused('/v1/ch', { ...FEE, amount: 120, sTxId: S1, mTxId: 'order-2' });
      },
      'a sale with the token of another merchant': ({ fee, refused }) => {
        fee(FEE, S1);
        refused(SALE, { sTxId: S1 }, { merchant: 'several' });
      },
    },
    'sells-at-the-last-price, sells-once': {
      'another price after a lost answer to the sale, and the sale again': ({ fee, send, sale }) => {
        fee({ ...FEE, mTxId: 'order-1' }, S1);
        send({ path: SALE, body: { mTxId: 'order-1' }, delivery: 'lost' });
        fee({ ...FEE, amount: 120, mTxId: 'order-1' }, S1);
        sale({ mTxId: 'order-1' }, S1);
      },
    },
    'prices-anew-by-identifier': {
      'three orders with one card that are opened again, beside an order that is updated': ({
        fee,
        sale,
      }) => {
        fee(FEE, S1);
        fee({ ...FEE, amount: 110, sTxId: S1 }, S1);
        sale({ sTxId: S1 }, S1);
        for (const amount of [1, 2, 3]) {
          fee({ ...FEE, amount }, `${amount}-1`);
          fee({ ...FEE, amount: 10 + amount }, `${amount}-2`);
          sale({ sTxId: `${amount}-2` }, `${amount}-2`);
        }
      },
      'three orders that are opened three times': ({ fee, sale }) => {
        for (const region of ['AZ', 'NY', 'CA']) {
          for (const amount of [10, 20, 30]) fee({ ...FEE, region, amount }, `${region}-${amount}`);
          sale({ sTxId: `${region}-30` }, `${region}-30`);
        }
      },
      'three transactions that are opened again, and sold': ({ fee, sale }) => {
        for (const [order, region] of Object.entries({ a: 'AZ', b: 'NY', c: 'CA' })) {
          fee({ ...FEE, region }, `${order}-1`);
          fee({ ...FEE, region, amount: 120 }, `${order}-2`);
          sale({ sTxId: `${order}-2` }, `${order}-2`);
        }
      },
    },
    'survives-malformed-answers': {
      'a sale after a response that is cut off': ({ send, refused }) => {
        send({ body: { ...FEE, mTxId: 'order-1' }, response: '{"transactionFee":2', delivery: 'cut-off' });
        refused(SALE, { mTxId: 'order-1' });
      },
    },
    'waits-for-retry-after': {
      'a request that is repeated too early': ({ refused, fee }) => {
        const answerHeaders = { 'retry-after': '2' };
        refused('/v1/ch', { ...FEE, mTxId: 'a' }, { status: 429, answerHeaders, sentAt: 0, endedAt: 10 });
        fee({ ...FEE, mTxId: 'a' }, S1, { sentAt: 1500, endedAt: 1501 });
      },
    },
    'repeats-safely': {
      'a first call without mTxId that is repeated after a lost response': ({ send, fee }) => {
        send({ body: FEE, delivery: 'lost' });
        fee(FEE, S1);
      },
    },
  };

  const cases = Object.entries(guilty).flatMap(([rules, stories]) =>
    Object.entries(stories).map(([what, story]) => [rules, what, story] as const),
  );

  it.each(cases)('%s finds %s', (rules, _, story) => {
    expect(
      violatedBy(story)
        .map((id) => id.split('/')[1])
        .toSorted()
        .join(', '),
    ).toBe(rules);
  });
});

describe('prices-anew-by-identifier', () => {
  const judged = (then: (client: ClientUnderTest) => void) => {
    const client = clientUnderTest();
    client.fee({ ...FEE, mTxId: 'order-1' }, 's-1');
    then(client);

    return client.observed.counts('client-flow/prices-anew-by-identifier')?.exercised;
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

// The flow in recordings, and beyond the budget of a history.

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

    expect(client.observed.bytes()).toBeLessThan(150_000);
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

  it('it counts the fields of sales', () => {
    const client = clientUnderTest({ budget: { transactions: 50_000, exchanges: 50_000 } });
    for (let order = 0; order < 100; order++)
      client.refused(SALE, { mTxId: `order-${order}`, authCode: 'A'.repeat(10_000) });

    expect([...client.observed.identifiers()].length).toBeLessThan(10);
  });

  it('it keeps the first finding of a rule, and counts all', () => {
    const client = clientUnderTest();
    for (let turn = 0; turn < 150; turn++) client.fee({ ...FEE, mtxid: 'a' }, `transaction-${turn}`);

    expect(client.observed.findings()).toHaveLength(1);
    expect(client.observed.counts('client-request/uses-documented-fields')?.violated.count).toBe(150);
  });
});

function callsIn(sent: readonly Sent[]): readonly Call[] {
  return callsOf(sent.map(createExchanges()));
}

test('a sale is shown with every refused fee call that its sentence counts', () => {
  const sale = { path: SALE, body: { mTxId: 'order-1' }, response: { sTxId: 'transaction-1' } };
  const fee = { body: { ...FEE, mTxId: 'order-1' } };
  const refused = { ...fee, status: 422 };
  const accepted = { ...fee, response: { transactionFee: 2.4, sTxId: 'transaction-1', message: 'ok' } };
  const lost = { ...fee, delivery: 'lost' } as const;
  const calls = callsIn([
    refused,
    lost,
    { ...refused, body: { ...FEE, amount: 120, mTxId: 'order-1' } },
    sale,
  ]);
  const finding = noSaleAfterRefusedFee.atEnd?.(calls, {
    ...{ passed: true, ending: 'by-itself', reason: '', output: '', startedAt: 0, endedAt: 100 },
    usual: callsIn([accepted, sale]),
  });
  if (finding === undefined || !('exchange' in finding)) throw new Error('expected a violation');
  const { got, related = [], exchange } = finding;

  expect(got).toBe('a sale by the mTxId, whose 2 fee calls were refused');
  expect([...related, exchange].map(({ request }) => request.body)).toEqual(
    [refused.body, { ...FEE, amount: 120, mTxId: 'order-1' }, sale.body].map((body) => JSON.stringify(body)),
  );
});

test('a sale that is repeated with other fields is shown with the first one that differs', () => {
  const sale = (fields: object) => ({ path: SALE, body: fields, response: { sTxId: 'transaction-1' } });
  const lost = { ...sale({ mTxId: 'order-1', authCode: 'A1' }), delivery: 'lost' } as const;
  const [next, again, later] = [
    sale({ mTxId: 'order-2', authCode: 'B1' }),
    sale({ mTxId: 'order-1', authCode: 'A2' }),
    sale({ mTxId: 'order-1', authCode: 'A3' }),
  ];
  const finding = repeatsSafely.atEnd?.(callsIn([lost, next, again, later]), {
    ...{ passed: true, ending: 'by-itself', reason: '', output: '', startedAt: 0, endedAt: 100 },
    usual: callsIn([sale(lost.body), next]),
  });
  if (finding === undefined || !('exchange' in finding)) throw new Error('expected a violation');

  expect([...(finding.related ?? []), finding.exchange].map(({ request }) => request.body)).toEqual(
    [lost.body, again.body].map((body) => JSON.stringify(body)),
  );
});
