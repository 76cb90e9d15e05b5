/** The rules on sales: of a transaction with a fee, once, at the last price that was accepted. */
import { type Call, contentOf, digitsOfNicn, isPutOff, readCall } from '../../../src/exchange/call.ts';
import { mayReopen } from '../../../src/exchange/transaction.ts';
import { noSaleAfter } from '../../rule/client-calls.ts';
import {
  CLIENT_HOLDS,
  type ClientEvent,
  type ClientHistory,
  type ClientTransaction,
  type ClientViolation,
  clientRule,
  clientViolation,
  notJudged,
  unclear,
} from '../../rule/client-rule.ts';

const PRICED = 'a sale of a transaction with a fee';
const REFUSED = 'one whose fee calls were all refused';

export const sellsWhatWasPriced = clientRule({
  id: 'client-flow/sells-what-was-priced',
  section: '4.1, 4.2',
  title: 'no sale of a transaction that never had a successful fee call',
  fix: 'Call the fee operation first, wait for its response, and sell only where message is ok.',
  example: { wrong: 'sale {"mTxId":"order-1"} alone', right: 'fee call {…"mTxId":"order-1"}, then the sale' },

  judge(call, { transactionOf, mayBeOlder, exchangesOf }) {
    const { operation, sTxId, mTxId, outcome } = call;
    if (operation !== 'attachSale' || (sTxId ?? mTxId) === undefined) return undefined;
    const sold = transactionOf(call);
    // Only refused or lost sales have named it, and calls that say nothing of the content.
    const isUnpriced =
      sold?.isWhole && sold.accepted + sold.refused + sold.unclear + sold.lost + sold.sales === 0;
    if (sold === undefined || isUnpriced) {
      // A sale by an sTxId that no response has carried is about that identifier: another rule judges it.
      if (sTxId !== undefined || mTxId === undefined || mayBeOlder(mTxId)) return undefined;

      return outcome.kind === 'refused'
        ? clientViolation('a fee call with this mTxId before the sale', 'none')
        : undefined;
    }
    const { accepted, refused, unclear: unclearFees, lost, isWhole, sales } = sold;
    const areRefused = refused > 0 && accepted + unclearFees + lost === 0;
    // A recording may lack the fee call that opened it, but then a service would know the transaction.
    if (areRefused && !isWhole && sales === 0 && outcome.kind === 'refused') return unclear(PRICED, REFUSED);
    // The service knows more where it accepts the sale: an mTxId may be older.
    if (!areRefused || !isWhole || (sTxId === undefined && outcome.kind === 'accepted')) return CLIENT_HOLDS;

    return clientViolation(PRICED, REFUSED, exchangesOf(sold.lastFee ?? sold.opening));
  },

  /** A call that was lost before it was carried out priced nothing. Only a fault that does so shows it. */
  atEnd: (calls, faulty) =>
    faulty === undefined
      ? notJudged('no call was lost on purpose')
      : noSaleAfter(
          'lost',
          { expected: 'no sale of a transaction that never had a successful fee call', how: 'lost' },
          calls,
          faulty,
        ),
});

export const sellsAtAnAcceptedPrice = clientRule({
  id: 'client-flow/sells-at-an-accepted-price',
  section: '4.1',
  title: 'the last fee call of a transaction before its sale was not refused',
  fix: 'Where an update is refused, mend and repeat it before the sale: the service has the fee of the request before it.',
  example: { wrong: 'update → refused, sale', right: 'update → refused, corrected update → ok, sale' },

  judge(call, { transactionOf, exchangesOf }) {
    if (call.operation !== 'attachSale') return undefined;
    const sold = transactionOf(call);
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
});

export const sellsOnce = clientRule({
  id: 'client-flow/sells-once',
  section: '4.2',
  title: 'a transaction has one sale, apart from repeats of a request whose response was lost',
  fix: 'Remember that the sale was accepted, and disable the button while it is sent. To send it again after a lost response, repeat the same fields: keep the authCode of the first attempt. A test of repeats sends Tollgate-Deliberate: client-flow/sells-once.',
  example: { wrong: 'sale "authCode":"A1", then sale "authCode":"B2"', right: 'sale "authCode":"A1"' },

  judge(call, history) {
    const { source, transactionOf, exchangesOf } = history;
    if (call.operation !== 'attachSale' || call.body !== 'object') return undefined;
    const sold = transactionOf(call);
    if (sold === undefined || sold.isMixedUp) return undefined;
    const { sale, feeAfterSale } = sold;
    if (sale === undefined) return CLIENT_HOLDS;
    // The parts of one total may share an order, each with its own price and sale.
    if (sold.isMultiPay && feeAfterSale !== undefined) return CLIENT_HOLDS;
    const first = exchangesOf(sale);
    const lost = sale.outcome === 'accepted' ? '' : ', although the first may have been carried out';
    if (sale.content !== contentOf(call))
      return unlessRestarted(
        clientViolation('one sale for a transaction', `a second one with other fields${lost}`, first),
        history,
        sold,
      );
    if (feeAfterSale === undefined) {
      const isNoneLost = call.outcome.kind === 'accepted' && sale.outcome === 'accepted';
      // A client may have given up on one that was still open.
      const isSecond = sale.endedAt <= call.sentAt || Math.abs(call.sentAt - sale.sentAt) < AT_ONCE;

      return source === 'mock' && isNoneLost && isSecond
        ? clientViolation('one sale for a transaction', 'the same sale again, although none was lost', first)
        : CLIENT_HOLDS;
    }
    if (isRepeatOfLost(exchangesOf, sold, contentAt(exchangesOf, feeAfterSale))) return CLIENT_HOLDS;

    const related = [...first, ...exchangesOf(feeAfterSale)];

    return unlessRestarted(
      clientViolation('one sale for a transaction', 'a second one after a new price', related),
      history,
      sold,
    );
  },
});

/** Two sales within this time, in milliseconds, are no repeat after a time limit. */
const AT_ONCE = 100;

export const sellsAtTheLastPrice = clientRule({
  id: 'client-flow/sells-at-the-last-price',
  section: '4.1',
  title:
    'a sale is sent after the response to the last fee call of its transaction, and no fee call for its card follows',
  fix: 'Wait for the response to the fee call, for example with await, before you send the sale; price a new order under a new mTxId.',
  example: { wrong: 'void fee(order); await sale(order);', right: 'await fee(order); await sale(order);' },

  judge(call, history) {
    const { source, transactionOf, exchangesOf } = history;
    const known = transactionOf(call);
    if (known === undefined || known.isMixedUp) return undefined;
    const { sale, lastFee } = known;
    if (call.operation === 'attachSale') {
      if (lastFee === undefined) return undefined;
      const mayBeMissed = source === 'recording' || lastFee.endedAt > call.sentAt;
      // A transaction without any price breaks another rule.
      if (!isAnswered(lastFee.outcome))
        return mayBeMissed || known.accepted === 0
          ? undefined
          : clientViolation(
              'a sale after the response to the last fee call',
              'one although that response was lost',
              exchangesOf(lastFee),
            );

      return isWithin(call.sentAt, lastFee.sentAt, lastFee.endedAt)
        ? clientViolation('a sale after the response to the fee call', 'one before it', exchangesOf(lastFee))
        : CLIENT_HOLDS;
    }
    if (sale === undefined) return undefined;
    if (sale.endedAt <= call.sentAt) return judgeAfterSale(call, history, known, sale);
    // The response to the sale came before that to the fee call; a fee call that was sent later has its response.
    if (!isAnswered(call.outcome.kind) || (lastFee !== undefined && lastFee.sentAt > call.sentAt))
      return undefined;

    return isWithin(sale.sentAt, call.sentAt, call.endedAt)
      ? clientViolation('a sale after the response to the fee call', 'one before it', exchangesOf(sale))
      : undefined;
  },
});

/** For another card it is another rule. A service may open a new transaction for an mTxId that was sold. */
function judgeAfterSale(call: Call, history: ClientHistory, known: ClientTransaction, sale: ClientEvent) {
  const { given, exchangesOf } = history;
  const { outcome, fields } = call;
  if (outcome.kind === 'refused' || isPutOff(outcome)) return undefined;
  if (outcome.kind === 'accepted' && given(call.given ?? '') !== known) return undefined;
  if (known.isMultiPay || fields['totalAmount'] !== undefined) return undefined;
  if (isForItsCard(call, known) !== true) return undefined;
  if (isRepeatOfLost(exchangesOf, known, contentOf(call))) return undefined;

  return unlessRestarted(
    clientViolation('no fee call after the sale', 'one', exchangesOf(sale)),
    history,
    known,
    call,
  );
}

/** In characters: a random sTxId of this length is not given twice, a short one may be the next of a counter. */
const RANDOM = 16;

/**
 * Leaves a violation open where the transaction may be two: a restarted service counts its sTxIds from the same number
 * again, and the orders begin anew.
 *
 * @param fee the judged call, if it is a fee call
 */
export function unlessRestarted(
  violation: ClientViolation,
  { source }: Pick<ClientHistory, 'source'>,
  sold: ClientTransaction,
  fee?: Call,
): ClientViolation {
  const { sTxId = '', isReopened } = sold;
  const isOpenedTwice = isReopened || (fee !== undefined && mayReopen(sold, fee));
  if (source !== 'recording' || !isOpenedTwice || sTxId.length >= RANDOM) return violation;

  return { ...violation, kind: 'unclear', couldBe: 'a restart of the service' };
}

function isAnswered(outcome: ClientEvent['outcome']): boolean {
  return outcome === 'accepted' || outcome === 'refused';
}

/** Times of a recording may be rounded: equal ones are in order. */
function isWithin(sold: number, from: number, to: number): boolean {
  return from < sold && sold < to;
}

/** A shorter nicn, or one that a recorder has masked, names no card. */
const NAMES_A_CARD = /^\d{6,}$/;

/** Whether the judged fee call is for the card of the transaction; undefined if either has none. */
export function isForItsCard({ fields }: Call, { card = '' }: ClientTransaction): boolean | undefined {
  if (fields['nicn'] === undefined) return true;
  const other = digitsOfNicn(fields);
  if (!NAMES_A_CARD.test(card) || !NAMES_A_CARD.test(other)) return undefined;

  return card.startsWith(other) || other.startsWith(card);
}

/** Whether this fee call repeats the one before the sale because the answer to the sale was lost. */
function isRepeatOfLost(
  exchangesOf: ClientHistory['exchangesOf'],
  { sale, pricedBy }: ClientTransaction,
  content: string | undefined,
): boolean {
  if (sale === undefined || sale.outcome === 'accepted') return false;
  const before = contentAt(exchangesOf, pricedBy);

  return before === undefined || content === undefined || before === content;
}

function contentAt(
  exchangesOf: ClientHistory['exchangesOf'],
  event: ClientEvent | undefined,
): string | undefined {
  const [exchange] = exchangesOf(event);
  const call = exchange && readCall(exchange);

  return call && contentOf(call);
}
