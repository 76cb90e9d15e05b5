/** The report as workflow commands of GitHub Actions: each line becomes an annotation of the run. */
import { cut, visible } from '../../src/text/visible.ts';
import { roleOf } from './exchanges-role.ts';
import { describeJudged, describeNotJudged, sideTitle } from './judged-traffic.ts';
import type { Report, ReportRule } from './report.ts';
import { dayOf, levelAndSection, otherFailureLines, requestLines, waiverEntries } from './report-text.ts';
import { type RuleStatus, selectedPart, statusOf } from './rule-status.ts';
import { explainVerdict, notTestedByReason } from './summary.ts';
import type { AnyReport, TrafficReport } from './traffic-report.ts';

type Annotation = 'error' | 'warning' | 'notice';

const ANNOTATIONS: Readonly<Record<RuleStatus, Annotation | undefined>> = {
  failed: 'error',
  broken: 'error',
  unstable: 'error',
  warning: 'warning',
  waived: 'notice',
  known: 'notice',
  passed: undefined,
  observed: undefined,
  'not-observed': undefined,
  /** One notice for each reason. */
  'not-tested': undefined,
};

/** GitHub shows ten annotations of a kind for each step, so the verdict comes first. */
export function github(report: AnyReport): string {
  const lines =
    report.subject === 'traffic'
      ? [trafficVerdict(report), ...report.sides.flatMap(annotations)]
      : annotations(report);

  return lines.map((line) => `${line}\n`).join('');
}

function annotations(report: Report): readonly string[] {
  const rules = report.rules.flatMap((rule) => annotate(rule, report));
  const notTested = notTestedByReason(report).map((each) =>
    command('notice', 'tollgate: not tested', [each.reason, ...each.rules]),
  );

  return [verdictLine(report), ...rules, ...(report.passive === true ? foldedNotTested(report) : notTested)];
}

function trafficVerdict(report: TrafficReport): string {
  const { verdict, exitCode, target, summary } = report;

  return command(exitCode === 0 ? 'notice' : 'error', `tollgate: ${verdict} ${target}`, [
    summary,
    describeJudged(report),
    ...describeNotJudged(report),
  ]);
}

/** One notice for all reasons: a step shows ten. */
function foldedNotTested(report: Report): readonly string[] {
  const lines = notTestedByReason(report).map(({ reason, rules }) => `${reason}: ${rules.join(', ')}`);

  return lines.length === 0 ? [] : [command('notice', `tollgate: ${report.subject}, not tested`, lines)];
}

function verdictLine(report: Report): string {
  const verdict = `${report.verdict}${selectedPart(report)}`;
  const { exitCode, summary, target, outOfDate } = report;
  const { meaning, next } = explainVerdict(report);
  const what = report.passive === true ? `${sideTitle(report)}: ${verdict}` : `${verdict} ${target}`;
  const title = outOfDate === undefined ? what : 'a waiver is out of date';

  return command(exitCode === 0 ? 'notice' : 'error', `tollgate: ${title}`, [
    ...new Set([summary, meaning, ...(report.notes ?? []), next]),
  ]);
}

const LONGEST = 1000;
const MOST_STEPS = 3;

function annotate(rule: ReportRule, report: Report): readonly string[] {
  const annotation = ANNOTATIONS[statusOf(rule, report)];
  if (annotation === undefined) return [];
  const { id, title, reason, counterexample, replay, waived, known } = rule;
  const lines = [
    `${title} (${levelAndSection(rule)})`,
    cut(reason, LONGEST),
    ...(waived === undefined ? [] : [`waived: ${waived.reason}`]),
    ...(known === undefined ? [] : [`known from the baseline since ${dayOf(known.since)}`]),
    ...(counterexample?.steps ?? [])
      .slice(0, MOST_STEPS)
      .flatMap((step) => requestLines(step, report, roleOf(rule, report)))
      .map((line) => cut(line, LONGEST)),
    ...(replay === undefined ? [] : [`replay: ${replay}`]),
    ...otherFailureLines(rule).map((line) => cut(line, LONGEST)),
    ...waiverEntries(rule, report).map((entry) => `to waive: ${entry}`),
  ];

  return [command(annotation, `tollgate: ${id}`, lines)];
}

function command(annotation: Annotation, title: string, lines: readonly string[]): string {
  const property = escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C');

  return `::${annotation} title=${property}::${escapeData(lines.join('\n'))}`;
}

function escapeData(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
