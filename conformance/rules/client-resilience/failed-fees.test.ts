import { expect, test } from 'vitest';
import type { Call } from '../../../src/exchange/call.ts';
import { createExchanges, FEE, SALE, type Sent } from '../../../test/support/client-exchanges.ts';
import { callsOf } from '../../rule/client-calls.ts';
import { noSaleAfterRefusedFee } from './failed-fees.ts';
import { repeatsSafely } from './repeats.ts';

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
