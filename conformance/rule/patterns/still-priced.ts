/** Checks that a deployment still accepts a valid fee call that it accepted before. */
import { assertAccepted, assertAnswered, describeExchange } from '../assertions.ts';
import type { Exchange } from '../exchange.ts';
import { NotAnswering, NotJudged, RuleBroken } from '../failure.ts';
import { OUTAGE, sleep } from '../interruption.ts';

type Send = () => Promise<Exchange>;

/**
 * Asserts that the requests in between did not break the deployment. One refused or lost call is sent again.
 *
 * @param sendOther sends another valid call, to find out whether only the repetition of a call is refused
 * @throws RuleBroken where the call no longer gets a fee
 */
export async function assertStillPriced(
  send: Send,
  expected: string,
  signal: AbortSignal,
  sendOther?: Send,
): Promise<Exchange> {
  const exchange = await sendTwice(send, signal);
  if (isUnpriced(exchange)) {
    await skipRepetition(send, sendOther);
    throw new RuleBroken(expected, describeExchange(exchange), 'lasting', exchange);
  }

  return assertAccepted(exchange, expected);
}

/** The rule that judges whether a call is accepted each time. */
const REPETITION_RULE = 'fee-request/accepts-required-fields-alone';

/** @throws NotJudged where a call is accepted after another one, and refused after itself with nothing in between */
export async function skipRepetition(send: Send, sendOther: Send | undefined): Promise<void> {
  if (sendOther === undefined) return;
  for (const sendFirst of [sendOther, send]) if ((await sendFirst()).outcome.kind !== 'accepted') return;
  if ((await send()).outcome.kind === 'refused')
    throw new NotJudged('a valid call is refused when it is repeated', REPETITION_RULE);
}

/**
 * Asserts the same after requests of other rules. Rules that guess tokens may have locked the client out.
 *
 * @throws NotAnswering where the call no longer gets a fee
 */
export async function assertNotLockedOut(send: Send, signal: AbortSignal): Promise<Exchange> {
  const exchange = await sendTwice(send, signal);
  if (isUnpriced(exchange))
    throw new NotAnswering(
      `the deployment no longer accepts a valid fee call that it accepted before: ${describeExchange(exchange)}`,
    );

  return exchange;
}

async function sendTwice(send: Send, signal: AbortSignal): Promise<Exchange> {
  const exchange = await send();
  if (!isUnpriced(exchange)) return exchange;
  await sleep(OUTAGE, signal);

  return send();
}

/** @throws NotAnswering where the deployment throttles the client, or a proxy fails */
function isUnpriced(exchange: Exchange): boolean {
  const { response, outcome } = exchange;
  const isPutOff = response.kind === 'unanswered' && ['throttled', 'proxy'].includes(response.cause);
  if (isPutOff || outcome.kind === 'token-refused') assertAnswered(exchange);

  return outcome.kind === 'refused' || outcome.kind === 'lost' || outcome.kind === 'not-now';
}
