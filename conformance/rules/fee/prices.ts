/** The rules on fees: the prices of the deployment file, or at least no influence of other calls. */
import { feeIn } from '../../../src/contract/outcome.ts';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { hasWholeCents } from '../../rule/arbitraries/amount.ts';
import type { RuleContext } from '../../rule/context.ts';
import { boundaryScripts, feeScript } from '../../rule/fee-diagnosis/priced-scripts.ts';
import { feesDiffer, HOLDS } from '../../rule/finding.ts';
import { CALLS_KEPT } from '../../rule/history.ts';
import {
  abroadOf,
  opened,
  otherCards,
  otherRegions,
  senderOf,
  unlessPriced,
} from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script, type ScriptCall } from '../../rule/script.ts';
import { acceptedBody, isFeeCall, type MerchantRole } from '../../rule/service-call.ts';

/** Wrong fees far apart that fail the rule even if none repeats. */
const MIN_WRONG = 3;

const NO_PRICING = 'needs pricing of a deployment file: the prices of its merchants';

export const matchesReference = rule({
  id: 'fee/matches-reference',
  section: '2.2',
  title: 'every fee matches the prices of the deployment file',
  tries: 'Compares every fee, above all where prices change. Undecided if they change during the run.',
  fix: 'Compare with `tollgate fee`, which prints every line of the fee. Or correct the prices in the file.',
  inTraffic: { from: 3, compares: 'price', couldBe: 'the price of another day, or of calls not recorded' },
  dependsOn: [
    'country/defaults-to-840',
    'processor/optional-with-one',
    'processor/mid-and-name-agree',
    'identity/update-recalculates-fee',
    'identity/concurrent-updates-keep-stxid',
  ],
  quickScripts: 2,
  missing: ({ deployment }) => (deployment.pricing === undefined ? NO_PRICING : undefined),
  judge(call, history) {
    const { reference, pricesChanged } = history;
    const got = isFeeCall(call) ? feeIn(acceptedBody(call)) : undefined;
    if (reference === undefined || got === undefined || pricesChanged) return undefined;
    const { transaction, isLate = false } = history.named(call) ?? {};
    const { opening, calls = [], isSold = false } = transaction ?? {};
    const isKnown = opening === undefined ? history.isFirstCall(call) : !isSold && !isLate;
    if (!isKnown || calls.length >= CALLS_KEPT || !history.hasOrdinaryFields(call)) return undefined;
    const request = call.fields as unknown as FeeRequest;
    const { amount, totalAmount = 0 } = request;
    // Whether an amount beyond cents is rounded is a choice.
    if (!hasWholeCents(amount) || !hasWholeCents(totalAmount)) return undefined;
    const before = opening === undefined ? [] : [opening, ...calls].map(({ fields = {} }) => fields);
    const compared = reference.compare(call.role, request, got, before);
    if (compared === undefined) return undefined;
    if (compared.isEqual) return HOLDS;

    return feesDiffer(
      compared.what,
      { got, expected: compared.expected },
      {
        remark: `, ${compared.explain()}`,
        related: opening === undefined ? [] : [opening],
        failsFrom: MIN_WRONG,
        isRare: true,
      },
    );
  },
  scripts: (context) => [
    ...boundaryScripts(context),
    ...afterOthers(context).map(({ other, merchant, body }) => ({
      calls: [other, fee(body(0), { merchant })],
    })),
  ],
  randomScripts: feeScript,
});

/** As it does where a cache of fees lacks a field in its key. Unknown prices are compared with those of a cent less and more. */
export const doesNotDependOnOtherCalls = rule({
  id: 'fee/does-not-depend-on-other-calls',
  section: '1, 2.2',
  title: 'the fee of a call does not depend on the calls before it',
  tries:
    'A call after another one for its amount: its fee lies between those of a cent less and more. Two amounts of one dollar, in both orders.',
  fix: 'Where you cache fees, put every field that a price depends on into the key: merchant, processor, nicn, region, country, amount.',
  lookAlikes: ['other-countries=free', 'other-countries=price', 'other-countries=refuse'],
  dependsOn: ['fee-request/accepts-decimal-amounts'],
  quickScripts: 0,
  missing: unlessPriced,
  scripts: (context) => [
    ...afterOthers(context).map(({ other, merchant, body, field }): Script => {
      const what = `after a call with another ${field} a fee between those for a cent less and a cent more,`;
      const needs = 'fee-request/accepts-decimal-amounts';

      return {
        calls: [
          opened(body(-1), merchant),
          other,
          fee(body(0), { merchant, needs, expects: { feeBetween: { calls: [1, 4], what } } }),
          opened(body(1), merchant),
        ],
      };
    }),
    ...afterOtherCents(context),
  ],
});

const OF_LENGTH = 'the fee depends on the length of nicn here';

/**
 * Two amounts with the same whole dollars, in both orders: with six digits of a card in one order, and with more in the
 * other, where both have one fee for another amount.
 */
function afterOtherCents({
  baseline,
  data: { nicns },
  deployment: { amounts },
}: RuleContext): readonly Script[] {
  const { nicn } = baseline;
  const longer = nicns.find((one) => one.length !== nicn.length && one.slice(0, 6) === nicn.slice(0, 6));
  const dollars = Math.floor(Math.min(amounts.max - 2, MOST) * FRESH_DOLLARS);
  if (longer === undefined || dollars < amounts.min) return [];
  const [control, low, high] = [dollars + 1.5, dollars + 0.03, dollars + 0.97];
  const send = (amount: number, digits: string) =>
    fee(
      { ...baseline, amount, nicn: digits },
      { needs: digits === nicn ? 'fee-request/accepts-decimal-amounts' : 'nicn/accepts-6-to-8-digits' },
    );
  const what = `for ${high}, first after ${low} and then before it, one fee,`;
  const feeOf = { call: 4, pairs: [[1, 2]], otherwise: OF_LENGTH, what } as const;

  return [
    {
      calls: [
        send(control, nicn),
        send(control, longer),
        send(low, nicn),
        send(high, nicn),
        { ...send(high, longer), expects: { feeOf } },
      ],
    },
  ];
}

/** As a share of the largest amount. */
const FRESH_DOLLARS = 0.8527;

interface AfterOther {
  /** Has just had a fee for the amount, and differs in one field. */
  readonly other: ScriptCall;
  readonly merchant: MerchantRole;
  /** The body of the call after it, with `more` cents added. */
  readonly body: (more: number) => FeeRequest;
  readonly field: string;
}

/** In cents, away from the amounts of other rules: an amount that is fresh has no fee in a cache. */
const FRESH = [0.3171, 0.4373, 0.5717, 0.6793, 0.7939];

/** In US dollars. */
const MOST = 1000;

function afterOthers(context: RuleContext): readonly AfterOther[] {
  const { amounts, several } = context.deployment;
  const [, second] = several?.processors ?? [];
  /** What differs: fields, or the merchant `role` of the other call. */
  const others: readonly (Partial<FeeRequest> & { merchant?: MerchantRole; role?: MerchantRole })[] = [
    ...otherCards(context).slice(-1),
    ...otherRegions(context).slice(-1),
    // For the same region: a key may lack the country alone.
    abroadOf(context, true),
    ...(second ? [{ processor: second.mid, merchant: 'several' as const }] : []),
    ...(several ? [{ role: 'several' as const }] : []),
  ];
  const most = Math.min(amounts.max, MOST) * 100;

  return others.map(({ merchant: own, role = own, ...fields }, n) => {
    const { merchant, plain } = senderOf(context, own);
    const sender = senderOf(context, role);
    const cents = Math.max(Math.round(amounts.min * 100) + 1, Math.round(most * (FRESH[n] ?? 0.5)));
    const mayBeRefused = 'this deployment refuses the other call';
    const body = { ...sender.plain, amount: cents / 100, ...fields };

    return {
      merchant,
      body: (more) => ({ ...plain, amount: (cents + more) / 100 }),
      field: role === merchant ? Object.keys(fields).join(', ') : 'merchant',
      other: fee(body, { merchant: sender.merchant, mayBeRefused }),
    };
  });
}
