/** Converts the result of a rule, and the verdict, into the result of a test. */
import { visibleLine } from '../../src/text/visible.ts';
import { captionOf, fixLine, levelAndSection, noteOn, roleOf, stepLines } from '../report/failure.ts';
import type { Report, ReportRule } from '../report/report.ts';
import { statusOf } from '../report/rule-status.ts';

export type TestResult =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly message: string }
  /** A warning is a skipped test with an annotation. */
  | { readonly kind: 'skipped' | 'warning'; readonly note: string };

export function testResultOf(rule: ReportRule, report: Report): TestResult {
  switch (statusOf(rule, report)) {
    case 'passed':
    case 'observed':
      return { kind: 'passed' };
    case 'failed':
    case 'unstable':
      return { kind: 'failed', message: describeFailure(rule, report) };
    case 'broken':
      return { kind: 'failed', message: noteOn(rule, report) };
    case 'warning':
      return { kind: 'warning', note: noteOn(rule, report) };
    case 'waived':
    case 'known':
    case 'not-tested':
    case 'not-observed':
      return { kind: 'skipped', note: noteOn(rule, report) };
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

function describeFailure(rule: ReportRule, report: Report): string {
  const { seed, effort } = report;
  const role = roleOf(rule, report);
  const { id, title, outcome, reason, counterexample } = rule;

  return [
    `${title} (${id}, ${levelAndSection(rule)})`,
    ...(outcome === 'unstable' ? [`  ${visibleLine(reason)}`] : []),
    `  expected  ${visibleLine(counterexample?.expected ?? '')}`,
    `  got       ${visibleLine(counterexample?.got ?? '')}`,
    `  ${captionOf(role)}, with the token in the shell variable:`,
    ...(counterexample === undefined ? [] : stepLines(counterexample, report, role)),
    ...fixLine(id).map((line) => `  ${line}`),
    `  repeat:   seed ${seed}, effort ${effort}`,
  ].join('\n');
}
