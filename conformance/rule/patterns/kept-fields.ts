/** Tests by an update with few fields that refused calls, and calls of other transactions, change no stored field. */
import { NAMED_BY, type NamedBy } from '../../../src/exchange/trace.ts';
import type { RuleContext } from '../context.ts';
import type { MerchantRole } from '../exchange.ts';
import { fee, type Script, type ScriptCall } from '../script.ts';
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
      { ...baseline, amount, nicn: baseline.nicn.slice(0, 5), ...identifiersBy(by, '{s2}') },
      { merchant, mayBeAccepted },
    );
  const another = opened(baseline, merchant);
  const ofAnother = fee({ ...baseline, amount, sTxId: '{s1}' }, { merchant, needs: NEEDS });

  return scriptOf({
    first: opened({ ...baseline, mTxId: '{m1}' }, merchant),
    another,
    update: fee({ ...without(baseline, 'amount'), sTxId: '{s2}' }, { merchant }),
    disturbances: [ofAnother, ...NAMED_BY.map(refused)],
    what: 'after refused updates and calls of another transaction the fee of the stored amount,',
  });
}

function keepsCard(context: RuleContext): Script {
  const { baseline } = context;
  const other = { ...baseline, ...otherCards(context)[0], ...otherRegions(context)[0], amount: 'x' };
  const mayBeAccepted = 'an update with a text as amount was not refused';

  return scriptOf({
    first: opened({ ...baseline, mTxId: '{m1}' }),
    update: fee({ amount: baseline.amount, sTxId: '{s1}' }),
    disturbances: NAMED_BY.map((by) => fee({ ...other, ...identifiersBy(by, '{s1}') }, { mayBeAccepted })),
    what: 'after refused updates the fee of the stored card,',
  });
}

interface UpdateParts {
  readonly first: ScriptCall;
  /** Opened before. */
  readonly another?: ScriptCall;
  /** With few fields: sent before and after the disturbances. */
  readonly update: ScriptCall;
  readonly disturbances: readonly ScriptCall[];
  /** What the update gets afterwards. */
  readonly what: string;
}

function scriptOf({ first, another, update, disturbances, what }: UpdateParts): Script {
  const opening = another === undefined ? [first] : [another, { ...first, concurrent: true as const }];
  const call = opening.length;
  const feeOf = { call, alike: [call + 1], otherwise: KEEPS_NOTHING, what };

  return {
    calls: [
      ...opening,
      { ...update, mayBeRefused: KEEPS_NOTHING },
      ...disturbances.map((call, n) => (n === 0 ? call : { ...call, concurrent: true as const })),
      { ...update, needs: NEEDS, expects: { feeOf } },
    ],
  };
}
