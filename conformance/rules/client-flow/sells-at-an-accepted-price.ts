/** The last fee call before a sale was accepted. */
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

export const sellsAtAnAcceptedPrice: ClientRule = {
  id: 'client-flow/sells-at-an-accepted-price',
  section: '4.1',
  level: 'should',
  title: 'the last fee call of a transaction before its sale was not refused',
  fix: 'Where an update is refused, mend and repeat it before the sale: the service has the fee of the request before it.',
  example: {
    wrong: 'fee 100 → ok, update to 250 → refused, sale',
    right: 'fee 100 → ok, update to 250 → refused, corrected update → ok, sale',
  },

  observe(_, { call, transaction, exchangesOf }) {
    if (call.operation !== 'attachSale') return undefined;
    const sold = transaction();
    // Without any accepted fee call the sale breaks another rule.
    if (sold?.lastFee === undefined || sold.accepted === 0 || sold.isMixedUp) return undefined;
    const { lastFee } = sold;
    if (lastFee.outcome !== 'refused' || lastFee.endedAt > call.sentAt) return CLIENT_HOLDS;

    return clientViolation(
      'a sale after an accepted fee call',
      'one after a refused update',
      exchangesOf(lastFee),
    );
  },
};
