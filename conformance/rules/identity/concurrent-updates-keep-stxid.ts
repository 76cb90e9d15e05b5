/** Concurrent updates and sales are not mixed up. It sends itself: only an answer shows which calls to send again alone. */
import fc from 'fast-check';
import {
  assertAccepted,
  assertNamesTransaction,
  describeExchange,
  feeOf,
  isGatewayError,
  isServerError,
  requireAccepted,
  stxidOf,
} from '../../rule/assertions.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { Conversation } from '../../rule/conversation.ts';
import type { Body, Exchange } from '../../rule/exchange.ts';
import { NotJudged, RuleBroken } from '../../rule/failure.ts';
import { FEES_VARY } from '../../rule/patterns/compare-fees.ts';
import { feesAtOnce } from '../../rule/patterns/fees-at-once.ts';
import { callsAs, identifiersBy, mtxidFor, open } from '../../rule/patterns/open.ts';
import { requireUpdate } from '../../rule/patterns/plain-calls.ts';
import { rule } from '../../rule/rule.ts';

interface Transactions {
  readonly transactions: number;
  readonly by: 'sTxId' | 'mTxId';
}

/** Simultaneous updates of one transaction, each to an amount of its own. */
interface Amounts {
  readonly updates: number;
}

type Case = Transactions | Amounts;

/** The rule that judges the fees of updates sent one after another. */
const BLAME = 'identity/update-recalculates-fee';

const DIFFERS_ALONE = 'an update sent alone has another fee than a first call too';

const BLAME_FOR_ERROR = 'robustness/no-server-error-on-bad-input';

const BLAME_FOR_REFUSAL = 'fee-request/accepts-decimal-amounts';

/** Repetitions of an update alone, as fees may vary from call to call. */
const TIMES_ALONE = 6;

/** With this many transactions, a case consists of updates only, to save requests at the effort `quick`. */
const FEW = 2;

const MANY = 20;

export const concurrentUpdatesKeepStxid = rule<Case>({
  id: 'identity/concurrent-updates-keep-stxid',
  section: '1.2',
  level: 'must',
  title: 'concurrent updates and sales each return their own sTxId and fee',
  tries:
    'Up to twenty transactions: all are updated at the same time, each to its own amount, and then sold at the ' +
    'same time; and one transaction is updated to several amounts at the same time. Fees are compared if the ' +
    'deployment repeats them, or else if it does so for calls sent one after another.',
  fix:
    'Keep the state of a request in that request. No variable, connection or cache that requests share may hold ' +
    'the transaction, the merchant or the fee of a request in progress.',
  dependsOn: [
    'identity/update-by-stxid-keeps-stxid',
    'identity/update-by-mtxid-keeps-stxid',
    'sale/accepts-stxid',
  ],
  scripts: ({ effort }) => [
    { transactions: hasRequestsFor(8, effort) ? 8 : 2, by: 'sTxId' },
    { transactions: 4, by: 'mTxId' },
    { updates: 4 },
  ],
  // Where another rule failed only among concurrent requests, this rule names the failure.
  lastScripts: (context, failedAtOnce) => [
    ...(failedAtOnce.length === 0
      ? []
      : [{ transactions: MANY, by: 'sTxId' } as const, { transactions: MANY, by: 'mTxId' } as const]),
    ...(context.history.feesVary && hasRequestsFor(24, context.effort) ? [feesAtOnce(context)] : []),
  ],
  randomScripts: () =>
    fc.record({ transactions: fc.integer({ min: 2, max: 5 }), by: fc.constantFrom('sTxId', 'mTxId') }),

  adaptive: {
    run,
    shrink: fewer,
    amplify: (value) => ('by' in value ? [{ ...value, transactions: MANY }] : []),
  },
});

/** One fewer, and half as many transactions. */
function fewer(value: Case): readonly Case[] {
  if (!('by' in value) || value.transactions <= FEW) return [];

  return [value.transactions >> 1, value.transactions - 1].map((transactions) => ({
    ...value,
    transactions,
  }));
}

async function run(value: Case, conversation: Conversation, context: RuleContext): Promise<void> {
  if ('updates' in value) return assertFeesOfOne(value, conversation, context);
  const { transactions, by } = value;
  const { baseline, data, traits } = context;
  const amounts = [baseline.amount, ...data.plainAmounts];
  const planned = Array.from({ length: transactions }, (_, n) => {
    const amount = amounts[n % amounts.length] ?? baseline.amount;
    const calls = callsAs(n % 2 === 0 ? 'one' : 'several', conversation, context);

    return { ...calls, amount, mTxId: `{m${n + 1}}`, priceKey: `${calls.merchant} ${amount}` };
  });
  // A fee may depend on the mTxId, as the phases of an A/B test may.
  const fees = new Map<string, number>();
  if (traits.feesRepeat() && by === 'sTxId' && transactions > FEW)
    for (const { priceKey, amount, fee } of planned) {
      if (fees.has(priceKey)) continue;
      const first = await fee({ ...baseline, amount });
      fees.set(priceKey, feeOf(requireAccepted(first, 'fee-request/accepts-decimal-amounts')));
    }
  const errors: Exchange[] = [];
  // Opened after that: more calls in between could evict them from a small store, which another rule judges.
  const openings = planned.map((one) => () => one.fee({ ...baseline, ...mtxidFor(by, one.mTxId) }));
  const opened = (await sendAtOnce(openings, errors)).map((exchange, n) => {
    const transaction = planned[n] as (typeof planned)[number];
    const sTxId = stxidOf(requireAccepted(exchange, 'fee-request/accepts-required-fields-alone'));
    const identifiers = identifiersBy(by, sTxId, transaction.mTxId);
    const body = { ...baseline, amount: transaction.amount, ...identifiers };

    return { ...transaction, sTxId, identifiers, body };
  });
  const updates = await sendAtOnce(
    opened.map(
      ({ fee, body }) =>
        () =>
          fee(body),
    ),
    errors,
  );
  for (const [n, { sTxId, amount, priceKey, fee, body }] of opened.entries()) {
    const exchange = updates[n] as Exchange;
    // An update that is refused even when sent alone shows nothing about concurrency.
    if (exchange.outcome.kind === 'refused')
      await requireUpdate({ fee }, [by], { ...baseline, amount }, BLAME_FOR_REFUSAL);
    if (stxidOf(assertAccepted(exchange, 'an accepted update')) !== sTxId)
      await requireUpdateAlone(by, { fee }, context);
    assertNamesTransaction(exchange, sTxId);
    const [expected, got] = [fees.get(priceKey), feeOf(exchange)];
    if (expected === undefined || got === expected) continue;
    for (let times = 0; times < TIMES_ALONE; times++)
      if (feeOf(requireAccepted(await fee(body), BLAME)) !== expected)
        throw new NotJudged(DIFFERS_ALONE, BLAME);
    throw new RuleBroken(`the fee of an update to ${amount} sent alone, ${expected}`, String(got));
  }
  if (transactions > FEW) {
    const sales = opened.map(
      ({ sale, identifiers }) =>
        () =>
          sale({ ...identifiers, ...traits.saleExtras }),
    );
    for (const [n, exchange] of (await sendAtOnce(sales, errors)).entries()) {
      const sTxId = opened[n]?.sTxId ?? '';
      const isOwn = stxidOf(requireAccepted(exchange, 'sale/accepts-stxid')) === sTxId;
      if (!isOwn) await requireSaleAlone(by, conversation, context);
      assertNamesTransaction(exchange, sTxId);
    }
  }
  const [, error] = errors;
  if (error === undefined) return;
  for (const { fee, body } of [...opened, ...opened])
    if (isServerError(await fee(body)))
      throw new NotJudged('calls sent one after another get server errors too', BLAME_FOR_ERROR);
  throw new RuleBroken(
    'accepted calls, as each of them is when it is sent alone',
    describeExchange(error),
    'server-error',
    error,
  );
}

/** Each of several simultaneous updates of one transaction gets the fee of its own amount. */
async function assertFeesOfOne(
  { updates }: Amounts,
  { fee }: Conversation,
  { baseline, data: { plainAmounts }, traits }: RuleContext,
): Promise<void> {
  if (!traits.feesRepeat()) throw new NotJudged(FEES_VARY);
  const priced = async (body: Body) => feeOf(requireAccepted(await fee(body), BLAME_FOR_REFUSAL));
  // Other amounts than that of the first call: the rule on updates compares with that.
  const amounts = plainAmounts.filter((amount) => amount !== baseline.amount);
  const bodies = amounts.slice(0, updates).map((amount) => ({ ...baseline, amount }));
  const alone = [];
  for (const body of bodies) alone.push(await priced(body));
  const mTxId = '{m1}';
  const sTxId = await open({ fee }, { ...baseline, mTxId });
  const errors: Exchange[] = [];
  const answers = await sendAtOnce(
    bodies.map((body) => () => fee({ ...body, mTxId })),
    errors,
  );
  for (const [n, exchange] of answers.entries()) {
    // Another rule judges a refusal, and the sTxId.
    if (exchange.outcome.kind !== 'accepted' || exchange.given !== sTxId) continue;
    const [got, expected, body] = [feeOf(exchange), alone[n], bodies[n]];
    if (got === expected || body === undefined) continue;
    const again = await priced({ ...body, mTxId });
    if (again !== expected) throw new NotJudged(DIFFERS_ALONE, BLAME);
    const other = bodies[alone.indexOf(got)]?.amount;
    throw new RuleBroken(
      `at the same time as ${updates - 1} other updates of its transaction the fee of an update to ${body.amount}, ${expected}`,
      other === undefined ? String(got) : `${got}, that of the update to ${other}`,
    );
  }
}

/**
 * Sends calls at the same time, and those that get a server error once more, each alone. Errors of the service, not
 * of its gateway, of calls that are accepted alone are added to `errors`: one may be an accident.
 */
async function sendAtOnce(
  calls: readonly (() => Promise<Exchange>)[],
  errors: Exchange[],
): Promise<readonly Exchange[]> {
  const settled = await Promise.all(calls.map((send) => send()));
  for (const [n, send] of calls.entries()) {
    const exchange = settled[n];
    if (exchange === undefined || !isServerError(exchange)) continue;
    const alone = await send();
    if (!isGatewayError(exchange) && alone.outcome.kind === 'accepted') errors.push(exchange);
    settled[n] = alone;
  }

  return settled;
}

/** Whether the effort allows this number of requests beside others. */
function hasRequestsFor(count: number, { otherTraffic }: RuleContext['effort']): boolean {
  return otherTraffic > count;
}

/**
 * Updates a new transaction, once more where the response has another `sTxId`: other rules may send calls meanwhile.
 *
 * @throws NotJudged where it has another one each time
 */
async function requireUpdateAlone(
  by: Transactions['by'],
  { fee }: Pick<Conversation, 'fee'>,
  { baseline }: RuleContext,
): Promise<Updated> {
  for (let time = 0; time < TIMES_UPDATED; time++) {
    const mTxId = `{m${FIRST_ALONE + time}}`;
    const sTxId = await open({ fee }, { ...baseline, ...mtxidFor(by, mTxId) });
    const identifiers = identifiersBy(by, sTxId, mTxId);
    const update = await fee({ ...baseline, ...identifiers });
    if (update.given === sTxId) return { sTxId, identifiers };
  }
  throw new NotJudged(
    'an update has another sTxId when sent alone too',
    by === 'sTxId' ? 'identity/update-by-stxid-keeps-stxid' : 'identity/update-by-mtxid-keeps-stxid',
  );
}

/** The mTxIds of transactions that are updated alone begin with this number. */
const FIRST_ALONE = 96;

const TIMES_UPDATED = 4;

interface Updated {
  readonly sTxId: string;
  readonly identifiers: object;
}

/** @throws NotJudged where a sale after an update has another `sTxId` without any other call as well */
async function requireSaleAlone(
  by: Transactions['by'],
  { fee, sale }: Conversation,
  context: RuleContext,
): Promise<void> {
  const { sTxId, identifiers } = await requireUpdateAlone(by, { fee }, context);
  if (stxidOf(await sale({ ...identifiers, ...context.traits.saleExtras })) !== sTxId)
    throw new NotJudged(
      'a sale after an update has another sTxId when sent alone too',
      'identity/state-machine',
    );
}
