/** Converts the result of a rule, and the verdict, into the result of a test. */
import { visibleLine } from '../../src/text/visible.ts';
import { fixLine, type ShownRule, showRule, stepLines } from '../report/failure.ts';
import type { Report, ReportRule } from '../report/report.ts';

export type TestResult =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly message: string }
  /** A warning is a skipped test with an annotation. */
  | { readonly kind: 'skipped' | 'warning'; readonly note: string };

export function testResultOf(rule: ReportRule, report: Report): TestResult {
  const shown = showRule(rule, report);
  const { status, note } = shown;

  switch (status) {
    case 'passed':
    case 'observed':
      return { kind: 'passed' };
    case 'failed':
    case 'unstable':
      return { kind: 'failed', message: describeFailure(shown) };
    case 'broken':
      return { kind: 'failed', message: note };
    case 'warning':
      return { kind: 'warning', note };
    case 'waived':
    case 'known':
    case 'not-tested':
    case 'not-observed':
      return { kind: 'skipped', note };
  }
}

/** Fails where no rule fails but the exit code is not 0: nothing was tested, or a waiver is stale. */
export function verdictResult(report: Report): TestResult {
  const { exitCode, rules, outOfDate, verdict } = report;
  const note = `${verdict}: ${visibleLine(report.summary)}`;
  if (exitCode === 0) return { kind: 'passed' };
  const hasFailure = rules.some((rule) => testResultOf(rule, report).kind === 'failed');

  return hasFailure && outOfDate === undefined
    ? { kind: 'skipped', note }
    : { kind: 'failed', message: note };
}

function describeFailure(rule: ShownRule): string {
  const { id, title, outcome, counterexample, report, role, caption, demand, note } = rule;

  return [
    `${title} (${id}, ${demand})`,
    ...(outcome === 'unstable' ? [`  ${note}`] : []),
    `  expected  ${visibleLine(counterexample?.expected ?? '')}`,
    `  got       ${visibleLine(counterexample?.got ?? '')}`,
    `  ${caption}, with the token in the shell variable:`,
    ...(counterexample === undefined ? [] : stepLines(counterexample, report, role)),
    ...fixLine(id).map((line) => `  ${line}`),
    `  repeat:   seed ${report.seed}, effort ${report.effort}`,
  ].join('\n');
}
