/** A sale waits for the response to the last fee call, and no fee call for its card follows. */
import { contentOf, isPutOff } from '../../../src/exchange/call.ts';
import type { ClientEvent, ClientHistory, ClientTransaction } from '../../rule/client-history.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';
import { isForItsCard, isRepeatOfLost } from '../../rule/sold-again.ts';

export const sellsAtTheLastPrice: ClientRule = {
  id: 'client-flow/sells-at-the-last-price',
  section: '4.1',
  level: 'should',
  title:
    'a sale is sent after the response to the last fee call of its transaction, and no fee call for its card follows',
  fix: 'Wait for the response to the fee call, for example with await, before you send the sale; price a new order under a new mTxId.',
  example: { wrong: 'void fee(order); await sale(order);', right: 'await fee(order); await sale(order);' },

  observe(exchange, history) {
    const { call, transaction, exchangesOf } = history;
    const known = transaction();
    if (known === undefined || known.isMixedUp) return undefined;
    const { sale, lastFee } = known;
    if (call.operation === 'attachSale') {
      if (lastFee === undefined) return undefined;
      if (!isAnswered(lastFee.outcome)) return judgeUnanswered(history, known, lastFee);

      return isWithin(call.sentAt, lastFee.sentAt, lastFee.endedAt)
        ? clientViolation('a sale after the response to the fee call', 'one before it', exchangesOf(lastFee))
        : CLIENT_HOLDS;
    }
    if (sale === undefined) return undefined;
    if (sale.endedAt <= call.sentAt) return judgeAfterSale(history, known);
    // The response to the sale came before that to the fee call; a fee call that was sent later has its response.
    if (!isAnswered(call.outcome.kind) || (lastFee !== undefined && lastFee.sentAt > call.sentAt))
      return undefined;

    return isWithin(sale.sentAt, call.sentAt, exchange.endedAt)
      ? clientViolation('a sale after the response to the fee call', 'one before it', exchangesOf(sale))
      : undefined;
  },
};

/** A recorder may have missed the answer; a transaction without any price breaks another rule. */
function judgeUnanswered(
  { source, call, exchangesOf }: ClientHistory,
  { accepted }: ClientTransaction,
  lastFee: ClientEvent,
) {
  if (source === 'recording' || accepted === 0 || lastFee.endedAt > call.sentAt) return undefined;

  return clientViolation(
    'a sale after the response to the last fee call',
    'one although that response was lost',
    exchangesOf(lastFee),
  );
}

/** For another card it is another rule. A service may open a new transaction for an mTxId that was sold. */
function judgeAfterSale(history: ClientHistory, known: ClientTransaction) {
  const { call, answered, exchangesOf } = history;
  const { outcome, fields } = call;
  if (known.sale === undefined || outcome.kind === 'refused' || isPutOff(outcome)) return undefined;
  if (outcome.kind === 'accepted' && answered() !== known) return undefined;
  if (known.isMultiPay || fields['totalAmount'] !== undefined) return undefined;
  if (isForItsCard(history, known) !== true) return undefined;
  if (isRepeatOfLost(history, known, contentOf(call))) return undefined;

  return clientViolation('no fee call after the sale', 'one', exchangesOf(known.sale));
}

function isAnswered(outcome: ClientEvent['outcome']): boolean {
  return outcome === 'accepted' || outcome === 'refused';
}

/** Times of a recording may be rounded: equal ones are in order. */
function isWithin(sold: number, from: number, to: number): boolean {
  return from < sold && sold < to;
}
