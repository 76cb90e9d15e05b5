/** Values of a deployment for the calls of rules: which it lacks, which are equivalent, and which have another fee. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { createFeeEngine } from '../../../src/engine/index.ts';
import type { KnownProcessor } from '../../deployment/deployment.ts';
import type { RuleContext } from '../context.ts';
import { CANADA } from '../fee-diagnosis/mistakes.ts';
import { countriesOf } from '../fee-diagnosis/reference.ts';

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

interface Place {
  readonly country: string;
  readonly region?: string;
}

/** In a province, where `keepsRegion` does not leave the region, which services may refuse there. */
const CANADIAN: Place = { country: CANADA, region: 'ON' };

/** Another country: one in which the baseline has another price, where the prices are known. */
export function abroadOf({ baseline, deployment: { pricing } }: RuleContext, keepsRegion = false): Place {
  const engine = pricing && createFeeEngine(pricing.one);
  const feeIn = (place: Place) => {
    const quote = engine?.quote({ ...baseline, ...place });

    return quote?.kind === 'quoted' ? quote.transactionFee : undefined;
  };
  const home = feeIn({ country: HOME });
  const named = (pricing ? countriesOf(pricing.one) : []).filter((country) => country !== HOME);
  const places = [...named, ABROAD].map((country) =>
    country === CANADA && !keepsRegion ? CANADIAN : { country },
  );

  return places.find((place) => ![undefined, home].includes(feeIn(place))) ?? (places[0] as Place);
}

const HOME = '840';

/** The fields of which the suite finds out whether an update may change them. */
export const CHANGEABLE = ['nicn', 'region'] as const;

/** A card of another brand, whose fee likely differs, or else any other card, if there is one. */
export function otherCards({
  baseline: { nicn },
  data: { nicns },
}: RuleContext): readonly { readonly nicn: string }[] {
  const others = nicns.filter(
    (other) => other.length === nicn.length && other.slice(0, 6) !== nicn.slice(0, 6),
  );
  const other = others.find(([brand]) => brand !== nicn[0]) ?? others[0];

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
