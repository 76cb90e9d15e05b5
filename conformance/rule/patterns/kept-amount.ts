/** What an update without an amount shows: calls that were refused, or named others, have not changed the stored one. */
import { assertAnswered, assertSameFee, feeOf, requireAccepted, stxidOf } from '../assertions.ts';
import type { RuleContext } from '../context.ts';
import type { Conversation } from '../conversation.ts';
import { NotJudged } from '../failure.ts';
import type { NamedBy } from '../history.ts';
import { callsAs, identifiersBy, open } from './open.ts';
import { without } from './refuses.ts';

export interface KeptAmount {
  /** Updates to another amount: of another transaction, or refused ones that name this transaction in this way. */
  readonly disturbances: readonly (NamedBy | 'another')[];
  /** The merchant that sends the calls; the one with one processor unless given. */
  readonly merchant?: 'several';
}

const DISTURBANCES = ['another', 'mTxId', 'sTxId', 'both'] as const;
const BLAME = 'fee-request/accepts-required-fields-alone';

export function keptAmounts({ deployment: { several } }: RuleContext): readonly KeptAmount[] {
  const disturbances = DISTURBANCES;

  return [
    { disturbances },
    ...(several === undefined ? [] : [{ disturbances, merchant: 'several' } as const]),
  ];
}

export function fewerDisturbances({ disturbances, ...others }: KeptAmount): readonly KeptAmount[] {
  return disturbances.length > 1 ? disturbances.map((one) => ({ ...others, disturbances: [one] })) : [];
}

/**
 * Asserts that a transaction keeps its amount. What an update without an amount does is a choice, so the first one has
 * to show that such an update keeps the stored amount here.
 *
 * @throws FeesDiffer; NotJudged where this deployment refuses such an update, or calculates it in another way
 */
export async function assertKeepsAmount(
  { disturbances, merchant }: KeptAmount,
  conversation: Conversation,
  context: RuleContext,
): Promise<void> {
  const { baseline, data } = context;
  const { fee } = callsAs(merchant, conversation, context);
  const amount = data.plainAmounts.find((one) => one !== baseline.amount) ?? baseline.amount;
  const [another, first] = await Promise.all([
    disturbances.includes('another') ? open({ fee }, baseline) : undefined,
    fee({ ...baseline, mTxId: '{m1}' }),
  ]);
  const opened = requireAccepted(first, BLAME);
  const sTxId = stxidOf(opened);
  const updateWithoutAmount = () => fee({ ...without(baseline, 'amount'), sTxId });
  const disturb = async (by: KeptAmount['disturbances'][number]) => {
    if (by === 'another') return requireAccepted(await fee({ ...baseline, amount, sTxId: another }), BLAME);
    const nicn = baseline.nicn.slice(0, 5);
    const refused = await fee({ ...baseline, amount, nicn, ...identifiersBy(by, sTxId) });
    if (refused.classification.kind === 'refused') return refused;
    throw new NotJudged(
      'an update with a nicn of 5 digits was not refused',
      'nicn/refuses-fewer-than-6-digits',
    );
  };
  const kept = await updateWithoutAmount();
  assertAnswered(kept);
  if (kept.classification.kind !== 'accepted' || feeOf(kept) !== feeOf(opened))
    throw new NotJudged('an update without an amount does not keep the stored one here');
  await Promise.all(disturbances.map(disturb));
  const again = requireAccepted(await updateWithoutAmount(), BLAME);
  const calls = disturbances.includes('another') ? 'calls of another transaction' : 'refused updates';
  assertSameFee(feeOf(again), feeOf(opened), `after ${calls} the fee of the stored amount,`);
}
