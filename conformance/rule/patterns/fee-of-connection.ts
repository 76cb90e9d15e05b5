/** What calls over one connection show: a fee, card or amount that is kept for the connection is that of an earlier call. */
import type { RuleContext } from '../context.ts';
import { fee, type Script } from '../script.ts';
import { otherCards, otherRegions } from './fee-changes.ts';

const NEEDS = 'identity/update-by-mtxid-keeps-stxid';

/** A load balancer may send every third connection to a server with other prices. */
const ELSEWHERE = ['{m2}', '{m3}', '{m4}', '{m5}'] as const;

/**
 * An update gets the fee of a first call over another connection. The connection has carried a call for another card and
 * region, and the first call for another amount.
 */
export function overOneConnection(context: RuleContext): readonly Script[] {
  const { baseline, data } = context;
  const from = baseline.amount;
  const to = data.plainAmounts.find((one) => one !== from);
  if (to === undefined) return [];
  // A fee may depend on whether there is an mTxId.
  const elsewhere = (mTxId: string) =>
    fee({ ...baseline, amount: to, mTxId }, { needs: NEEDS, elsewhere: true });
  const what = `after an update to ${to} the fee of a first call over another connection,`;
  const calls = [
    ...ELSEWHERE.map(elsewhere),
    fee({ ...baseline, ...otherCards(context)[0], ...otherRegions(context)[0], amount: from }),
    fee({ ...baseline, amount: from, mTxId: '{m1}' }, { needs: NEEDS }),
    fee(
      { ...baseline, amount: to, mTxId: '{m1}' },
      { needs: NEEDS, expects: { feeOf: { call: 1, alike: [2, 3, 4], what, evenIfFeesVary: true } } },
    ),
  ];

  return [{ connections: 'one', calls }];
}
