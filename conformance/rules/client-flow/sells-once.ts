/** A transaction is sold once. */
import { contentOf } from '../../../src/exchange/call.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';
import { isPricedAfterSale } from '../../rule/sold-again.ts';

export const sellsOnce: ClientRule = {
  id: 'client-flow/sells-once',
  section: '4.2',
  level: 'should',
  title: 'a transaction has one sale, apart from repeats of the same request',
  fix: 'Remember that the sale was accepted. To send it again after a lost response, repeat the same fields: keep the authCode of the first attempt.',
  example: {
    wrong: '{"sTxId":"4f3a…","authCode":"A1"}, then {"sTxId":"4f3a…","authCode":"B2"}',
    right: '{"sTxId":"4f3a…","authCode":"A1"}',
  },

  observe(_, history) {
    const { call, transaction, exchangesOf } = history;
    if (call.operation !== 'attachSale' || call.body !== 'object') return undefined;
    const sold = transaction();
    if (sold === undefined || sold.isMixedUp) return undefined;
    const { sale, feeAfterSale } = sold;
    if (sale === undefined) return CLIENT_HOLDS;
    // The parts of one total may share an order, each with its own price and sale.
    if (sold.isMultiPay && feeAfterSale !== undefined) return CLIENT_HOLDS;
    const first = exchangesOf(sale);
    const lost = sale.outcome === 'accepted' ? '' : ', although the first may have been carried out';
    if (sale.content !== contentOf(call))
      return clientViolation('one sale for a transaction', `a second one with other fields${lost}`, first);
    if (feeAfterSale === undefined || !isPricedAfterSale(history, sold)) return CLIENT_HOLDS;

    return clientViolation('one sale for a transaction', 'a second one after a new price', [
      ...first,
      ...exchangesOf(feeAfterSale),
    ]);
  },
};
