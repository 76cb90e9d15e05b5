/** A transaction is sold once. */
import { contentOf } from '../../rule/client-call.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

export const sellsOnce: ClientRule = {
  id: 'client-flow/sells-once',
  section: '4.2',
  level: 'should',
  title: 'a transaction has one sale, apart from repeats of the same request',
  fix: 'Remember that the sale was accepted. To send it again after a lost response, repeat the same fields.',
  example: {
    wrong: '{"sTxId":"4f3a…","authCode":"A1"}, then {"sTxId":"4f3a…","authCode":"B2"}',
    right: '{"sTxId":"4f3a…","authCode":"A1"}',
  },

  observe(_, { call, transaction, exchangesOf }) {
    if (call.operation !== 'attachSale' || call.body.kind !== 'object') return undefined;
    const sold = transaction();
    if (sold === undefined) return undefined;
    const { sale } = sold;
    if (sale === undefined || sale.content === contentOf(call)) return CLIENT_HOLDS;

    return clientViolation('one sale for a transaction', 'a second one with other fields', exchangesOf(sale));
  },
};
