/** What is known of one service while its exchanges are judged: its transactions, its form of success, and what was seen. */
import type { SeenExchange } from '../../src/traffic/traffic-event.ts';
import { OBSERVATIONS } from '../observations/index.ts';
import { createObservationCollector } from '../observations/observation-collector.ts';
import { isSale } from '../rule/exchange.ts';
import type { History, Named } from '../rule/history.ts';
import { isSuccessful } from '../rule/http-result.ts';
import { createTransactions } from '../runner/history/transactions.ts';
import type { Fact } from './decisions.ts';
import type { Prices } from './prices.ts';
import { type ServiceExchange, toServiceExchange } from './read-exchange.ts';
import { createShapeTracker, SAME_FORM } from './success-shape.ts';
import type { Concluded } from './tallies.ts';

/** One service, or one tenant of it. */
export interface Service extends Concluded {
  readonly history: History;
  readonly add: (exchange: ServiceExchange) => void;
  readonly remember: (exchange: ServiceExchange) => void;
  readonly shape: ReturnType<typeof createShapeTracker>;
  /** Fee calls while the form of a success is unknown, the last few. */
  readonly pending: ServiceExchange[];
}

/** In bytes, for each service. */
const BUDGET = 4 * 1024 * 1024;

export function createService(prices: Prices | undefined): Service {
  const transactions = createTransactions({ view: 'partial', budget: BUDGET });
  /** Many rules ask for the transaction of one exchange. */
  let last: { readonly exchange: ServiceExchange; readonly named: Named | undefined } | undefined;
  let count = 0;
  const history: History = {
    named: (exchange) => (exchange === last?.exchange ? last.named : transactions.named(exchange)),
    bySTxId: transactions.bySTxId,
    isFirstCall: transactions.isFirstCall,
    // Prices may change at any time, so that no rule compares the fees of two calls.
    feesVary: true,
    sameFirstCall: () => undefined,
    repetitionsOf: () => [],
    // What a service has to accept is unknown, so that only its own word is taken.
    isOrdinary: (exchange) => saysSuccess(exchange as ServiceExchange),
    processors: (exchange) => prices?.processors(exchange as ServiceExchange),
    unanswered: 0,
    opened: 0,
    get count() {
      return count;
    },
  };

  return {
    history,
    remember(exchange) {
      last = { exchange, named: transactions.named(exchange) };
    },
    add(exchange) {
      count++;
      transactions.add(exchange);
      last = undefined;
    },
    shape: createShapeTracker(),
    pending: [],
    facts: new Set(),
    tallies: [],
    collector: createObservationCollector(OBSERVATIONS, (text) => text),
    count: 0,
  };
}

/** A response that is a success by its own `message`, or a fee response within an array. */
function saysSuccess({ response }: ServiceExchange): boolean {
  if (response.kind === 'unanswered' || !isSuccessful(response)) return false;
  const { body, text } = response;
  if (body === undefined) return /^\s*\[\s*\{/.test(text) && text.includes('"transactionFee"');

  return body['message'] === 'ok' && (body['transactionFee'] !== undefined || body['sTxId'] !== undefined);
}

/** The exchanges to judge now: earlier ones too where this one shows what a success looks like. */
export function learnShape(
  exchange: ServiceExchange,
  event: SeenExchange,
  { shape, pending }: Service,
): readonly ServiceExchange[] | 'disproved' {
  const { response, operation } = exchange;
  if (operation !== 'calculateFee' || response.kind === 'unanswered') return [exchange];
  const before = shape.shape;
  const learnt = shape.add(response);
  if (learnt === 'disproved') return learnt;
  const read = (one: ServiceExchange) => toServiceExchange(one.original, event, shape.shape) ?? one;
  if (learnt === 'learnt') return pending.splice(0).concat(exchange).map(read);
  if (exchange.classification.kind !== 'accepted' && before.message === 'ok' && isSuccessful(response)) {
    pending.push(exchange);
    if (pending.length >= SAME_FORM) pending.shift();
  }

  return [exchange];
}

export function learnFacts(exchange: ServiceExchange, facts: Set<Fact>): void {
  const { fields = {}, classification, original } = exchange;
  if (facts.size === FACTS || classification.kind !== 'accepted') return;
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
