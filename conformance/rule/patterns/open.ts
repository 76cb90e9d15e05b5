/** Calls that open a transaction, name it in later ones, or come last. */
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import { defined } from '../../../src/text/json-object.ts';
import type { RuleContext } from '../context.ts';
import type { Body, MerchantRole } from '../exchange.ts';
import { type Expectation, fee, type ScriptCall } from '../script.ts';

/** A first call that other rules expect to be accepted, in a script. */
export function opened(body: Body, merchant: MerchantRole = 'one'): ScriptCall {
  const which = 'mTxId' in body ? 'accepts-each-optional-field' : 'accepts-required-fields-alone';

  return fee(body, { merchant, needs: `fee-request/${which}` });
}

export const REFUSES_MTXID = 'this deployment refuses an mTxId of this form';

/** The `mTxId` that a first call needs if later calls name its transaction in this way. */
export function mtxidFor(by: NamedBy, mTxId = '{m1}'): { readonly mTxId?: string } {
  return by === 'sTxId' ? {} : { mTxId };
}

/** The identifiers that name a transaction in this way. */
export function identifiersBy(
  by: NamedBy,
  sTxId: string,
  mTxId = '{m1}',
): { readonly sTxId?: string; readonly mTxId?: string } {
  return by === 'mTxId' ? { mTxId } : { sTxId, ...mtxidFor(by, mTxId) };
}

/** A merchant, and a valid first call of it. */
export interface Sender {
  readonly merchant: MerchantRole;
  readonly plain: FeeRequest;
}

/** The merchants of the deployment file. */
export function sendersOf({ baseline, deployment }: RuleContext): readonly Sender[] {
  const processor = deployment.several?.processors[0]?.mid;

  return [
    { merchant: 'one', plain: baseline },
    ...(processor === undefined ? [] : [{ merchant: 'several', plain: { ...baseline, processor } } as const]),
  ];
}

/** That of `one` if the file has no `several`. */
export function senderOf(context: RuleContext, role: MerchantRole = 'one'): Sender {
  const senders = sendersOf(context);

  return senders.find(({ merchant }) => merchant === role) ?? (senders[0] as Sender);
}

/** In US dollars: another plain amount than the baseline's, if there is one. */
export function otherAmount({ baseline: { amount }, data: { plainAmounts } }: RuleContext): number {
  return plainAmounts.find((one) => one !== amount) ?? amount;
}

/** In US dollars, below the largest one: an amount for each call in turn where only other fields matter. */
export function amountsInTurn(
  { baseline, data, deployment }: RuleContext,
  { merchant, plain }: Sender,
): readonly number[] {
  const telling = data.tellingAmounts.get(`${merchant} ${plain.processor ?? ''}`) ?? [];
  const amounts = telling.filter((usd) => usd < deployment.amounts.max);

  return amounts.length === 0 ? [baseline.amount] : amounts;
}

/** A first call with the same card, region and processor: deployments may refuse an update that changes them. */
export function priceableOf({ amount, nicn, region, country, processor }: FeeRequest): FeeRequest {
  return defined({ amount, nicn, region, country, processor });
}

/** The last call of a script: a valid one, which those before it may have spoilt. Its fee is compared only where the deployment repeats fees. */
export function stillPriced(
  { baseline, traits }: RuleContext,
  { feeOf, ...still }: Pick<Expectation, 'still' | 'feeOf'>,
  identifiers: { readonly sTxId?: string; readonly mTxId?: string } = {},
): ScriptCall {
  return fee(
    { ...baseline, ...identifiers },
    { expects: { ...still, ...(feeOf !== undefined && traits.feesRepeat() ? { feeOf } : {}) } },
  );
}
