/**
 * A fee does not depend on which call was priced before it, as it does where a cache of fees lacks a field in its key.
 * The prices are unknown, so a fee is compared with those of amounts of a cent less and more.
 */
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { MerchantRole } from '../../rule/exchange.ts';
import { opened, senderOf } from '../../rule/patterns/open.ts';
import { ABROAD, otherCards, otherRegions } from '../../rule/patterns/values.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script } from '../../rule/script.ts';

interface Other extends Partial<FeeRequest> {
  readonly role?: MerchantRole;
}

/** In cents, away from the amounts of other rules: an amount that is fresh has no fee in a cache. */
const FRESH = [0.3171, 0.4373, 0.5717, 0.6793, 0.7939];

export const doesNotDependOnOtherCalls = rule({
  id: 'fee/does-not-depend-on-other-calls',
  section: '1, 2.2',
  level: 'should',
  title: 'the fee of a call does not depend on the calls before it',
  tries:
    'A call for an amount that another call, which differs in its card, region, processor, country or merchant, has ' +
    'just had a fee for. Its fee is to lie between those for a cent less and a cent more. Skipped if fees vary.',
  fix: 'Where you cache fees, put every field that a price depends on into the key: merchant, processor, nicn, region, country, amount.',
  lookAlikes: ['other-countries=free', 'other-countries=price', 'other-countries=refuse'],
  // With prices, that rule compares every fee.
  dependsOn: ['fee-request/accepts-decimal-amounts', 'fee/matches-reference'],
  quickScripts: 0,
  scripts: (context) => othersThan(context).map((other, n) => afterOther(other, n, context)),
});

function othersThan(context: RuleContext): readonly (Other & { readonly merchant?: MerchantRole })[] {
  const { several } = context.deployment;
  const [, second] = several?.processors ?? [];

  return [
    ...otherCards(context).slice(-1),
    ...otherRegions(context).slice(-1),
    { country: ABROAD },
    ...(second === undefined ? [] : [{ processor: second.mid, merchant: 'several' as const }]),
    ...(several === undefined ? [] : [{ role: 'several' as const }]),
  ];
}

function afterOther(
  { merchant: own, role = own, ...other }: Other & { readonly merchant?: MerchantRole },
  n: number,
  context: RuleContext,
): Script {
  const { amounts } = context.deployment;
  const { merchant, plain } = senderOf(context, own);
  const sender = senderOf(context, role);
  const most = Math.min(amounts.max, MOST);
  const cents = Math.max(Math.round(amounts.min * 100) + 1, Math.round(most * 100 * (FRESH[n] ?? 0.5)));
  const call = (more: number) => ({ ...plain, amount: (cents + more) / 100 });
  const field = role === merchant ? Object.keys(other).join(', ') : 'merchant';

  return {
    calls: [
      opened(call(-1), merchant),
      fee(
        { ...sender.plain, amount: cents / 100, ...other },
        { merchant: sender.merchant, mayBeRefused: 'this deployment refuses the other call' },
      ),
      fee(call(0), {
        merchant,
        needs: 'fee-request/accepts-decimal-amounts',
        expects: {
          feeBetween: {
            calls: [1, 4],
            what: `after a call with another ${field} a fee between those for a cent less and a cent more,`,
          },
        },
      }),
      opened(call(1), merchant),
    ],
  };
}

/** In US dollars. */
const MOST = 1000;
