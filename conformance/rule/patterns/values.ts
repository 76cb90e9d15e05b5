/** Values of a deployment for the calls of rules: which it lacks, which are equivalent, and which have another fee. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { KnownProcessor, RegionForm } from '../../deployment/deployment.ts';
import type { RuleContext } from '../context.ts';

/** Returns what the deployment file lacks for a rule. */
type Missing = (context: RuleContext) => string | undefined;

export const needsSeveralProcessors: Missing = ({ data: { processors } }) =>
  processors.length > 1
    ? undefined
    : 'no deployment file names a merchant with several processors (merchants.several)';

export const needsProcessor: Missing = ({ data: { processors } }) =>
  processors.length > 0 ? undefined : 'no deployment file names a processor (merchants.one.processors)';

export const needsMultiPay: Missing = ({ deployment: { multiPay } }) =>
  multiPay ? undefined : 'the deployment file says that there is no multi-pay';

export function needsRegion(form: RegionForm): Missing {
  return ({ data: { regions } }) =>
    regions[form].length === 0
      ? `no deployment file names a region of this form (regions.${form})`
      : undefined;
}

/** Edge cases of one rule. */
const MAX_REQUESTS = 6;

/** The baseline first, then rows that use every plain amount, nicn and region: a price may depend on any of them. */
export function plainRequests({
  baseline,
  data: { plainAmounts, nicns, regions },
}: RuleContext): readonly FeeRequest[] {
  const allRegions = Object.values(regions).flat();
  const length = Math.max(plainAmounts.length, nicns.length, allRegions.length);
  const rows = Array.from({ length }, (_, n) => ({
    amount: plainAmounts[n % plainAmounts.length] ?? baseline.amount,
    nicn: nicns[n % nicns.length] ?? baseline.nicn,
    region: allRegions[n % allRegions.length] ?? baseline.region,
  }));

  return [baseline, ...rows].slice(0, MAX_REQUESTS);
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
