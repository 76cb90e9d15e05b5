/** Tests by an update with few fields that refused calls, and calls of other transactions, change no stored field. */

import { NAMED_BY, type NamedBy } from '../../../src/exchange/trace.ts';
import { assertAnswered, assertSameFee, feeOf, requireAccepted, stxidOf } from '../assertions.ts';
import type { RuleContext } from '../context.ts';
import type { Conversation } from '../conversation.ts';
import { NotJudged } from '../failure.ts';
import { otherCards, otherRegions } from './fee-changes.ts';
import { callsAs, identifiersBy, open } from './open.ts';
import { without } from './refuses.ts';

export interface KeptFields {
  /** Updates that change them: of another transaction, or refused ones that name this transaction in this way. */
  readonly disturbances: readonly (NamedBy | 'another')[];
  /** Card and region, which the refused updates change beside an invalid amount; the amount unless given. */
  readonly kept?: 'card';
  /** The merchant that sends the calls; the one with one processor unless given. */
  readonly merchant?: 'several';
}

const DISTURBANCES = ['another', 'mTxId', 'sTxId', 'both'] as const;
const BLAME = 'fee-request/accepts-required-fields-alone';

export function keptFields({ deployment: { several } }: RuleContext): readonly KeptFields[] {
  const disturbances = DISTURBANCES;

  return [
    { disturbances },
    ...(several === undefined ? [] : [{ disturbances, merchant: 'several' } as const]),
    { disturbances: NAMED_BY, kept: 'card' },
  ];
}

export function fewerDisturbances({ disturbances, ...others }: KeptFields): readonly KeptFields[] {
  return disturbances.length > 1 ? disturbances.map((one) => ({ ...others, disturbances: [one] })) : [];
}

/**
 * Asserts that a transaction keeps its amount, or its card and region. The effect of an update without them is a
 * choice, so the first one must show that such an update keeps the stored values here.
 *
 * @throws FeesDiffer; NotJudged where this deployment refuses such an update, or calculates it in another way
 */
export async function assertKeepsFields(
  { disturbances, merchant, kept: field }: KeptFields,
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
  const fewFields = field === 'card' ? { amount: baseline.amount } : without(baseline, 'amount');
  const updateFewFields = () => fee({ ...fewFields, sTxId });
  const [card, place] = [otherCards(context)[0], otherRegions(context)[0]];
  const disturb = async (by: KeptFields['disturbances'][number]) => {
    if (by === 'another') return requireAccepted(await fee({ ...baseline, amount, sTxId: another }), BLAME);
    const edit =
      field === 'card' ? { ...card, ...place, amount: 'x' } : { amount, nicn: baseline.nicn.slice(0, 5) };
    const refused = await fee({ ...baseline, ...edit, ...identifiersBy(by, sTxId) });
    if (refused.outcome.kind === 'refused') return refused;
    if (field === 'card') throw new NotJudged('an update with a text as amount was not refused');
    throw new NotJudged(
      'an update with a nicn of 5 digits was not refused',
      'nicn/refuses-fewer-than-6-digits',
    );
  };
  const kept = await updateFewFields();
  assertAnswered(kept);
  if (kept.outcome.kind !== 'accepted' || feeOf(kept) !== feeOf(opened))
    throw new NotJudged('an update with few fields does not keep the stored ones here');
  await Promise.all(disturbances.map(disturb));
  const again = requireAccepted(await updateFewFields(), BLAME);
  const calls = disturbances.includes('another') ? 'calls of another transaction' : 'refused updates';
  assertSameFee(feeOf(again), feeOf(opened), `after ${calls} the fee of the stored ${field ?? 'amount'},`);
}
