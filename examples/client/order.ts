/**
 * The typed client, call by call. With the address and a token of a mock (or of the service) in TOLLGATE_URL and
 * TOLLGATE_TOKEN: `node order.ts`.
 */
import { createFeeClient, type FeeResult } from 'tollgate/client';

const client = createFeeClient({
  baseUrl: process.env['TOLLGATE_URL'] ?? 'http://127.0.0.1:4010',
  // Called before every request, so that it can fetch a short-lived token.
  token: () => process.env['TOLLGATE_TOKEN'] ?? '',
  timeout: 5_000,
});
const order = `order-${Date.now()}`;

// With an mTxId the client may repeat a call that got no response, since it names the same transaction.
const first = await client.fee(
  { amount: 100, nicn: '424242', region: '85004', mTxId: order },
  { repeats: 2 },
);
say(`100.00 costs ${describe(first)}`);

// The cart has changed.
const second = await client.update({ amount: 250, nicn: '424242', region: '85004', mTxId: order });
say(`250.00 costs ${describe(second)}`);

// An unknown state. The document promises only that the message of a refusal is not `ok`.
const refused = await client.fee({ amount: 100, nicn: '424242', region: 'ZZ' });
say(`to ZZ: ${describe(refused)}`);

// Attaches the sale only to a priced transaction. A sale whose response was lost may be repeated.
const sale =
  second.kind === 'fee' ? await client.sale({ mTxId: order, authCode: '012345' }, { repeats: 2 }) : second;
say(
  sale.kind === 'sale' && second.kind === 'fee' && sale.sTxId === second.sTxId
    ? 'sold, in the transaction that was priced'
    : `not sold: ${sale.kind}`,
);

function describe(result: FeeResult): string {
  switch (result.kind) {
    case 'fee':
      return `${result.transactionFee.toFixed(2)} more by card`;
    case 'refused':
      return `refused, ${result.message ?? `status ${result.status}`}`;
    case 'later':
      return `refused for now, try again in ${result.retryAfter ?? 1000} ms`;
    case 'unclear':
      return `status ${result.status}, and an answer that says neither yes nor no`;
    case 'unanswered':
      return `no answer (${result.reason}), and no knowing whether the call counts`;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
