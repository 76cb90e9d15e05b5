import { expect, test } from 'vitest';
import { createExchanges, FEE, SALE, type Sent } from '../../../test/support/client-exchanges.ts';
import { NO_VARIATION } from '../client-mock.ts';
import type { ClientRun } from '../run-client.ts';
import { noSaleAfterRefusal } from './no-sale.ts';

function runOf(sent: readonly Sent[]): ClientRun {
  return {
    ...{ variation: NO_VARIATION, passed: true, ending: 'by-itself', reason: '', output: '', dropped: 0 },
    ...{ exchanges: sent.map(createExchanges()), startedAt: 0, endedAt: 100 },
  };
}

test('a sale is shown with every refused fee call that its sentence counts', () => {
  const sale = { path: SALE, body: { mTxId: 'order-1' }, response: { sTxId: 'transaction-1' } };
  const fee = { body: { ...FEE, mTxId: 'order-1' } };
  const refused = { ...fee, status: 422 };
  const accepted = { ...fee, response: { transactionFee: 2.4, sTxId: 'transaction-1', message: 'ok' } };
  const lost = { ...fee, delivery: 'lost' } as const;
  const run = runOf([refused, lost, { ...refused, body: { ...FEE, amount: 120, mTxId: 'order-1' } }, sale]);
  const judgement = noSaleAfterRefusal(run, runOf([accepted, sale]));

  expect(judgement).toMatchObject({ got: 'a sale by the mTxId, whose 2 fee calls were refused' });
  expect(judgement.kind === 'violation' && judgement.exchanges.map(({ request }) => request.body)).toEqual(
    [refused.body, { ...FEE, amount: 120, mTxId: 'order-1' }, sale.body].map((body) => JSON.stringify(body)),
  );
});
