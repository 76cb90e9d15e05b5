/** A transaction is still found after many others. It sends itself: what is lost decides how much traffic is repeated. */

import { assertAccepted, assertNamesTransaction } from '../../rule/assertions.ts';
import { now } from '../../rule/clock.ts';
import type { CanaryTransaction, RuleContext } from '../../rule/context.ts';
import type { Conversation } from '../../rule/conversation.ts';
import { NotJudged, RuleBroken } from '../../rule/failure.ts';
import { sleep } from '../../rule/interruption.ts';
import { MIN_LIFETIME } from '../../rule/observers.ts';
import { callsAs, open } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';

interface Case {
  /** First calls between opening the transaction and updating it. */
  readonly others: number;
  /** A transaction opened at the start of the run. Only if it is lost does the rule open others. */
  readonly kept?: Pick<CanaryTransaction, 'sTxId' | 'mTxId'>;
  /** The merchant of all transactions; the one with one processor unless given. */
  readonly merchant?: 'several';
}

/** First calls after which the first of several transactions is updated; each further one after twice as many. */
const FIRST_CHECK = 30;

/** A store of fixed size may need some more first calls than before to lose a transaction again. */
const MORE_TRAFFIC = 1.25;

/** First calls that a transaction has to outlive. A store of fixed size that holds more is a choice. */
const MAX_OTHERS = 900;

export const outlivesOtherTraffic = rule<Case>({
  id: 'identity/outlives-other-traffic',
  section: '1.2',
  level: 'must',
  title: 'a transaction is still found by either identifier after many others',
  tries:
    'Updates by sTxId and by mTxId after many other transactions: those of the rule, and all those of the run. If ' +
    'the first transaction of the run is lost, the suite opens as many others once more, up to 900.',
  fix:
    'Store transactions where newer ones do not evict them, as they would in a cache of fixed size, and where every ' +
    'instance of the service finds them. How long a transaction is kept, and whether it outlives more than 900 ' +
    'others, is not judged.',
  dependsOn: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
  scripts: ({ traits: { canaries }, effort: { otherTraffic } }) => [
    { others: canaries.one === undefined ? otherTraffic : Math.ceil(otherTraffic / 20) },
  ],
  lastScripts: ({ traits: { canaries }, history }) => {
    const others = Math.min(Math.ceil(history.opened * MORE_TRAFFIC), MAX_OTHERS);

    return [
      ...keptCases(canaries.one, { others }),
      ...keptCases(canaries.several, { others, merchant: 'several' }),
    ];
  },
  adaptive: {
    run,
    shrink: ({ others, kept, ...sender }) =>
      (kept === undefined ? fewer(others) : checks(others)).map((count) => ({ ...toCase(count), ...sender })),
    amplify: ({ others, kept }) => (kept === undefined ? [3 * others, 10 * others].map(toCase) : []),
  },
});

async function run(
  { others, kept, merchant }: Case,
  { transcript, quiet, ...calls }: Conversation,
  context: RuleContext,
): Promise<void> {
  const conversation = { transcript, quiet, ...callsAs(merchant, calls, context) };
  if (kept === undefined) return assertOutlives(others, [others], conversation, context);
  const loss = await findLoss(kept, conversation, context);
  if (loss === undefined) return;
  const opened = context.history.opened;
  const most = Math.min(others, context.requestsLeft() - requestsFor(checks(others)));
  try {
    if (most > 0) await assertOutlives(most, checks(most), conversation, context);
  } catch (error) {
    if (!(error instanceof RuleBroken) || error.nature !== 'plain') throw error;
    throw new RuleBroken(error.expected, error.got, 'seen-twice');
  }
  if (most === MAX_OTHERS && opened > MAX_OTHERS)
    throw new NotJudged(
      `a transaction is lost after ${opened} other first calls, but not after ${most}: the limit above that is a choice`,
    );
  const canary = context.traits.canaries[merchant ?? 'one'];
  const age = now() - (canary?.openedAt ?? now());
  if (age >= MIN_LIFETIME && (await expiresAlone({ ms: age, others: opened }, conversation, context)))
    throw new NotJudged(EXPIRES);
  throw new RuleBroken(`${loss.expected}, after ${opened} other first calls`, loss.got, 'seen-once');
}

const EXPIRES = 'a transaction expires without other traffic: how long it is kept is a choice';

/** Requests that open and update the transactions of one check. */
const REQUESTS_PER_CHECK = 4;

function requestsFor(checks: readonly number[]): number {
  return REQUESTS_PER_CHECK * (checks.length + 1);
}

/** Numbers of others after which to check: doubled each time, up to all. */
function checks(others: number): readonly number[] {
  const doubled = Array.from({ length: 20 }, (_, n) => FIRST_CHECK * 2 ** n);

  return [...doubled.filter((count) => count < others), others];
}

function fewer(others: number): readonly number[] {
  return others > 1 ? [Math.floor(others / 2), others - 1] : [];
}

/** The case of a transaction that was opened at the start; none where there is none. */
function keptCases(canary: CanaryTransaction | undefined, traffic: Omit<Case, 'kept'>): readonly Case[] {
  return canary === undefined ? [] : [{ ...traffic, kept: { sTxId: canary.sTxId, mTxId: canary.mTxId } }];
}

function toCase(others: number): Case {
  return { others };
}

/** The failure of an update; undefined where both identifiers find the transaction. */
async function findLoss(
  { sTxId, mTxId }: NonNullable<Case['kept']>,
  conversation: Conversation,
  context: RuleContext,
): Promise<RuleBroken | undefined> {
  try {
    await assertFound(sTxId, [{ sTxId }, { mTxId }], 'an accepted update', conversation, context);

    return undefined;
  } catch (error) {
    if (error instanceof RuleBroken && error.nature === 'plain') return error;
    throw error;
  }
}

/**
 * Opens transactions, then many others, and updates one of the former after each of these counts of others. Each is
 * updated only once, because an update may refresh it.
 *
 * @throws RuleBroken where one is lost; NotJudged where one expires without other traffic
 */
async function assertOutlives(
  others: number,
  checks: readonly number[],
  conversation: Conversation,
  context: RuleContext,
): Promise<void> {
  const { baseline } = context;
  const started = now();
  // Different numbers of others use different mTxIds.
  const nth = (number: number) => `{m${100_000 * checks.length + number}}`;
  const early = [];
  for (const [index, count] of checks.entries()) {
    const mTxId = nth(others + 1 + index);
    const bySTxId = await open(conversation, baseline);
    early.push({ count, mTxId, bySTxId, byMTxId: await open(conversation, { ...baseline, mTxId }) });
  }
  let sent = 0;
  for (const { count, mTxId, bySTxId, byMTxId } of early) {
    // With mTxIds, because a service may store transactions without them elsewhere.
    const more = Array.from({ length: count - sent }, (_, n) => nth(sent + n + 1));
    await Promise.all(more.map((mTxId) => open(conversation, { ...baseline, mTxId })));
    sent = count;
    const what = `an accepted update after ${count} other first calls`;
    try {
      await assertFound(bySTxId, [{ sTxId: bySTxId }], what, conversation, context);
      await assertFound(byMTxId, [{ mTxId }], what, conversation, context);
    } catch (error) {
      const took = now() - started;
      if (error instanceof RuleBroken && error.nature === 'plain' && took >= MIN_LIFETIME)
        if (await expiresAlone({ ms: took, others: count }, conversation, context))
          throw new NotJudged(EXPIRES);
      throw error;
    }
  }
}

/** Whether a transaction is lost after as many milliseconds with far fewer others. */
async function expiresAlone(
  { ms, others }: { readonly ms: number; readonly others: number },
  conversation: Conversation,
  context: RuleContext,
): Promise<boolean> {
  const mTxId = '{m9}';
  const sTxId = await open(conversation, { ...context.baseline, mTxId });
  const before = context.history.opened;
  await sleep(ms, context.signal);
  const isAlone = context.history.opened - before < others / 4;

  return isAlone && (await findLoss({ sTxId, mTxId }, conversation, context)) !== undefined;
}

/** Updates a transaction by each of these identifiers. @throws RuleBroken where it is not found */
async function assertFound(
  sTxId: string,
  identifiers: readonly ({ readonly sTxId: string } | { readonly mTxId: string })[],
  what: string,
  { fee }: Conversation,
  { baseline }: RuleContext,
): Promise<void> {
  for (const identifier of identifiers) {
    const exchange = await fee({ ...baseline, ...identifier });
    assertNamesTransaction(assertAccepted(exchange, `${what}, by ${Object.keys(identifier)[0]}`), sTxId);
  }
}
