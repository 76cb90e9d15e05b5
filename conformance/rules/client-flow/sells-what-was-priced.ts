/** A sale belongs to a transaction that has a fee. */
import type { ClientHistory, ClientTransaction } from '../../rule/client-history.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';
import { allFeesRefused } from '../../rule/refused-fees.ts';

export const sellsWhatWasPriced: ClientRule = {
  id: 'client-flow/sells-what-was-priced',
  section: '4.1, 4.2',
  level: 'must',
  title: 'no sale of a transaction that never had a successful fee call',
  fix: 'Call the fee operation first, wait for its response, and sell only where message is ok.',
  example: {
    wrong: 'POST /v1/ch/sale {"mTxId":"order-1"} without a fee call for order-1',
    right: 'POST /v1/ch {…"mTxId":"order-1"}, then POST /v1/ch/sale {"mTxId":"order-1"}',
  },

  observe(_, history) {
    const { call, transaction, exchangesOf } = history;
    if (call.operation !== 'attachSale' || (call.sTxId === undefined && call.mTxId === undefined))
      return undefined;
    const sold = transaction();
    if (sold === undefined || isUnpriced(sold)) return judgeUnknown(history);
    if (!allFeesRefused(history, sold)) return CLIENT_HOLDS;

    return clientViolation(
      'a sale of a transaction with a fee',
      'one whose fee calls were all refused',
      exchangesOf(sold.lastFee ?? sold.opening),
    );
  },
};

/** A sale by an sTxId that no response has carried is about that identifier: another rule judges it. */
function judgeUnknown({ call: { sTxId, mTxId, outcome }, mayBeOlder }: ClientHistory) {
  if (sTxId !== undefined || mTxId === undefined || mayBeOlder(mTxId)) return undefined;
  if (outcome.kind !== 'refused') return undefined;

  return clientViolation('a fee call with this mTxId before the sale', 'none');
}

/** Whether only refused or lost sales have named it, and calls that say nothing of the content. */
function isUnpriced({ isWhole, accepted, refused, unclear, lost, sales }: ClientTransaction): boolean {
  return isWhole && accepted + refused + unclear + lost + sales === 0;
}
