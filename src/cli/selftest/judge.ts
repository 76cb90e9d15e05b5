/** Judges one mock by the suite in this thread, and keeps the outcomes. */
import { conform } from '../../../conformance/index.ts';
import type { Report, ReportRule } from '../../../conformance/report/report.ts';
import { startMock } from '../../mock/index.ts';
import { describeMock } from '../describe-mock.ts';
import { mockOptionsOf, timeoutFor } from './mock-options.ts';
import type { Subject } from './subject.ts';

/** One rule of one report. */
export interface Mark extends Pick<ReportRule, 'id' | 'level' | 'outcome' | 'reason'> {
  /** Requests of its counterexample; 0 where there is none. */
  readonly steps: number;
}

export interface Judged extends Pick<Report, 'verdict' | 'requests' | 'choices'> {
  readonly subject: Subject;
  readonly marks: readonly Mark[];
}

export async function judge(subject: Subject): Promise<Judged> {
  await using mock = await startMock(mockOptionsOf(subject));
  const { effort, seed } = subject;
  const deployment = describeMock(mock, { timeout: timeoutFor(subject) });
  const { verdict, requests, choices, rules } = await conform({ deployment, effort, seed });
  const marks = rules.map(({ id, level, outcome, reason, counterexample }) => ({
    id,
    level,
    outcome,
    reason,
    steps: counterexample?.steps.length ?? 0,
  }));

  return { subject, verdict, requests, choices, marks };
}
