/** What a rule's outcome means for whoever reads a report: the outcome together with the level and what was agreed. */
import type { Report, ReportRule } from './report.ts';

export type Standing =
  | 'passed'
  /** It counts against the verdict. */
  | 'failed'
  /** It failed and does not count: a should rule that is not taken as strictly as a must. */
  | 'warned'
  /** It failed now and then, so the verdict stays open. */
  | 'unsettled'
  /** It failed, and it was agreed that this does not count. */
  | 'waived'
  /** It failed, as it did in the baseline, so this does not count. */
  | 'known'
  | 'untested'
  /** What the deployment does where the document leaves it open. */
  | 'observed'
  /** Likewise, and no answer told what it does. */
  | 'unobserved'
  /** The tool's own fault. */
  | 'broken';

export function standingOf(
  { outcome, level, waived, known }: ReportRule,
  { strict }: Pick<Report, 'strict'>,
): Standing {
  const counts = level === 'must' || (strict && level === 'should');

  switch (outcome) {
    case 'pass':
      return 'passed';
    case 'fail':
    case 'unstable':
      if (waived !== undefined) return 'waived';
      if (known !== undefined) return 'known';
      if (!counts) return 'warned';
      return outcome === 'fail' ? 'failed' : 'unsettled';
    case 'blocked':
    case 'skipped':
      return level === 'observe' ? 'unobserved' : 'untested';
    case 'observed':
      return 'observed';
    case 'broken':
      return 'broken';
  }
}

/** The rules of these standings, in the order of the standings. */
export function rulesOf(report: Report, ...standings: readonly Standing[]): readonly ReportRule[] {
  return standings.flatMap((standing) =>
    report.rules.filter((rule) => standingOf(rule, report) === standing),
  );
}
