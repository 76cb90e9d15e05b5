/** Checks that a deployment still accepts a valid fee call that it accepted before. */
import { assertAccepted, assertAnswered, describeExchange } from '../assertions.ts';
import type { Exchange } from '../exchange.ts';
import { NotAnswering, RuleBroken } from '../failure.ts';
import { OUTAGE, sleep } from '../interruption.ts';

/**
 * Asserts that the requests in between did not break the deployment. One refused or lost call is sent again.
 *
 * @throws RuleBroken where the call no longer gets a fee
 */
export async function assertStillPriced(
  send: () => Promise<Exchange>,
  expected: string,
  signal: AbortSignal,
): Promise<Exchange> {
  const exchange = await sendTwice(send, signal);
  if (isUnpriced(exchange)) throw new RuleBroken(expected, describeExchange(exchange), 'lasting', exchange);

  return assertAccepted(exchange, expected);
}

/**
 * Asserts the same after requests of other rules. Rules that guess tokens may have locked the client out.
 *
 * @throws NotAnswering where the call no longer gets a fee
 */
export async function assertNotLockedOut(
  send: () => Promise<Exchange>,
  signal: AbortSignal,
): Promise<Exchange> {
  const exchange = await sendTwice(send, signal);
  if (isUnpriced(exchange))
    throw new NotAnswering(
      `the deployment no longer accepts a valid fee call that it accepted before: ${describeExchange(exchange)}`,
    );

  return exchange;
}

async function sendTwice(send: () => Promise<Exchange>, signal: AbortSignal): Promise<Exchange> {
  const exchange = await send();
  if (!isUnpriced(exchange)) return exchange;
  await sleep(OUTAGE, signal);

  return send();
}

/** @throws NotAnswering where the deployment throttles the client, or a proxy fails */
function isUnpriced(exchange: Exchange): boolean {
  const { response, classification } = exchange;
  const isPutOff = response.kind === 'unanswered' && ['throttled', 'proxy'].includes(response.cause);
  if (isPutOff || classification.kind === 'token-refused') assertAnswered(exchange);

  return classification.kind === 'refused' || classification.kind === 'silent';
}
