/** Calls that open a transaction, name it in later ones, or come last. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { createFeeEngine } from '../../../src/engine/index.ts';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import { defined } from '../../../src/text/json-object.ts';
import type { KnownProcessor } from '../../deployment/deployment.ts';
import type { RuleContext } from '../context.ts';
import { CANADA } from '../fee-diagnosis/mistakes.ts';
import { countriesOf } from '../fee-diagnosis/reference.ts';
import { type Expectation, fee, type ScriptCall } from '../script.ts';
import type { Body, MerchantRole } from '../service-call.ts';

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

/** Returns what the deployment file lacks for a rule. */
type Missing = (context: RuleContext) => string | undefined;

export const needsMultiPay: Missing = ({ deployment: { multiPay } }) =>
  multiPay ? undefined : 'the deployment file says that there is no multi-pay';

/** For rules that compare fees with each other. */
export const unlessPriced: Missing = ({ deployment: { pricing } }) =>
  pricing === undefined
    ? undefined
    : 'the prices are known: fee/matches-reference compares every fee with them';

/** Edge cases of one rule: fewer where the prices are known, with which every fee is compared. */
const MAX_REQUESTS = { unpriced: 6, priced: 4 };

/** The baseline first, then rows that use every plain amount, nicn and region: a price may depend on any of them. */
export function plainRequests({
  baseline,
  data: { plainAmounts, nicns, regions },
  deployment: { pricing },
}: RuleContext): readonly FeeRequest[] {
  const allRegions = Object.values(regions).flat();
  const length = Math.max(plainAmounts.length, nicns.length, allRegions.length);
  const rows = Array.from({ length }, (_, n) => ({
    amount: plainAmounts[n % plainAmounts.length] ?? baseline.amount,
    nicn: nicns[n % nicns.length] ?? baseline.nicn,
    region: allRegions[n % allRegions.length] ?? baseline.region,
  }));

  return [baseline, ...rows].slice(0, MAX_REQUESTS[pricing === undefined ? 'unpriced' : 'priced']);
}

export function plainRequest({
  baseline,
  data: { plainAmount, nicns, regions },
}: RuleContext): fc.Arbitrary<FeeRequest> {
  return fc.record({
    amount: plainAmount,
    nicn: fc.constantFrom(baseline.nicn, ...nicns),
    region: fc.constantFrom(baseline.region, ...Object.values(regions).flat()),
  });
}

export const FEES_VARY = 'fees vary from call to call, so they cannot be compared';

/** The United Kingdom: services rarely compare its postal codes with a pattern. */
export const ABROAD = '826';

interface CountryAndRegion {
  readonly country: string;
  readonly region?: string;
}

/** In a province, where `keepsRegion` does not leave the region, which services may refuse there. */
const CANADIAN: CountryAndRegion = { country: CANADA, region: 'ON' };

/** Another country: one in which the baseline has another price, where the prices are known. */
export function abroadOf(context: RuleContext, keepsRegion = false): CountryAndRegion {
  const { pricing } = context.deployment;
  const feeIn = quoted(context);
  const home = feeIn({ country: HOME });
  const named = (pricing ? countriesOf(pricing.one) : []).filter((country) => country !== HOME);
  const places = [...named, ABROAD].map((country) =>
    country === CANADA && !keepsRegion ? CANADIAN : { country },
  );

  return places.find((place) => ![undefined, home].includes(feeIn(place))) ?? (places[0] as CountryAndRegion);
}

const HOME = '840';

/** The fee of the baseline with other fields, where the prices are known. */
function quoted({ baseline, deployment: { pricing } }: RuleContext) {
  const engine = pricing && createFeeEngine(pricing.one);

  return (fields: Partial<FeeRequest>): number | undefined => {
    const quote = engine?.quote({ ...baseline, ...fields });

    return quote?.kind === 'quoted' ? quote.transactionFee : undefined;
  };
}

/** The fields of which the suite finds out whether an update may change them. */
export const CHANGEABLE = ['nicn', 'region'] as const;

/** A card with another price, or of another brand, whose fee likely differs, or else any other card, if there is one. */
export function otherCards(context: RuleContext): readonly { readonly nicn: string }[] {
  const { nicn } = context.baseline;
  const { nicns } = context.data;
  const feeOf = quoted(context);
  const others = nicns.filter(
    (other) => other.length === nicn.length && other.slice(0, 6) !== nicn.slice(0, 6),
  );
  const other =
    others.find((one) => feeOf({ nicn: one }) !== feeOf({})) ??
    others.find(([brand]) => brand !== nicn[0]) ??
    others[0];

  return other === undefined ? [] : [{ nicn: other }];
}

export function otherRegions({
  baseline,
  data: { regions },
}: RuleContext): readonly { readonly region: string }[] {
  const others = Object.values(regions)
    .flat()
    .filter((region) => region !== baseline.region);

  return others.map((region) => ({ region }));
}

/** A processor that the calls of `several` do not use by default; none without such a merchant. */
export function otherProcessors({ deployment: { several } }: RuleContext): readonly KnownProcessor[] {
  return (several?.processors ?? []).slice(1, 2);
}
