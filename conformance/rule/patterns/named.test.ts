/** Updates by mTxIds that a deployment may answer in its own way. */
import { expect, test } from 'vitest';
import { runAgainst } from '../../../test/deployments/judge.ts';
import type { RawResponse } from '../../../test/deployments/reference.ts';

const RULE = 'identity/update-by-mtxid-keeps-stxid';

async function outcomeWith(response: RawResponse): Promise<string | undefined> {
  const { report } = await runAgainst(
    {
      checkBody: (body) => (/"mTxId":"(constructor|__proto__)"/.test(body) ? 'rejected' : undefined),
      refusal: () => response,
    },
    { selects: (id) => id === RULE },
  );

  return report.rules.find(({ id }) => id === RULE)?.outcome;
}

test('a firewall may refuse the names of JavaScript objects with a page', async () => {
  expect(await outcomeWith({ status: 200, type: 'text/html', text: '<h1>Rejected</h1>' })).toBe('pass');
});

test('a success without an sTxId is not a transaction', async () => {
  const text = JSON.stringify({ transactionFee: 3.2, message: 'ok' });

  expect(await outcomeWith({ status: 200, type: 'application/json', text })).toBe('fail');
});
