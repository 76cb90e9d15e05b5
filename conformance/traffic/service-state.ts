/** The state of one service while its exchanges are judged: its transactions, its form of success, and the findings. */

import { detectSuccessShape } from '../../src/contract/outcome.ts';
import { createRecentMap } from '../../src/exchange/recent-map.ts';
import { createTrace } from '../../src/exchange/trace.ts';
import { OBSERVATIONS } from '../observations/index.ts';
import { createObservationCollector } from '../observations/observation-collector.ts';
import { type Exchange, isFeeCall, isSale } from '../rule/exchange.ts';
import { CALLS_KEPT, type Named } from '../rule/history.ts';
import { isSuccessful } from '../rule/http-result.ts';
import type { Fact } from './decision.ts';
import { foldMtxid, type TrafficHistory } from './mixed-mtxids.ts';
import type { Prices } from './prices.ts';
import { type TrafficCall, toTrafficCall } from './read-exchange.ts';
import { createShapeTracker } from './success-shape.ts';
import type { Concluded } from './tallies.ts';

/** One service, or one tenant of it. */
export interface Service extends Concluded {
  readonly history: TrafficHistory;
  readonly add: (exchange: TrafficCall) => void;
  readonly remember: (exchange: TrafficCall) => void;
  readonly shape: ReturnType<typeof createShapeTracker>;
  /** The values of its request headers that may choose a tenant. */
  readonly context: string;
  /** Exchanges since the first fee call that may be a success in another form, until that is known. */
  readonly held: TrafficCall[];
}

/** In bytes, for each service. */
const BUDGET = 4 * 1024 * 1024;
const MOST_PAIRS = 10_000;

export function createService(prices: Prices | undefined, context: string, isComplete: boolean): Service {
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
  /** Many rules ask for the transaction of one exchange. */
  let last: { readonly exchange: TrafficCall; readonly named: Named | undefined } | undefined;
  let count = 0;
  const named = (exchange: Exchange) => (isFollowed(exchange) ? trace.named(exchange) : undefined);
  const history: TrafficHistory = {
    hasBeenNamed: (sTxId, mTxId) => pairs.get(`${sTxId} ${foldMtxid(mTxId)}`) === true,
    named: (exchange) => (exchange === last?.exchange ? last.named : named(exchange)),
    bySTxId: trace.bySTxId,
    isFirstCall: (exchange) => isFollowed(exchange) && trace.opens(exchange),
    // Prices may change at any time, so that no rule compares the fees of two calls.
    feesVary: true,
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
  };

  return {
    history,
    remember(exchange) {
      last = { exchange, named: named(exchange) };
    },
    add(exchange) {
      count++;
      trace.add(isFollowed(exchange) ? exchange : inDoubt(exchange));
      last = undefined;
      const { sTxId, mTxId } = exchange.fields ?? {};
      if (typeof sTxId !== 'string' || typeof mTxId !== 'string') return;
      pairs.set(`${exchange.given ?? sTxId} ${foldMtxid(mTxId)}`, true);
      paired++;
      if (paired % MOST_PAIRS === 0) pairs.age();
    },
    shape: createShapeTracker(),
    context,
    held: [],
    facts: new Set(),
    tallies: [],
    collector: createObservationCollector(OBSERVATIONS, (text) => text),
    count: 0,
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

/** Exchanges that wait at most, and are judged as the document says then. */
const MOST_HELD = 64;

/** The exchanges to judge now, each once: none while the form of a success is unknown. */
export function learnShape(now: TrafficCall, service: Service): readonly TrafficCall[] | 'disproved' {
  const { shape, held } = service;
  const { response, operation, outcome } = now;
  const isFee = operation === 'calculateFee' && response.kind === 'answered';
  const before = shape.shape;
  if (isFee && shape.add(response) === 'disproved') return 'disproved';
  const isOpen =
    !shape.isDecided() &&
    (held.length > 0 || (isFee && outcome.kind !== 'accepted' && detectSuccessShape(response) !== undefined));
  if (held.length === 0 && !isOpen && before === shape.shape) return [now];
  held.push(now);

  return isOpen && held.length < MOST_HELD ? [] : releaseHeld(service);
}

/** The held exchanges, classified by the form of a success as far as known. */
export function releaseHeld({ shape, held }: Service): readonly TrafficCall[] {
  return held.splice(0).map((exchange) => toTrafficCall(exchange.original, shape.shape) ?? exchange);
}

export function learnFacts(exchange: TrafficCall, facts: Set<Fact>): void {
  const { fields = {}, outcome, original } = exchange;
  if (facts.size === FACTS || outcome.kind !== 'accepted') return;
  if (original.request.headers.authorization !== undefined) facts.add('authorization');
  if (isSale(exchange)) {
    if (fields['sTxId'] !== undefined || fields['mTxId'] !== undefined) facts.add('identifier');
    return;
  }
  if (typeof fields['amount'] === 'number') facts.add('amount');
  if (/^[0-9]{6,8}$/.test(String(fields['nicn']))) facts.add('nicn');
  if (typeof fields['region'] === 'string' && fields['region'] !== '') facts.add('region');
}

const FACTS = 5;
