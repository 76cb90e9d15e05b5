/** Requests for rules that compare the fees of two equivalent requests. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { RuleContext } from '../context.ts';

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
