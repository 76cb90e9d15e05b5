/** A sale waits for the response to the last fee call. */
import type { ClientEvent } from '../../rule/client-history.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

export const sellsAtTheLastPrice: ClientRule = {
  id: 'client-flow/sells-at-the-last-price',
  section: '4.1',
  level: 'should',
  title: 'a sale is sent after the response to the last fee call of its transaction',
  fix: 'Wait for the response to the fee call, for example with await, before you send the sale.',
  example: { wrong: 'void fee(order); await sale(order);', right: 'await fee(order); await sale(order);' },

  observe(exchange, { call, transaction, exchangesOf }) {
    const known = transaction();
    if (known === undefined) return undefined;
    if (call.operation === 'attachSale') {
      const { lastFee } = known;
      if (lastFee === undefined || !isAnswered(lastFee.answer)) return undefined;

      return isWithin(call.sentAt, lastFee.sentAt, lastFee.endedAt)
        ? clientViolation('a sale after the response to the fee call', 'one before it', exchangesOf(lastFee))
        : CLIENT_HOLDS;
    }
    // The response to the sale came before that to the fee call.
    const { sale, lastFee } = known;
    if (sale === undefined || !isAnswered(call.answer.kind)) return undefined;
    // A fee call that was sent later has its response.
    if (lastFee !== undefined && lastFee.sentAt > call.sentAt) return undefined;

    return isWithin(sale.sentAt, call.sentAt, exchange.endedAt)
      ? clientViolation('a sale after the response to the fee call', 'one before it', exchangesOf(sale))
      : undefined;
  },
};

function isAnswered(answer: ClientEvent['answer']): boolean {
  return answer === 'accepted' || answer === 'refused';
}

/** Times of a recording may be rounded: equal ones are in order. */
function isWithin(sold: number, from: number, to: number): boolean {
  return from < sold && sold < to;
}
