/** What calls over one connection show: a fee, card or amount that is kept for the connection is that of an earlier call. */
import { assertSameFee, feeOf, requireAccepted } from '../assertions.ts';
import type { RuleContext } from '../context.ts';
import type { Conversation } from '../conversation.ts';
import { NotJudged } from '../failure.ts';
import type { OwnConnections } from '../own-connections.ts';
import { assertFeesRepeat, FEES_VARY } from './compare-fees.ts';
import { otherCards, otherRegions } from './fee-changes.ts';

/** US dollars. */
export interface AmountsOverConnection {
  readonly overConnection: readonly [from: number, to: number];
}

const BLAME = 'identity/update-by-mtxid-keeps-stxid';

/**
 * Connections that must all get one fee before another fee is attributed to a connection: a load balancer may send
 * every third connection to a server with other prices.
 */
const FURTHER_CONNECTIONS = 8;

/** Two amounts, of which the fee of the second must not be that of the first. */
export function overOneConnection({
  baseline: { amount },
  data: { plainAmounts },
}: RuleContext): readonly OwnConnections<AmountsOverConnection>[] {
  const to = plainAmounts.find((one) => one !== amount);

  return to === undefined ? [] : [{ connections: 'one', of: { overConnection: [amount, to] } }];
}

/**
 * Asserts that an update gets the fee of a first call over another connection. The connection has carried a call for
 * another card and region, and the first call for another amount.
 *
 * @throws FeesDiffer, NotJudged
 */
export async function assertFeeOverConnection(
  { overConnection: [from, to] }: AmountsOverConnection,
  { fee }: Conversation,
  context: RuleContext,
): Promise<void> {
  const { baseline } = context;
  /** A fee may depend on whether there is an mTxId. */
  const feeElsewhere = async (mTxId: string) =>
    feeOf(requireAccepted(await fee({ ...baseline, amount: to, mTxId }, { elsewhere: true }), BLAME));
  const expected = await feeElsewhere('{m2}');
  if ((await feeElsewhere('{m3}')) !== expected) throw new NotJudged(FEES_VARY);
  await fee({ ...baseline, ...otherCards(context)[0], ...otherRegions(context)[0], amount: from });
  requireAccepted(await fee({ ...baseline, amount: from, mTxId: '{m1}' }), BLAME);
  const updated = requireAccepted(await fee({ ...baseline, amount: to, mTxId: '{m1}' }), BLAME);
  const got = feeOf(updated);
  for (let n = 0; got !== expected && n < FURTHER_CONNECTIONS; n++)
    if ((await feeElsewhere(`{m${n + 4}}`)) !== expected) throw new NotJudged(FEES_VARY);
  assertSameFee(got, expected, `after an update to ${to} the fee of a first call over another connection,`);
  // Where they vary, this says little.
  assertFeesRepeat(context);
}
