/** The rules on identifiers: an sTxId as it was given, both of one order, one order for each mTxId, a new price by either. */
import { type Call, isPutOff, readCall } from '../../../src/exchange/call.ts';
import { maskIdentifier } from '../../../src/text/mask.ts';
import { startOf } from '../../../src/text/visible.ts';
import { CLIENT_HOLDS, clientRule, clientViolation } from '../../rule/client-rule.ts';
import { isForItsCard, unlessRestarted } from './sales.ts';

export const usesIdentifiersItWasGiven = clientRule({
  id: 'client-flow/uses-identifiers-it-was-given',
  section: '1.2, 2.3',
  title: 'an sTxId that a client sends is one that it was given, character for character',
  fix: 'Keep the sTxId of a fee response as the string that it is, in a column without a length limit, and send it unchanged. Never invent one, and never send an mTxId as sTxId.',
  example: { wrong: '"sTxId":"4F3A91C2"', right: '"sTxId":"4f3a91c2"' },

  judge(call, { given, givenStxids, mayBeOlder, mayLeaveOut }) {
    const { sTxId, given: answered, outcome } = call;
    if (sTxId === undefined) return undefined;
    if (given(sTxId) !== undefined) return CLIENT_HOLDS;
    // The service knows it, so that it comes from before the first exchange.
    if (outcome.kind === 'accepted' && answered === sTxId) return CLIENT_HOLDS;
    const near = nearTo(givenStxids(), sTxId);
    const isEmpty = sTxId === '' && !mayLeaveOut(call);
    if (near === undefined && !isEmpty && mayBeOlder(sTxId)) return undefined;
    const expected =
      near === undefined ? 'an sTxId that a response has carried' : `the sTxId ${show(near)} of a response`;

    return clientViolation(expected, sTxId === '' ? 'an empty text' : show(sTxId));
  },
});

/** Shorter texts resemble each other by chance. */
const SHORTEST = 12;

/** The given `sTxId` that the client has changed: its case, its end, or the space around it. */
function nearTo(given: Iterable<string>, sTxId: string): string | undefined {
  const trimmed = sTxId.trim();
  if (trimmed.length < SHORTEST) return undefined;
  const folded = trimmed.toLowerCase();
  for (const one of given) {
    if (one.length < trimmed.length) continue;
    const isCut = one.length > trimmed.length && trimmed.length >= 16 && one.startsWith(trimmed);
    if (one === trimmed || isCut || (one.length === trimmed.length && one.toLowerCase() === folded))
      return one;
  }

  return undefined;
}

function show(sTxId: string): string {
  const masked = maskIdentifier(sTxId);

  return JSON.stringify(masked.length > 60 ? `${startOf(masked, 60)}…` : masked);
}

export const oneOrderPerMtxid = clientRule({
  id: 'client-flow/one-order-per-mtxid',
  section: '2.1',
  title: 'an mTxId whose transaction was sold is not priced again for another card',
  fix: 'Give each order an mTxId of its own, such as the number of the order, and not that of a customer, a session or a day. The parts of a multi-pay cart have a totalAmount.',
  example: {
    wrong: '{…"mTxId":"cart"}, sale, then another card for "cart"',
    right: 'another card for "order-2"',
  },

  judge(call, history) {
    const { source, transactionOf, given, exchangesOf } = history;
    const { operation, mTxId, outcome, fields, sentAt } = call;
    if (operation !== 'calculateFee') return undefined;
    const known = transactionOf(call);
    if ((mTxId ?? known?.mTxId) === undefined || outcome.kind === 'refused' || isPutOff(outcome))
      return undefined;
    const sale = known?.sale;
    if (known === undefined || sale === undefined) return CLIENT_HOLDS;
    if (known.isMixedUp || known.isMultiPay || fields['totalAmount'] !== undefined) return undefined;
    // Another transaction may be that of another merchant, or of another service.
    if (source === 'recording' && outcome.kind === 'accepted' && given(call.given ?? '') !== known)
      return undefined;
    // A sale whose answer was lost may have sold nothing.
    if (sale.outcome !== 'accepted' || sale.endedAt > sentAt) return undefined;
    if (isForItsCard(call, known) !== false) return CLIENT_HOLDS;

    const expected = 'an mTxId of its own for each order';
    const got = 'the mTxId of a sold order, with another card';

    return unlessRestarted(clientViolation(expected, got, exchangesOf(sale)), history, known, call);
  },
});

export const identifiersAgree = clientRule({
  id: 'client-flow/identifiers-agree',
  section: '2.1, 2.3',
  title: 'the sTxId, the mTxId and the merchant of a call belong to one transaction',
  fix: 'Keep sTxId, mTxId and merchant of an order in one record, and match each response with its own request: responses of parallel requests arrive in any order.',
  needs: ['authorization'],
  example: {
    wrong: '{"mTxId":"order-1",…} → "4f3a…", sale {"sTxId":"4f3a…","mTxId":"order-2"}',
    right: 'sale {"sTxId":"4f3a…","mTxId":"order-1"}',
  },

  judge({ sTxId, mTxId, merchant, outcome }, { source, transactionOf, given, exchangesOf }) {
    const named = sTxId === undefined ? undefined : given(sTxId);
    if (named === undefined || named.isMixedUp || outcome.kind === 'token-refused') return undefined;
    // The token of a merchant may be renewed; a mock knows whose it is.
    if (source === 'mock' && named.merchant !== merchant)
      return clientViolation(
        `the token of ${named.merchant}, the merchant that was given the sTxId`,
        `that of ${merchant}`,
        exchangesOf(named.opening),
      );
    if (mTxId === undefined) return source === 'mock' ? CLIENT_HOLDS : undefined;
    const other = transactionOf({ merchant, fields: { mTxId } });
    if (other === undefined || other === named) return CLIENT_HOLDS;
    const openings = [named, other].flatMap(({ opening }) => exchangesOf(opening));
    const [own, others] = openings.map((opening) => readCall(opening)?.mTxId);
    // An mTxId that came later may be the number of an order that was priced twice, or of several parts.
    const areDistinct = own !== undefined && own !== mTxId && others === mTxId;
    if (!areDistinct || other.isMixedUp || named.isMultiPay) return CLIENT_HOLDS;

    return clientViolation(
      'the mTxId of the transaction that the sTxId names',
      'that of another transaction',
      openings,
    );
  },
});

export const pricesAnewByIdentifier = clientRule({
  id: 'client-flow/prices-anew-by-identifier',
  section: '4.1',
  title: 'a transaction that is priced anew is named by its sTxId or mTxId',
  fix: 'Send the sTxId of the first response, or the same mTxId, with every later fee call for the same order. Without it each call opens a transaction.',
  seenIn:
    'a whole run of check-client in which an order gets a second price with another amount before its sale (three different orders, where no call names its transaction)',
  example: { wrong: '{"amount":100,…}, {"amount":120,…}', right: '{"amount":120,…,"sTxId":"4f3a…"}' },

  /** A second price that names its transaction keeps the rule. */
  judge(call, { isFirstCall, transactionOf, exchangesOf }) {
    if (call.operation !== 'calculateFee' || call.outcome.kind !== 'accepted') return undefined;
    if (isFirstCall(call) !== false) return undefined;
    const [before] = exchangesOf(transactionOf(call)?.lastFee);
    const earlier = before && readCall(before);

    return earlier === undefined || earlier.fields['amount'] === call.fields['amount']
      ? undefined
      : CLIENT_HOLDS;
  },

  atEnd(calls) {
    const pairs = replacedIn(calls);
    const last = pairs.at(-1);
    if (last === undefined || new Set(pairs.map(orderOf)).size < TIMES) return CLIENT_HOLDS;
    const finding = clientViolation(
      'the identifier of the transaction that is priced anew',
      `a new transaction ${pairs.length} times, of which only the last was sold`,
      [last.earlier.exchange],
    );

    return { ...finding, exchange: last.later.exchange };
  },
});

/** Different pairs: a test of a price and a test of a sale, which use the same order again and again, look like one. */
const TIMES = 3;

interface CallPair {
  readonly earlier: Call;
  readonly later: Call;
}

/** First calls that were never sold, each followed by one that differs in its amount alone, the last of which was sold. */
function replacedIn(calls: readonly Call[]): readonly CallPair[] {
  const opened = calls.filter(isOpening);
  const sales = calls.filter(({ operation }) => operation === 'attachSale');
  const saleOf = new Map(sales.flatMap((sale) => soldBy(sale).map((sTxId) => [sTxId, sale] as const)));
  const pairs: CallPair[] = [];
  let unsold: Call[] = [];
  for (const [at, later] of opened.entries()) {
    const [earlier, next] = [unsold.at(-1), opened[at + 1]];
    const sale = saleOf.get(later.given ?? '');
    const hasChosen =
      next !== undefined && !saleOf.has(next.given ?? '') && sale !== undefined && next.sentAt < sale.sentAt;
    // A client that also calculates fees without selling abandons transactions for another reason.
    if (hasChosen || (earlier !== undefined && !isSameButAmount(earlier, later))) return [];
    if (sale === undefined) unsold.push(later);
    else {
      pairs.push(...unsold.map((one) => ({ earlier: one, later })));
      unsold = [];
    }
  }

  return unsold.length === 0 ? pairs : [];
}

function orderOf({ earlier, later: { fields, merchant } }: CallPair): string {
  const { nicn, region, amount } = fields;

  return JSON.stringify([merchant, nicn, region, earlier.fields['amount'], amount]);
}

function isOpening({ operation, fields, outcome }: Call): boolean {
  const isUnnamed = fields['sTxId'] === undefined && fields['mTxId'] === undefined;

  return operation === 'calculateFee' && isUnnamed && outcome.kind === 'accepted';
}

function soldBy({ sTxId, outcome, given }: Call): readonly string[] {
  return [
    ...(sTxId === undefined ? [] : [sTxId]),
    ...(outcome.kind === 'accepted' && given !== undefined ? [given] : []),
  ];
}

function isSameButAmount(one: Call, other: Call): boolean {
  const [before, after] = [one.fields, other.fields];
  const isSame = ['nicn', 'region', 'country', 'processor'].every((name) => before[name] === after[name]);

  return isSame && one.merchant === other.merchant && before['amount'] !== after['amount'];
}
