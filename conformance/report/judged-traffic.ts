/** Describes the judged and unjudged traffic, for the beginning of every report. */
import { OPERATIONS } from '../../src/contract/operations.ts';
import { count } from '../../src/text/words.ts';
import type { FeeCounts, Report } from './report.ts';
import type { TrafficReport } from './traffic-report.ts';

/** Such as `12 exchanges judged: 8 of /v1/ch, 4 of /v1/ch/sale`. */
export function describeJudged({ requests, exchanges }: TrafficReport): string {
  const each = OPERATIONS.map(({ operation, path }) => `${exchanges[operation]} of ${path}`);

  return `${count(requests, 'exchange')} judged: ${each.join(', ')}`;
}

/** One line for each reason, and one for the calls of other addresses. */
export function describeNotJudged({ notJudged, leftOut = [] }: TrafficReport): readonly string[] {
  const all = leftOut.reduce((sum, each) => sum + each.count, 0);
  const each = leftOut.map(
    ({ address, count: number, nearest }) =>
      `${number} of ${address}${nearest === undefined ? '' : ` (such as ${nearest})`}`,
  );

  return [
    ...notJudged.map(({ why, count: number }) => `${number} not judged: ${why}`),
    ...(all === 0 ? [] : [`${all} left out, which are not calls of the API: ${each.join(', ')}`]),
  ];
}

/** Such as `fees: 12 compared, 3 differ, 5 not comparable (a field has another type)`. */
export function describeFees({ compared, differ, notComparable }: FeeCounts): string {
  const left = notComparable.reduce((sum, { count }) => sum + count, 0);
  const reasons = notComparable.map(({ why, count }) =>
    notComparable.length === 1 ? why : `${count}: ${why}`,
  );
  const why = left === 0 ? '' : ` (${reasons.join('; ')})`;

  return `fees: ${compared} compared, ${differ} differ, ${left} not comparable${why}`;
}

const TITLES = { client: 'Client', service: 'Service' } as const;

/** The name of a side in headings. */
export function sideTitle({ subject }: Pick<Report, 'subject'>): string {
  return TITLES[subject];
}
