/** What a test runner is told of a rule: passed, failed with the counterexample, or skipped with the reason. */

import { visibleLine } from '../../src/text/visible.ts';
import { fixLine } from '../report/fix.ts';
import type { Report, ReportRule } from '../report/report.ts';
import { standingOf } from '../report/standing.ts';
import { stepLines } from '../report/text.ts';

export type TestResult =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'skipped'; readonly note: string };

export function testResultOf(rule: ReportRule, report: Report): TestResult {
  const { level, waived, known } = rule;
  const reason = visibleLine(rule.reason);

  switch (standingOf(rule, report)) {
    case 'passed':
    case 'observed':
      return { kind: 'passed' };
    case 'failed':
    case 'unsettled':
      return { kind: 'failed', message: proof(rule, report) };
    case 'broken':
      return { kind: 'failed', message: `tollgate itself broke, please report it: ${reason}` };
    case 'warned':
      return { kind: 'skipped', note: `warning (a ${level} rule): ${reason}` };
    case 'waived':
      return {
        kind: 'skipped',
        note: `waived${until(rule)} (${visibleLine(waived?.reason ?? '')}): ${reason}`,
      };
    case 'known':
      return {
        kind: 'skipped',
        note: `known from the baseline since ${known?.since.slice(0, 10)}: ${reason}`,
      };
    case 'untested':
    case 'unobserved':
      return { kind: 'skipped', note: reason };
  }
}

/**
 * What the run as a whole came to: it fails where nothing else does and the verdict is not good, so that a run that
 * tested nothing, or goes by a waiver that is out of date, is never green.
 */
export function verdictOf(report: Report): TestResult {
  const { exitCode, rules, outOfDate, verdict } = report;
  const message = `${verdict}: ${visibleLine(report.summary)}`;
  if (exitCode === 0) return { kind: 'passed' };
  const isTold = rules.some((rule) => testResultOf(rule, report).kind === 'failed');

  return isTold && outOfDate === undefined ? { kind: 'skipped', note: message } : { kind: 'failed', message };
}

function until({ waived }: ReportRule): string {
  return waived?.until === undefined ? '' : ` until ${waived.until}`;
}

function proof(
  { id, level, section, title, outcome, reason, counterexample }: ReportRule,
  { seed, effort }: Report,
): string {
  return [
    `${title} (${id}, ${level}, section ${section})`,
    ...(outcome === 'unstable' ? [`  ${visibleLine(reason)}`] : []),
    `  expected  ${visibleLine(counterexample?.expected ?? '')}`,
    `  got       ${visibleLine(counterexample?.got ?? '')}`,
    '  the smallest example, for a shell with the token in the variable that is named:',
    ...(counterexample === undefined ? [] : stepLines(counterexample)),
    ...fixLine(id).map((line) => `  ${line}`),
    `  the same cases again: seed ${seed}, effort ${effort}`,
  ].join('\n');
}
