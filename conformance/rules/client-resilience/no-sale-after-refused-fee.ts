/** No sale follows where every fee call of its transaction was refused. */
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';
import { allFeesRefused } from '../../rule/refused-fees.ts';

export const noSaleAfterRefusedFee: ClientRule = {
  id: 'client-resilience/no-sale-after-refused-fee',
  section: '2.2, 4.1',
  level: 'must',
  title: 'no sale of a transaction whose fee calls were all refused, in whatever form',
  fix: 'Sell only after a fee response with a 2xx status and the message ok. Any other message is a refusal, even beside a fee and an sTxId.',
  example: {
    wrong: 'if (response.ok) await sell(body.sTxId);',
    right: "if (response.ok && body.message === 'ok') await sell(body.sTxId);",
  },

  observe(_, history) {
    const { call, transaction, exchangesOf } = history;
    const sold = call.operation === 'attachSale' ? transaction() : undefined;
    if (sold === undefined) return undefined;
    if (!allFeesRefused(history, sold)) return CLIENT_HOLDS;

    return clientViolation(
      'no sale after a refused fee call',
      'one',
      exchangesOf(sold.lastFee ?? sold.opening),
    );
  },
};
