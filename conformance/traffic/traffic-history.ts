/** The transactions of one service in traffic, for the questions of rules. */
import { createRecentMap } from '../../src/exchange/recent-map.ts';
import { createTrace } from '../../src/exchange/trace.ts';
import type { CoverageCounter } from '../report/coverage.ts';
import { type Exchange, isFeeCall, isSale } from '../rule/exchange.ts';
import { CALLS_KEPT, type NamedCall } from '../rule/history.ts';
import { isSuccessful } from '../rule/http-result.ts';
import { foldMtxid, type TrafficHistory } from './mixed-mtxids.ts';
import type { Prices } from './prices.ts';
import type { TrafficCall } from './read-exchange.ts';

interface GrowingTrafficHistory extends TrafficHistory {
  /** Looks up once which transaction the judged call names: many rules ask for it. */
  readonly begin: (exchange: TrafficCall) => void;
  /** Takes in the call, after the rules have judged it. */
  readonly add: (exchange: TrafficCall) => void;
}

export interface TrafficHistoryOptions {
  readonly prices: Prices | undefined;
  readonly isComplete: boolean;
  /** Of all services. */
  readonly coverage: CoverageCounter;
}

/** In bytes, for each service. */
const BUDGET = 4 * 1024 * 1024;
const MOST_PAIRS = 10_000;

export function createTrafficHistory({
  prices,
  isComplete,
  coverage,
}: TrafficHistoryOptions): GrowingTrafficHistory {
  const trace = createTrace<Exchange, Exchange>({
    keep: (exchange) => exchange,
    keptCalls: CALLS_KEPT,
    sizeOf,
    budget: BUDGET,
    view: isComplete ? 'complete' : 'partial',
  });
  /** `sTxId`s with the `mTxId`s that calls have named beside them. */
  const pairs = createRecentMap<true>();
  let paired = 0;
  let last: { readonly exchange: TrafficCall; readonly named: NamedCall | undefined } | undefined;
  let count = 0;
  const named = (exchange: Exchange) => (isFollowed(exchange) ? trace.named(exchange) : undefined);

  return {
    hasBeenNamed: (sTxId, mTxId) => pairs.get(`${sTxId} ${foldMtxid(mTxId)}`) === true,
    named: (exchange) => (exchange === last?.exchange ? last.named : named(exchange)),
    bySTxId: trace.bySTxId,
    isFirstCall: (exchange) => isFollowed(exchange) && trace.opens(exchange),
    // Prices may change at any time, so that no rule compares the fees of two calls.
    feesVary: true,
    pricesVary: true,
    feeChanges: () => 0,
    sameFirstCall: () => undefined,
    repetitionsOf: () => [],
    // What a service has to accept is unknown, so that only its own word is taken.
    isOrdinary: (exchange) => saysSuccess(exchange as TrafficCall),
    processors: (exchange) => prices?.processors(exchange as TrafficCall),
    unanswered: 0,
    opened: 0,
    get count() {
      return count;
    },
    begin(exchange) {
      last = { exchange, named: named(exchange) };
    },
    add(exchange) {
      count++;
      if (isFollowed(exchange)) coverage.add(exchange, trace.told(exchange));
      trace.add(isFollowed(exchange) ? exchange : inDoubt(exchange));
      last = undefined;
      const { sTxId, mTxId } = exchange.fields ?? {};
      if (typeof sTxId !== 'string' || typeof mTxId !== 'string') return;
      pairs.set(`${exchange.given ?? sTxId} ${foldMtxid(mTxId)}`, true);
      paired++;
      if (paired % MOST_PAIRS === 0) pairs.age();
    },
  };
}

/** Whether the document describes such a call. Without its token the merchant is unknown. */
function isFollowed(exchange: Exchange): boolean {
  return isFeeCall(exchange) || isSale(exchange);
}

/** The exchange as one that opens no transaction, but may have changed those that it names. */
function inDoubt(exchange: Exchange): Exchange {
  const isAccepted = exchange.outcome.kind === 'accepted';

  return isAccepted
    ? { ...exchange, outcome: { kind: 'unclear', body: undefined }, given: undefined }
    : exchange;
}

/** The objects of an exchange, in bytes. */
const OBJECTS = 2048;

function sizeOf({ body, response }: Exchange): number {
  return OBJECTS + 2 * (body.length + (response.kind === 'answered' ? response.text.length : 0));
}

/** A response that is a success by its own `message`, a fee response without one, or JSON of another kind. */
function saysSuccess({ response, original: { isWhole } }: TrafficCall): boolean {
  if (response.kind === 'unanswered' || !isSuccessful(response)) return false;
  const { body, text } = response;
  if (body === undefined)
    return isWhole && isCalledJson(response)
      ? text.trim() !== ''
      : (/^\s*\[\s*\{/.test(text) && text.includes('"transactionFee"')) || isValue(text);
  const { message, transactionFee, sTxId } = body;
  if (message === undefined) return typeof transactionFee === 'number' && typeof sTxId === 'string';

  return message === 'ok' && (transactionFee !== undefined || sTxId !== undefined);
}

/** A gateway that answers with a page of its own says so in its type. */
function isCalledJson({
  headers,
}: {
  readonly headers: Readonly<Record<string, string | undefined>>;
}): boolean {
  const { 'content-type': type = '', 'content-encoding': coding } = headers;

  return coding === undefined && /^application\/json\b/i.test(type);
}

/** Whether it is a JSON value in place of the object. */
function isValue(text: string): boolean {
  return /^\s*(?:null|true|false|-?\d[\d.]*|"[^"]*")\s*$/.test(text);
}
