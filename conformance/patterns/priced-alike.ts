/** Requests for rules by which two ways of asking give one fee: a price may differ by amount, card or region alone. */
import fc from 'fast-check';
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Vocabulary } from '../vocabulary.ts';

/** Beyond so many each rule would take more than its share of the requests. */
const MOST = 8;

/** The baseline first, then every plain amount, card, length and region with one or other of the rest. */
export function plainRequests({ baseline, plainAmounts, nicns, regions }: Vocabulary): readonly FeeRequest[] {
  const places = Object.values(regions).flat();
  const rows = Array.from({ length: Math.max(plainAmounts.length, nicns.length, places.length) }, (_, n) => ({
    amount: plainAmounts[n % plainAmounts.length] ?? baseline.amount,
    nicn: nicns[n % nicns.length] ?? baseline.nicn,
    region: places[n % places.length] ?? baseline.region,
  }));

  return [baseline, ...rows].slice(0, MOST);
}

export function plainRequest({
  baseline,
  plainAmount,
  nicns,
  regions,
}: Vocabulary): fc.Arbitrary<FeeRequest> {
  return fc.record({
    amount: plainAmount,
    nicn: fc.constantFrom(baseline.nicn, ...nicns),
    region: fc.constantFrom(baseline.region, ...Object.values(regions).flat()),
  });
}
