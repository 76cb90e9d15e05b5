/** Tests by an update with few fields that refused calls, and calls of other transactions, change no stored field. */

import type { FeeRequest } from '../../../src/contract/types.ts';
import { NAMED_BY, type NamedBy } from '../../../src/exchange/trace.ts';
import type { RuleContext } from '../context.ts';
import type { Body, MerchantRole } from '../exchange.ts';
import { atOnce, fee, type Script, type ScriptCall } from '../script.ts';
import { identifiersBy, opened, senderOf } from './open.ts';
import { without } from './refuses.ts';
import { otherCards, otherRegions } from './values.ts';

const NEEDS = 'fee-request/accepts-required-fields-alone';
const KEEPS_NOTHING = 'an update with few fields does not keep the stored ones here';

/**
 * A transaction keeps its amount, or its card and region. The effect of an update without them is a choice, so the first
 * one must show that such an update keeps the stored values here.
 */
export function keptFields(context: RuleContext): readonly Script[] {
  const { several } = context.deployment;

  return [
    keepsAmount('one', context),
    ...(several === undefined ? [] : [keepsAmount('several', context)]),
    keepsCard(context),
  ];
}

function keepsAmount(merchant: MerchantRole, context: RuleContext): Script {
  const { plain: baseline } = senderOf(context, merchant);
  const amount = context.data.plainAmounts.find((one) => one !== baseline.amount) ?? baseline.amount;
  const mayBeAccepted = 'an update with a nicn of 5 digits was not refused';
  const refused = (by: NamedBy) =>
    fee(
      { ...baseline, amount, nicn: baseline.nicn.slice(0, 5), ...identifiersBy(by, '{s3}') },
      { merchant, mayBeAccepted },
    );
  const ofAnother = fee({ ...baseline, amount, sTxId: '{s1}' }, { merchant, needs: NEEDS });

  return scriptOf({
    merchant,
    baseline,
    update: without(baseline, 'amount'),
    disturbances: [ofAnother, ...NAMED_BY.map(refused)],
    what: 'after refused updates and calls of another transaction the fee of the stored amount,',
  });
}

function keepsCard(context: RuleContext): Script {
  const { baseline } = context;
  const other = { ...baseline, ...otherCards(context)[0], ...otherRegions(context)[0], amount: 'x' };
  const mayBeAccepted = 'an update with a text as amount was not refused';

  return scriptOf({
    merchant: 'one',
    baseline,
    update: { amount: baseline.amount },
    disturbances: NAMED_BY.map((by) => fee({ ...other, ...identifiersBy(by, '{s3}') }, { mayBeAccepted })),
    what: 'after refused updates the fee of the stored card,',
  });
}

interface UpdateParts {
  readonly merchant: MerchantRole;
  readonly baseline: FeeRequest;
  /** Few fields: sent for another transaction, and before and after the disturbances. */
  readonly update: Body;
  readonly disturbances: readonly ScriptCall[];
  /** What the update gets afterwards. */
  readonly what: string;
}

function scriptOf({ merchant, baseline, update, disturbances, what }: UpdateParts): Script {
  const updated = (number: number, more: Partial<ScriptCall>) =>
    fee({ ...update, sTxId: `{s${number}}` }, { merchant, ...more });
  const feeOf = { call: 3, alike: [4], otherwise: KEEPS_NOTHING, what };

  return {
    calls: [
      { ...opened(baseline, merchant), early: true },
      updated(1, { mayBeRefused: KEEPS_NOTHING, early: true }),
      opened({ ...baseline, mTxId: '{m1}' }, merchant),
      updated(3, { mayBeRefused: KEEPS_NOTHING }),
      ...atOnce(disturbances),
      updated(3, { needs: NEEDS, expects: { feeOf } }),
    ],
  };
}
