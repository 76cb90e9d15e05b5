/** A new price for a transaction names the transaction. */
import type { Call } from '../../../src/exchange/call.ts';
import { readCall } from '../../../src/exchange/call.ts';
import { CLIENT_HOLDS, type ClientRule, type Concluded, clientViolation } from '../../rule/client-rule.ts';

export const pricesAnewByIdentifier: ClientRule = {
  id: 'client-flow/prices-anew-by-identifier',
  section: '4.1',
  level: 'should',
  title: 'a transaction that is priced anew is named by its sTxId or mTxId',
  fix: 'Send the sTxId of the first response, or the same mTxId, with every later fee call for the same order. Without it each call opens a transaction.',
  seenIn:
    'a whole run of check-client in which an order gets a second price with another amount before its sale (three different orders, where no call names its transaction)',
  example: {
    wrong: '{"amount":100,…}, then {"amount":120,…}',
    right: '{"amount":100,…}, then {"amount":120,…,"sTxId":"4f3a…"}',
  },

  /** A second price that names its transaction keeps the rule. */
  observe(_, { call, isFirstCall, transaction, exchangesOf }) {
    if (call.operation !== 'calculateFee' || call.outcome.kind !== 'accepted') return undefined;
    if (isFirstCall() !== false) return undefined;
    const lastFee = transaction()?.lastFee;
    const [before] = lastFee === undefined ? [] : exchangesOf(lastFee);
    const earlier = before && readCall(before);

    return earlier === undefined || earlier.fields['amount'] === call.fields['amount']
      ? undefined
      : CLIENT_HOLDS;
  },

  conclude(calls) {
    const pairs = replacedIn(calls);
    const last = pairs.at(-1);
    if (last === undefined || new Set(pairs.map(orderOf)).size < TIMES) return undefined;

    return {
      exchange: last.later.exchange,
      finding: clientViolation(
        'the identifier of the transaction that is priced anew',
        `a new transaction ${pairs.length} times, of which only the last was sold`,
        [last.earlier.exchange],
      ),
    } satisfies Concluded;
  },
};

/** Different pairs: a test of a price and a test of a sale, which use the same order again and again, look like one. */
const TIMES = 3;

interface Pair {
  readonly earlier: Call;
  readonly later: Call;
}

/** First calls that were never sold, each followed by one that differs in its amount alone, and was sold. */
function replacedIn(calls: readonly Call[]): readonly Pair[] {
  const sold = new Set(calls.filter(({ operation }) => operation === 'attachSale').flatMap(soldBy));
  const opened = calls.filter(isOpening);
  const isSold = ({ outcome, given }: Call) =>
    outcome.kind === 'accepted' && given !== undefined && sold.has(given);
  const abandoned = opened.filter((event) => !isSold(event));
  const pairs = opened.flatMap((later, at) => {
    const earlier = opened[at - 1];

    return earlier !== undefined && !isSold(earlier) && isSold(later) && isSameButAmount(earlier, later)
      ? [{ earlier, later }]
      : [];
  });

  // A client that also calculates fees without selling abandons transactions for another reason.
  return pairs.length === abandoned.length ? pairs : [];
}

function orderOf({ earlier, later: { fields, merchant } }: Pair): string {
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
