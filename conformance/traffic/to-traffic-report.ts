/** Puts the reports of both sides into one, with what was judged and what was not. */
import type { LeftOutCount, Report, TrafficReport, TrafficSide, Verdict } from '../report/report.ts';
import { describeNothingJudged } from './left-out.ts';

interface Ending extends Pick<TrafficReport, 'exchanges' | 'notJudged' | 'requests'> {
  readonly leftOut: readonly LeftOutCount[];
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly target: string;
  readonly wasInterrupted: boolean;
}

/** @param sides at least one */
export function toTrafficReport(
  sides: readonly Report[],
  { exchanges, notJudged, leftOut, requests, startedAt, wasInterrupted }: Ending,
): TrafficReport {
  const [first] = sides;
  if (first === undefined) throw new Error('sides: expected client, service or both, got none');
  const { tool, contract, target, durationMs } = first;
  return {
    schema: 1,
    tool,
    contract,
    subject: 'traffic',
    target,
    startedAt: startedAt.toISOString(),
    durationMs,
    verdict: VERDICTS.find((verdict) => sides.some((side) => side.verdict === verdict)) ?? first.verdict,
    exitCode: EXIT_CODES.find((code) => sides.some((side) => side.exitCode === code)) ?? first.exitCode,
    summary:
      requests === 0
        ? describeNothingJudged(notJudged, leftOut)
        : sides.map(({ subject, summary }) => `${NAMES[subject]}: ${summary}`).join(' '),
    ...(wasInterrupted ? { interrupted: true } : {}),
    requests,
    exchanges: { ...exchanges },
    notJudged,
    ...(leftOut.length === 0 ? {} : { leftOut }),
    sides,
  };
}

const NAMES: Readonly<Record<TrafficSide, string>> = { client: 'Client', service: 'Service' };

/** The worst first: an error of the tool before a finding, and a finding before nothing judged. */
const EXIT_CODES: readonly Report['exitCode'][] = [4, 1, 3, 0];
const VERDICTS: readonly Verdict[] = ['nonconformant', 'inconclusive', 'conformant'];
