/** A transaction is sold once. */
import type { ClientCall } from '../../rule/client-call.ts';
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

  observe(_, { call, transaction }) {
    if (call.operation !== 'attachSale' || call.body.kind !== 'object') return undefined;
    const sold = transaction();
    if (sold === undefined) return undefined;
    const { sale } = sold;
    if (sale === undefined || contentOf(sale.call) === contentOf(call)) return CLIENT_HOLDS;

    return clientViolation('one sale for a transaction', 'a second one with other fields', [sale.exchange]);
  },
};

/** In whatever order the fields come. */
function contentOf({ fields }: ClientCall): string {
  return JSON.stringify(Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
