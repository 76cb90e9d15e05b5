/** The report for a terminal: verdict, what was not tested, each failure with its reproduction, choices. */
import { cut, visibleLine } from '../../src/text/visible.ts';
import type { Report, ReportRule } from './report.ts';
import { dayOf, failureLines, untilOf } from './report-text.ts';
import { labelOf, type RuleStatus, rulesWith, statusOf } from './rule-status.ts';
import { CHOICES_HEADING, notTestedByReason, observedChoices, unobservedChoices } from './summary.ts';

/** Colours a word, if the terminal has colours. */
type Tint = (tone: 'good' | 'bad' | 'doubtful', word: string) => string;

export function text(report: Report, tint: Tint = (_, word) => word): string {
  const warnings = rulesWith(report, 'warning');
  const others = report.rules.filter((rule) => !warnings.includes(rule));
  const sections = [
    heading(report, warnings, tint),
    notTested(report),
    ...[...others, ...warnings].map((rule) => detail(rule, report, tint)),
    choices(report),
    tally(report),
  ];

  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** The verdict and its reason on one line. */
export function verdictLine(report: Report): string {
  return `${verdictOf(report, (_, word) => word)}  ${report.target}  ${visibleLine(report.summary)}\n`;
}

const TONES = { conformant: 'good', nonconformant: 'bad', inconclusive: 'doubtful' } as const;

function verdictOf({ verdict, exitCode }: Report, tint: Tint): string {
  const isUsual = exitCode === 1 ? verdict === 'nonconformant' : exitCode !== 0 || verdict === 'conformant';
  const but = isUsual ? '' : `, but exit code ${exitCode}`;

  return tint(isUsual || exitCode === 0 ? TONES[verdict] : 'bad', `${verdict.toUpperCase()}${but}`);
}

function heading(report: Report, warnings: readonly ReportRule[], tint: Tint): string {
  const { target, summary, requests, durationMs, effort, seed } = report;
  const ids = warnings.map(({ id }) => id).join(', ');

  return [
    `${verdictOf(report, tint)}  ${target}`,
    visibleLine(summary),
    ...(ids === '' ? [] : [`Warnings, which do not count without --strict: ${ids}.`]),
    ...baselineLine(report),
    `${requests} requests in ${(durationMs / 1000).toFixed(1)} s, effort ${effort}, seed ${seed}`,
  ].join('\n');
}

/** The baseline, and in what its run differed from this one. */
function baselineLine({ baseline, target, effort, strict }: Report): readonly string[] {
  if (baseline === undefined) return [];
  const differences = [
    ...(baseline.target === target ? [] : [`, of ${visibleLine(baseline.target)}`]),
    ...(baseline.effort === effort ? [] : [`, with effort ${baseline.effort}`]),
    ...(baseline.strict === strict ? [] : [baseline.strict ? ', with --strict' : ', without --strict']),
  ];

  return [`Compared with the report of ${dayOf(baseline.startedAt)}${differences.join('')}.`];
}

function notTested(report: Report): string {
  const reasons = notTestedByReason(report);
  if (reasons.length === 0) return '';
  const lines = reasons.flatMap(({ reason, rules }) => [
    `  ${report.summary.startsWith(reason) ? '(for the reason above)' : visibleLine(reason)}`,
    ...rules.map((rule) => `    ${rule}`),
  ]);
  // All reasons that a deployment file can remove begin so.
  const lacksFile = reasons.some(({ reason }) => reason.startsWith('no deployment file '));
  const hint = lacksFile ? ['  (tollgate init URL writes a deployment file, for conform --deployment)'] : [];

  return ['Not tested', ...lines, ...hint].join('\n');
}

function detail(rule: ReportRule, report: Report, tint: Tint): string {
  const { id, waived, known } = rule;
  const reason = visibleLine(rule.reason);

  switch (statusOf(rule, report)) {
    case 'failed':
      return failure(tint('bad', 'FAIL'), rule, report);
    case 'unstable':
      return failure(tint('doubtful', 'UNSTABLE'), rule, report);
    case 'warning':
      return failure(tint('doubtful', 'WARNING'), rule, report);
    case 'waived':
      return `WAIVED  ${id}${untilOf(rule)}: ${visibleLine(waived?.reason ?? '')}\n  ${reason}`;
    case 'known':
      return `KNOWN  ${id} since ${dayOf(known?.since)}\n  ${reason}`;
    case 'broken':
      return `${tint('bad', 'BROKEN')}  ${id}: ${reason}\n  This is a fault of tollgate. Please report it.`;
    case 'passed':
    case 'not-tested':
    case 'observed':
    case 'not-observed':
      return '';
  }
}

function failure(word: string, rule: ReportRule, report: Report): string {
  const { id, outcome, level, section, title, reason } = rule;

  return [
    `${word}  ${id}  (${level}, section ${section})`,
    `  ${title}`,
    ...(outcome === 'unstable' ? [`  ${visibleLine(reason)}`] : []),
    ...failureLines(rule, report, '  '),
  ].join('\n');
}

const LONGEST_OPTION = 300;

function choices(report: Report): string {
  const observed = observedChoices(report);
  // The summary at the top shows the reason why nothing was judged.
  const missing = unobservedChoices(report).filter(({ reason }) => !report.summary.startsWith(reason));
  if (observed.length === 0 && missing.length === 0) return '';
  const width = Math.max(0, ...observed.map(({ name }) => name.length));

  return [
    `${CHOICES_HEADING} (observed, not judged)`,
    ...observed.map(
      ({ name, option }) => `  ${name.padEnd(width)}  ${visibleLine(cut(option, LONGEST_OPTION))}`,
    ),
    ...missing.map(({ reason, names }) => `  not observed: ${names.join(', ')}: ${visibleLine(reason)}`),
  ].join('\n');
}

/** How many rules of each level have each outcome, and where REPORT.json of a replay command comes from. */
function tally(report: Report): string {
  const { rules } = report;
  const levels = Map.groupBy(rules, ({ level }) => level);
  const hint = rules.some(({ replay }) => replay?.includes(' REPORT.json ') === true)
    ? '\n\n--report json=REPORT.json writes the REPORT.json of a replay command.'
    : '';

  return [...levels].map(([level, ofLevel]) => tallyOf(level, ofLevel, report)).join('\n') + hint;
}

/** Failures that do not count are counted apart. */
const NOT_COUNTED: readonly RuleStatus[] = ['warning', 'waived', 'known'];

function tallyOf(level: string, rules: readonly ReportRule[], report: Report): string {
  const names = rules.map((rule) => {
    const status = statusOf(rule, report);

    return NOT_COUNTED.includes(status) ? labelOf(status) : rule.outcome;
  });
  const numbers = [...Map.groupBy(names, (name) => name)].map(([name, { length }]) => `${length} ${name}`);

  return `${rules.length} ${level} rules: ${numbers.join(', ')}`;
}
