/** Starts a judging proxy for a test, and collects the rules that fail. */
import { createTrafficJudge, type TrafficReport } from '../../conformance/index.ts';
import type { ReportRule } from '../../conformance/report/report.ts';
import { startFront } from './start-front.ts';

export async function startJudgedFront(to: string) {
  const judge = createTrafficJudge({ target: to });
  const front = await startFront(to, { onEvent: judge.observe });

  return { ...front, report: judge.report };
}

/** The rules of one side that failed. */
export function failedOf({ sides }: TrafficReport, side: 'client' | 'service'): readonly string[] {
  return failedIn(sides.find(({ subject }) => subject === side)?.rules ?? []);
}

export function failedIn(rules: readonly Pick<ReportRule, 'id' | 'outcome'>[]): readonly string[] {
  return rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable').map(({ id }) => id);
}
