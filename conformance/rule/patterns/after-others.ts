/** Calls for an amount that another call, which differs in one field, has just had a fee for. */
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { RuleContext } from '../context.ts';
import type { MerchantRole } from '../exchange.ts';
import { fee, type ScriptCall } from '../script.ts';
import { senderOf } from './open.ts';
import { abroadOf, otherCards, otherRegions } from './values.ts';

export interface AfterOther {
  readonly other: ScriptCall;
  readonly merchant: MerchantRole;
  /** The body of the call after it, with so many cents more. */
  readonly body: (more: number) => FeeRequest;
  /** In which the other call differs. */
  readonly field: string;
}

interface Other extends Partial<FeeRequest> {
  /** The merchant of the call after it. */
  readonly merchant?: MerchantRole;
  readonly role?: MerchantRole;
}

/** In cents, away from the amounts of other rules: an amount that is fresh has no fee in a cache. */
const FRESH = [0.3171, 0.4373, 0.5717, 0.6793, 0.7939];

/** In US dollars. */
const MOST = 1000;

export function afterOthers(context: RuleContext): readonly AfterOther[] {
  const { amounts, several } = context.deployment;
  const [, second] = several?.processors ?? [];
  const others: readonly Other[] = [
    ...otherCards(context).slice(-1),
    ...otherRegions(context).slice(-1),
    // For the same region: a key may lack the country alone.
    abroadOf(context, true),
    ...(second === undefined ? [] : [{ processor: second.mid, merchant: 'several' as const }]),
    ...(several === undefined ? [] : [{ role: 'several' as const }]),
  ];
  const most = Math.min(amounts.max, MOST);

  return others.map(({ merchant: own, role = own, ...fields }, n) => {
    const { merchant, plain } = senderOf(context, own);
    const sender = senderOf(context, role);
    const cents = Math.max(Math.round(amounts.min * 100) + 1, Math.round(most * 100 * (FRESH[n] ?? 0.5)));

    return {
      merchant,
      body: (more) => ({ ...plain, amount: (cents + more) / 100 }),
      field: role === merchant ? Object.keys(fields).join(', ') : 'merchant',
      other: fee(
        { ...sender.plain, amount: cents / 100, ...fields },
        { merchant: sender.merchant, mayBeRefused: 'this deployment refuses the other call' },
      ),
    };
  });
}
