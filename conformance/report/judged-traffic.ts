/** What was judged of traffic, and what was not, as every reporter says it first. */
import { OPERATIONS } from '../../src/contract/operations.ts';
import type { Report } from './report.ts';
import { count } from './report-text.ts';
import type { TrafficReport } from './traffic-report.ts';

/** Such as `12 exchanges judged: 8 of /v1/ch, 4 of /v1/ch/sale`. */
export function describeJudged({ requests, exchanges }: TrafficReport): string {
  const each = OPERATIONS.map(({ operation, path }) => `${exchanges[operation]} of ${path}`);

  return `${count(requests, 'exchange')} judged: ${each.join(', ')}`;
}

/** One line for each reason. */
export function describeNotJudged({ notJudged }: TrafficReport): readonly string[] {
  return notJudged.map((each) => `${each.count} not judged: ${each.why}`);
}

const TITLES = { client: 'Client', service: 'Service' } as const;

/** How a side is called in headings. */
export function sideTitle({ subject }: Pick<Report, 'subject'>): string {
  return TITLES[subject];
}
