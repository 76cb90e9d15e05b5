/** The report for a terminal: verdict, untested rules, failures, choices; for traffic one such part for each side. */
import { fold } from '../../src/text/fold.ts';
import { cut, visibleLine } from '../../src/text/visible.ts';
import { count } from '../../src/text/words.ts';
import { describeJudged, describeNotJudged, sideTitle } from './judged-traffic.ts';
import type { EffortName, Report, ReportRule } from './report.ts';
import { dayOf, failureLines, levelAndSection, untilOf } from './report-text.ts';
import { labelOf, type RuleStatus, rulesWith, selectedPart, statusOf } from './rule-status.ts';
import {
  CHOICES_HEADING,
  idsWith,
  notTestedByReason,
  observedChoices,
  unobservedChoices,
} from './summary.ts';
import type { AnyReport, TrafficReport } from './traffic-report.ts';

/** Colours a word, if the terminal has colours. */
type Tint = (tone: 'good' | 'bad' | 'doubtful', word: string) => string;

export function text(report: AnyReport, tint: Tint = (_, word) => word): string {
  const sections =
    report.subject === 'traffic'
      ? [trafficHeading(report, tint), ...report.sides.flatMap((side) => sideSections(side, tint))]
      : [heading(report, tint), notTested(report), ...details(report, tint), choices(report), tally(report)];

  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function trafficHeading(report: TrafficReport, tint: Tint): string {
  const { target, summary, durationMs } = report;

  return [
    `${verdictOf(report, tint)}  ${visibleLine(target)}`,
    visibleLine(summary),
    `${describeJudged(report)}, in ${(durationMs / 1000).toFixed(1)} s`,
    ...describeNotJudged(report).map((line) => `  ${visibleLine(line)}`),
  ].join('\n');
}

/** For a side of traffic, judged rules come before untested ones. */
function sideSections(side: Report, tint: Tint): readonly string[] {
  const passed = idsWith(side, 'passed');

  return [
    [
      `${sideTitle(side).toUpperCase()}  ${verdictOf(side, tint)}`,
      visibleLine(side.summary),
      ...(side.notes ?? []).map(visibleLine),
      ...(passed.length === 0 ? [] : wrap(passed, '    ', 'Passed: ')),
      ...baselineLine(side),
    ].join('\n'),
    ...details(side, tint),
    choices(side),
    tally(side),
    foldedNotTested(side),
  ];
}

function details(report: Report, tint: Tint): readonly string[] {
  const warnings = rulesWith(report, 'warning');
  const others = report.rules.filter((rule) => !warnings.includes(rule));

  return [...others, ...warnings].map((rule) => detail(rule, report, tint));
}

/** The verdict and its reason on one line. */
export function verdictLine(report: AnyReport): string {
  return `${verdictOf(report, (_, word) => word)}  ${report.target}  ${visibleLine(report.summary)}\n`;
}

const TONES = { conformant: 'good', nonconformant: 'bad', inconclusive: 'doubtful' } as const;

function verdictOf(report: AnyReport, tint: Tint): string {
  const { verdict, exitCode } = report;
  const part = report.subject === 'traffic' ? '' : selectedPart(report);
  const isUsual = exitCode === 1 ? verdict === 'nonconformant' : exitCode !== 0 || verdict === 'conformant';
  const but = isUsual ? '' : `, but exit code ${exitCode}`;

  return tint(isUsual || exitCode === 0 ? TONES[verdict] : 'bad', `${verdict.toUpperCase()}${part}${but}`);
}

function heading(report: Report, tint: Tint): string {
  const { target, summary, requests, durationMs, effort, seed } = report;

  return [
    `${verdictOf(report, tint)}  ${target}`,
    visibleLine(summary),
    ...baselineLine(report),
    `${count(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s, effort ${effort}, seed ${seed}`,
  ].join('\n');
}

/** The baseline, and how its run differed from this one. */
function baselineLine({ baseline, target, effort, strict }: Report): readonly string[] {
  if (baseline === undefined) return [];
  const differences = [
    ...(baseline.target === target ? [] : [`, of ${visibleLine(baseline.target)}`]),
    ...(baseline.effort === effort ? [] : [`, with effort ${baseline.effort}`]),
    ...(baseline.strict === strict ? [] : [baseline.strict ? ', with --strict' : ', without --strict']),
  ];

  const compared = `Compared with the report of ${dayOf(baseline.startedAt)}${differences.join('')}.`;

  return [triesFewer(baseline.effort, effort) ? `${compared} ${SAME_EFFORT}` : compared];
}

const SAME_EFFORT =
  'A failure of another shape of a known rule counts as new: record the baseline at the same effort.';

function triesFewer(effort: EffortName, than: EffortName): boolean {
  return effort !== than && (effort === 'quick' || than === 'deep');
}

function notTested(report: Report): string {
  const reasons = notTestedByReason(report);
  if (reasons.length === 0) return '';
  const lines = reasons.flatMap(({ reason, rules }) => [
    `  ${report.summary.startsWith(reason) ? '(for the reason above)' : visibleLine(reason)}`,
    ...rules.map((rule) => `    ${rule}`),
  ]);
  // All reasons that a deployment file can remove say so.
  const lacksFile = reasons.some(({ reason }) => reason.includes('no deployment file '));
  const hint = lacksFile
    ? ['  (tollgate init URL writes a deployment file, whose comments say what to complete)']
    : [];

  return ['Not tested', ...lines, ...hint].join('\n');
}

/** The rules that the traffic did not test, on few lines. */
function foldedNotTested(report: Report): string {
  const untested = notTestedByReason(report).map(({ reason, rules, count: number }) => ({
    reason: number === 0 ? reason : `${reason} (${count(number, 'rule')})`,
    names: rules,
  }));
  const unseen = unobservedChoices(report).map(({ reason, names }) => ({
    reason: `${reason} (${count(names.length, 'choice')})`,
    names,
  }));
  const lines = [...untested, ...unseen].flatMap(({ reason, names }) => [
    `  ${visibleLine(reason)}`,
    ...wrap(names, '    '),
  ]);

  return lines.length === 0 ? '' : ['Not tested', ...lines].join('\n');
}

/** In characters. */
const LINE = 100;

/** Wraps a list of ids for a terminal. @param first the beginning of the first line */
function wrap(ids: readonly string[], indent: string, first = indent): readonly string[] {
  const shown = ids.map((id) => id.replace('  (', ' ('));

  return fold(shown, LINE - first.length, ', ').map((line, index) => (index === 0 ? first : indent) + line);
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
  const { id, outcome, title, reason } = rule;

  return [
    `${word}  ${id}  (${levelAndSection(rule)})`,
    `  ${title}`,
    ...(outcome === 'unstable' ? [`  ${visibleLine(reason)}`] : []),
    ...failureLines(rule, report, '  '),
  ].join('\n');
}

const LONGEST_OPTION = 300;

function choices(report: Report): string {
  const observed = observedChoices(report);
  // The summary at the top shows the reason why nothing was judged.
  const missing = unobservedChoices(report).filter(
    ({ reason }) => report.passive !== true && !report.summary.startsWith(reason),
  );
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

/** How many rules of each level have each outcome, and where REPORT.json of a printed replay command comes from. */
function tally(report: Report): string {
  const { rules } = report;
  const levels = Map.groupBy(rules, ({ level }) => level);
  const shown = rulesWith(report, 'failed', 'unstable', 'warning');
  const hint = shown.some(({ replay }) => replay?.includes(' REPORT.json ') === true)
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
  const numbers = [...Map.groupBy(names, (name) => name)].map(([name, { length }]) =>
    name === 'warning' ? count(length, name) : `${length} ${name}`,
  );

  return `${count(rules.length, `${level} rule`)}: ${numbers.join(', ')}`;
}
