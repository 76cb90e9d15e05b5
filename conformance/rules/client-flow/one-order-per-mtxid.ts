/** An mTxId names one order: after its sale it is not priced for another card. */
import { isPutOff } from '../../../src/exchange/call.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';
import { isForItsCard } from '../../rule/sold-again.ts';

export const oneOrderPerMtxid: ClientRule = {
  id: 'client-flow/one-order-per-mtxid',
  section: '2.1',
  level: 'should',
  title: 'an mTxId whose transaction was sold is not priced again for another card',
  fix: 'Give each order an mTxId of its own, such as the number of the order, and not that of a customer, a session or a day. The parts of a multi-pay cart have a totalAmount.',
  example: {
    wrong: '{…"nicn":"424242","mTxId":"cart"}, sale, {…"nicn":"555555","mTxId":"cart"}',
    right: '{…"nicn":"424242","mTxId":"order-1"}, sale, {…"nicn":"555555","mTxId":"order-2"}',
  },

  observe(_, history) {
    const { source, call, transaction, answered, exchangesOf } = history;
    const { operation, mTxId, outcome, fields, sentAt } = call;
    if (operation !== 'calculateFee') return undefined;
    const known = transaction();
    if ((mTxId ?? known?.mTxId) === undefined || outcome.kind === 'refused' || isPutOff(outcome))
      return undefined;
    const sale = known?.sale;
    if (known === undefined || sale === undefined) return CLIENT_HOLDS;
    if (known.isMixedUp || known.isMultiPay || fields['totalAmount'] !== undefined) return undefined;
    // Another transaction may be that of another merchant, or of another service.
    if (source === 'recording' && outcome.kind === 'accepted' && answered() !== known) return undefined;
    // A sale whose answer was lost may have sold nothing.
    if (sale.outcome !== 'accepted' || sale.endedAt > sentAt) return undefined;
    if (isForItsCard(history, known) !== false) return CLIENT_HOLDS;

    return clientViolation(
      'an mTxId of its own for each order',
      'the mTxId of a sold order, with another card',
      exchangesOf(sale),
    );
  },
};
